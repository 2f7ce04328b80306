export { layout as documentLayout } from './layout.ts';
export { drawQrCode, financingUrl, itemRow, presentCompany, presentFinancing } from './present.ts';
export { quickRoutes } from './routes.ts';
export { paperLogos } from './service.ts';
