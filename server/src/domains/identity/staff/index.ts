export { welcomeStaff } from './accounts.ts';
export { resetTeamFactors } from './factor-reset.ts';
export { staffRoutes } from './routes.ts';
