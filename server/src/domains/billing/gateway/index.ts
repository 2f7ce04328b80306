export { openGateway, shownGateway } from './create.ts';
export {
  type CardSource,
  type Charge,
  type ChargeRequest,
  type Dispute,
  type DisputeMovement,
  type GatewayCard,
  type GatewayEvent,
  GatewayRefusal,
  type PaymentGateway,
  type Refund,
  type StoredDispute,
  callGateway,
  reviveDispute,
} from './port.ts';
export { sandboxJobs, sandboxSecret } from './sandbox-jobs.ts';
export { sandboxPages } from './sandbox-page.ts';
