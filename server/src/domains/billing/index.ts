export type { BillingDeps, BillingHooks, PaidMovement, RefundedMovement } from './deps.ts';
export { openGateway, sandboxSecret, type PaymentGateway } from './gateway/index.ts';
export { billingJobs } from './jobs.ts';
export { part } from './part.ts';
export { balanceOf, bookEntries, bookEntry } from './payments/index.ts';
export { cancelNow, startSubscription } from './subscriptions/index.ts';
