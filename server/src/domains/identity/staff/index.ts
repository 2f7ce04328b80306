export { welcomeStaff } from './accounts.ts';
export { issueFirstAccountLink } from './first-account.ts';
export { countStaff } from './repository.ts';
export { removeFactors, resetTeamFactors } from './factor-reset.ts';
export { staffRoutes } from './routes.ts';
