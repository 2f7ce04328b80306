export type { BillingDeps, BillingHooks, PaidMovement, RefundedMovement } from './deps.ts';
export {
  cancelNow,
  receiveEvent,
  reconcileRoutes,
  reopenSubscription,
  staffRoutes,
  startSubscription,
  subscriptionJobs,
  subscriptionSchedules,
} from './engine.ts';
export {
  openGateway,
  receiveSigned,
  sandboxJobs,
  sandboxPages,
  sandboxSecret,
  webhookRoutes,
  type GatewayEvent,
  type PaymentGateway,
} from './gateway/index.ts';
export { guaranteeJobs, guaranteeRoutes } from './guarantee-routes.ts';
export { balanceOf, bookEntries, bookEntry } from './ledger.ts';
export { cardJobs } from './card-jobs.ts';
export { cardRoutes } from './card-routes.ts';
export { paymentRoutes } from './payment-routes.ts';
export { billingRoutes } from './routes.ts';
export { shownGateway } from './shown-gateway.ts';
export { subscriptionRoutes } from './subscription-routes.ts';
export { signUpSchedules } from './sign-up-links.ts';
export { signUpRoutes } from './sign-up-routes.ts';
