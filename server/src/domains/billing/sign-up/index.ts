export { sweepSignUps } from './links.ts';
export { signUpRoutes } from './routes.ts';
