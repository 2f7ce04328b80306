export { openGateway, sandboxSecret, shownGateway, type ShownGateway } from './open.ts';
export type {
  CardSource,
  Charge,
  ChargeRequest,
  GatewayCard,
  GatewayEvent,
  PaymentGateway,
  Refund,
} from './port.ts';
export { GatewayRefusal, askGateway } from './refusals.ts';
export { sandboxJobs } from './sandbox-jobs.ts';
export { sandboxPages } from './sandbox-page.ts';
