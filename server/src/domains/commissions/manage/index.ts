export { manageRoutes } from './routes.ts';
