import type { PaymentGateway } from './port.ts';

const closed = (): Promise<never> =>
  Promise.reject(new Error('Nothing is charged during a restore rehearsal'));

async function* nothing(): AsyncGenerator<never> {
  yield* [];
}

/** A gateway that rejects every call, for a restored copy that must not move money. */
export const closedGateway = (name: PaymentGateway['name']): PaymentGateway => ({
  name,
  createCustomer: closed,
  attachCard: closed,
  detachCard: closed,
  charge: closed,
  readCharge: closed,
  findCharge: closed,
  cancelCharge: closed,
  refund: closed,
  listCharges: nothing,
  listRefunds: nothing,
  listDisputeMovements: nothing,
  disputeUrl: () => '',
  readEvent: () => null,
});
