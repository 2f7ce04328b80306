export type { BillingDeps, BillingHooks, PaidMovement, RefundedMovement } from './deps.ts';
export { receiveEvent } from './events.ts';
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
export { subscriptionJobs, subscriptionSchedules } from './jobs.ts';
export { balanceOf, bookEntries, bookEntry, type LedgerEntry } from './ledger.ts';
export { retryAfterCardChange } from './queue-jobs.ts';
export { reconcileRoutes } from './reconcile-routes.ts';
export { payFirst } from './retry.ts';
export { cardJobs } from './card-jobs.ts';
export { cardRoutes } from './card-routes.ts';
export { paymentRoutes } from './payment-routes.ts';
export { billingRoutes } from './routes.ts';
export { shownGateway } from './shown-gateway.ts';
export { subscriptionRoutes } from './subscription-routes.ts';
export { signUpRoutes } from './sign-up-routes.ts';
export { staffRoutes } from './staff-routes.ts';
export { cancelNow, reopenSubscription, startSubscription } from './subscriptions.ts';
