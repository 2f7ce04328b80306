export type { SignUpDeps } from './deps.ts';
export { sweepSignUps } from './links.ts';
export { signUpRoutes } from './routes.ts';
