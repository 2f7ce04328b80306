export { chooseOffer, readByToken, startApplication, submitApplication } from './intake.ts';
export { applicationJobs } from './jobs.ts';
export { recordLenderEvent } from './lender-events.ts';
export type { LenderNetwork } from './lender-network.ts';
export type { Tell } from './news.ts';
export { applicationRoutes } from './routes.ts';
export { sandboxNetwork } from './sandbox-network.ts';
export { sandboxOffers } from './sandbox-rules.ts';
export { webhookNetwork } from './webhook-network.ts';
