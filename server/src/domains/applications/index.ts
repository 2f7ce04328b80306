export { chooseOffer, withdrawApplication } from './choice.ts';
export { readByToken, startApplication, submitApplication } from './intake.ts';
export { applicationsWithIds, completedBetween } from './guarantee-repository.ts';
export { recordLenderEvent } from './lender-events.ts';
export type { LenderNetwork } from './lender-network.ts';
export { part } from './part.ts';
export { sandboxNetwork } from './sandbox-network.ts';
export { sandboxOffers, sandboxWish } from './sandbox-rules.ts';
export { webhookNetwork } from './webhook-network.ts';
