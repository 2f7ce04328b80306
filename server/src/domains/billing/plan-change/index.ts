export { planChangeRoutes } from './routes.ts';
