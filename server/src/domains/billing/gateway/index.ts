export { type ShownGateway, openGateway, sandboxSecret, shownGateway } from './open.ts';
export {
  type CardSource,
  type Charge,
  type ChargeRequest,
  type GatewayCard,
  type GatewayEvent,
  GatewayRefusal,
  type PaymentGateway,
  type Refund,
  askGateway,
} from './port.ts';
export { sandboxJobs } from './sandbox-jobs.ts';
export { sandboxPages } from './sandbox-page.ts';
