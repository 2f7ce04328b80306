/** The pages of the frames, as the server draws them. */
export { renderCalculator } from './calculator/page.ts';
export { renderCalm } from './calm-page.ts';
