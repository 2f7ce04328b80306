export { conformanceRoutes } from './routes.ts';
export { runConformance } from './run.ts';
