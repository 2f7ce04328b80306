export { ensureCustomer, toCardSource, storeCard } from './cards.ts';
export { cardJobs, detachCard, sendExpiryNotices } from './jobs.ts';
export {
  allCards,
  type CardRow,
  readCardDetails,
  deleteCustomer,
  dropCard,
  dropCurrentCard,
  findCard,
  findCardById,
  findChargeable,
  findCustomer,
} from './repository.ts';
export { cardRoutes } from './routes.ts';
