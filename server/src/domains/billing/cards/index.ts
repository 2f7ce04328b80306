export { ensureCustomer, keepCard, sourceOf } from './cards.ts';
export { noticeExpiring } from './expiring.ts';
export { cardJobs, detachCard } from './jobs.ts';
export {
  cardOf,
  dropCard,
  dropCardOf,
  findCard,
  findCardByMethod,
  findChargeable,
  findCustomer,
  forgetCustomer,
} from './repository.ts';
export { cardRoutes } from './routes.ts';
