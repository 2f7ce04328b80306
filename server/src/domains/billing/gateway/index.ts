export { openGateway, sandboxSecret } from './open.ts';
export type { GatewayEvent, PaymentGateway } from './port.ts';
export { receiveSigned, webhookRoutes } from './routes.ts';
export { sandboxJobs } from './sandbox-jobs.ts';
export { sandboxPages } from './sandbox-page.ts';
