export { bookCharge } from './booking.ts';
export { chargeDue } from './charging.ts';
export { receiveSigned, webhookRoutes } from './events.ts';
export { confirmPayment, payFirst, retryOwed } from './retry.ts';
export { payRoutes } from './routes.ts';
export { settleAll } from './settle.ts';
