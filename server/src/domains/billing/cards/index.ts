export { ensureCustomer, storeCard, sourceOf } from './cards.ts';
export { sendExpiryNotices } from './expiring.ts';
export { cardJobs, detachCard } from './jobs.ts';
export {
  cardOf,
  dropCard,
  dropCurrentCard,
  findCard,
  findCardById,
  findChargeable,
  findCustomer,
  deleteCustomer,
} from './repository.ts';
export { cardRoutes } from './routes.ts';
