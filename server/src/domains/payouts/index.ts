export type { PayoutDeps } from './deps.ts';
export { payoutHooks } from './examine.ts';
export { payoutSchedules } from './jobs.ts';
export { openPaper } from './paper/open-paper.ts';
export { payoutRoutes } from './routes.ts';
export { payoutState } from './w9-review.ts';
export { w9Files } from './w9-repository.ts';
export { Vault } from './vault.ts';
