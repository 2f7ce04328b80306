export type { BillingDeps, BillingHooks, PaidMovement, RefundedMovement } from './deps.ts';
export { openGateway, sandboxSecret, type PaymentGateway } from './gateway/index.ts';
export { subscriptionJobs } from './jobs.ts';
export { balanceOf, bookEntries, bookEntry } from './ledger.ts';
export { part } from './part.ts';
export { cancelNow, startSubscription } from './subscriptions.ts';
