import { randomUUID } from 'node:crypto';
import {
  GatewayRefusal,
  type Charge,
  type ChargeRequest,
  type DisputeMovement,
  type GatewayEvent,
  type PaymentGateway,
  type Refund,
} from '../src/domains/billing/gateway/port.ts';
import type { Clock } from '../src/platform/clock.ts';

/**
 * The outcome of a charge: its result or rejection; whether its response is lost; or whether the
 * request itself hangs and arrives late.
 */
export type Behavior =
  | 'succeeds'
  | 'declines'
  | 'authenticates'
  | 'refuses'
  | 'lost before'
  | 'lost after'
  | 'arrives late';

/** A gateway in memory that can lose responses, and whose events a test delivers at any time. */
export class FakeGateway implements PaymentGateway {
  readonly name = 'sandbox';
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, Refund>();
  readonly disputeMovements: DisputeMovement[] = [];
  readonly requests: ChargeRequest[] = [];
  /** Events that weren't taken yet. */
  readonly events: GatewayEvent[] = [];
  /** The outcomes of the next charges. */
  readonly script: Behavior[] = [];
  usual: Behavior = 'succeeds';
  /** The outcome of refunds. */
  refunding: 'succeeds' | 'refuses' | 'pends' | 'lost before' | 'lost after' = 'succeeds';
  /** Runs during a charge, before its response. */
  during: (request: ChargeRequest) => Promise<void> = async () => {};
  readonly #clock: Clock;
  readonly #chargeKeys = new Map<string, string>();
  readonly #refundKeys = new Map<string, string>();
  readonly #late: ChargeRequest[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async charge(request: ChargeRequest): Promise<Charge> {
    this.requests.push(request);
    const known = this.#chargeKeys.get(request.idempotencyKey);
    const behavior = known === undefined ? (this.script.shift() ?? this.usual) : this.usual;
    if (behavior === 'arrives late') this.#late.push(request);
    if (behavior === 'lost before' || behavior === 'arrives late')
      throw new Error('The connection was refused');
    if (behavior === 'refuses')
      throw new GatewayRefusal('resource_missing', 'The card no longer exists.');
    const id = known ?? this.#make(request, behavior);
    await this.during(request);
    if (behavior === 'lost after') throw new Error('The connection was reset');
    return this.#chargeOf(id);
  }

  #make({ amountCents, metadata, idempotencyKey }: ChargeRequest, behavior: Behavior): string {
    const id = `pi_${randomUUID()}`;
    this.#chargeKeys.set(idempotencyKey, id);
    const status =
      behavior === 'declines'
        ? 'failed'
        : behavior === 'authenticates'
          ? 'requires_action'
          : 'succeeded';
    const base = { id, amountCents, metadata, refundedCents: 0, createdAt: this.#clock.now() };
    this.charges.set(id, { ...base, ...this.#ending(id, status), status });
    this.#tell({ type: 'charge', charge: this.#chargeOf(id) });
    return id;
  }

  #ending(
    id: string,
    status: Charge['status'],
  ): Pick<Charge, 'redirectUrl' | 'failureCode' | 'failureMessage'> {
    const redirectUrl = status === 'requires_action' ? `https://bank.example/${id}` : null;
    const failed = { failureCode: 'card_declined', failureMessage: 'The card was declined.' };
    return {
      redirectUrl,
      ...(status === 'failed' ? failed : { failureCode: '', failureMessage: '' }),
    };
  }

  /** Delivers the requests that hung. */
  arrive(): void {
    for (const request of this.#late.splice(0)) this.#make(request, 'succeeds');
  }

  /** The cardholder responds to the bank's authentication. */
  authenticate(id: string, passed: boolean): void {
    const charge = this.#chargeOf(id);
    if (charge.status !== 'requires_action') return;
    const status = passed ? 'succeeded' : 'failed';
    this.charges.set(id, { ...charge, ...this.#ending(id, status), status });
    this.#tell({ type: 'charge', charge: this.#chargeOf(id) });
  }

  async readCharge(id: string): Promise<Charge | null> {
    return this.charges.get(id) ?? null;
  }

  async findCharge({ idempotencyKey }: { idempotencyKey: string }): Promise<Charge | null> {
    return this.charges.get(this.#chargeKeys.get(idempotencyKey) ?? '') ?? null;
  }

  async cancelCharge(id: string): Promise<Charge> {
    this.authenticate(id, false);
    return this.#chargeOf(id);
  }

  async refund(request: {
    chargeId: string;
    amountCents: number;
    idempotencyKey: string;
  }): Promise<Refund> {
    const { chargeId, amountCents, idempotencyKey } = request;
    if (this.refunding === 'lost before') throw new Error('The connection was refused');
    if (this.refunding === 'refuses')
      throw new GatewayRefusal('charge_disputed', "This charge can't be refunded.");
    const known = this.#refundKeys.get(idempotencyKey);
    const id =
      known ??
      this.makeRefund(chargeId, amountCents, this.refunding === 'pends' ? 'pending' : 'succeeded');
    this.#refundKeys.set(idempotencyKey, id);
    if (this.refunding === 'lost after') throw new Error('The connection was reset');
    return this.#refundOf(id);
  }

  /** Makes a refund that we didn't request, as the provider's own staff can. */
  makeRefund(
    chargeId: string,
    amountCents: number,
    status: Refund['status'] = 'succeeded',
  ): string {
    const id = `re_${randomUUID()}`;
    const charge = this.#chargeOf(chargeId);
    if (charge.refundedCents + amountCents > charge.amountCents)
      throw new GatewayRefusal('amount_too_large', "The refund can't be more than was paid.");
    this.charges.set(chargeId, { ...charge, refundedCents: charge.refundedCents + amountCents });
    this.refunds.set(id, { id, chargeId, amountCents, status, createdAt: this.#clock.now() });
    this.#tell({ type: 'refund', refund: this.#refundOf(id) });
    return id;
  }

  /** The bank's result for a refund. */
  endRefund(id: string, status: Refund['status']): void {
    this.refunds.set(id, { ...this.#refundOf(id), status });
    this.#tell({ type: 'refund', refund: this.#refundOf(id) });
  }

  /** The provider deletes a customer. */
  endCustomer(customerId: string): void {
    this.#tell({ type: 'customer-deleted', customerId });
  }

  async *listCharges({ from, to }: { from: Date; to: Date }): AsyncGenerator<Charge> {
    for (const charge of this.charges.values())
      if (charge.createdAt >= from && charge.createdAt < to) yield charge;
  }

  async *listDisputeMovements({ from, to }: { from: Date; to: Date }) {
    for (const one of this.disputeMovements)
      if (one.createdAt >= from && one.createdAt < to) yield one;
  }

  disputeUrl = (disputeId: string): string => `https://provider.example/disputes/${disputeId}`;

  async *listRefunds({ from, to }: { from: Date; to: Date }): AsyncGenerator<Refund> {
    for (const refund of this.refunds.values())
      if (refund.createdAt >= from && refund.createdAt < to) yield refund;
  }

  async createCustomer(): Promise<{ id: string }> {
    return { id: `cus_${randomUUID()}` };
  }
  async attachCard(): Promise<never> {
    throw new Error('Tests put cards into the database themselves');
  }
  async detachCard(): Promise<void> {}
  readEvent(): null {
    return null;
  }

  #tell(
    event: GatewayEvent extends infer Each
      ? Each extends unknown
        ? Omit<Each, 'id' | 'happenedAt'>
        : never
      : never,
  ): void {
    this.events.push({
      id: `evt_${randomUUID()}`,
      happenedAt: this.#clock.now(),
      ...event,
    } as GatewayEvent);
  }
  #chargeOf(id: string): Charge {
    const charge = this.charges.get(id);
    if (charge === undefined) throw new Error(`No charge ${id}`);
    return charge;
  }
  #refundOf(id: string): Refund {
    const refund = this.refunds.get(id);
    if (refund === undefined) throw new Error(`No refund ${id}`);
    return refund;
  }
}
