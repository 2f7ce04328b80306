export { payoutHooks } from './examine.ts';
export { part } from './part.ts';
export { openPaper } from './w9/paper/open-paper.ts';
