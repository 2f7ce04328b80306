export { layout as documentLayout } from './layout.ts';
export { codeOf, financingUrl, itemRow, presentCompany, presentFinancing } from './present.ts';
export { quickRoutes } from './routes.ts';
export { PaperLogos } from './service.ts';
