export { selectDeskRecipients } from './repository.ts';
export { lenderPeopleRoutes } from './routes.ts';
