import { listOf, type Form } from './intents.ts';
import type { World } from './world.ts';

/** Stripe's fee for a dispute, in cents. */
const fee = 1500;

/** A cardholder disputes a charge. */
export function openDispute(world: World, intentId: string): string {
  const intent = world.get(world.intents, 'payment_intent', intentId);
  const created = world.now();
  const movements = [{ id: world.newId('txn'), amount: -intent.amount, fee, created }];
  const { id, amount } = { ...intent, id: world.newId('dp') };
  const dispute = { id, intent: intentId, amount, status: 'needs_response', created } as const;
  world.disputes.set(id, { ...dispute, movements });
  tell(world, id, 'created', 'funds_withdrawn');
  return id;
}

/** The bank decides a dispute. */
export function decideDispute(world: World, id: string, won: boolean): void {
  const dispute = world.get(world.disputes, 'dispute', id);
  const created = world.now();
  dispute.status = won ? 'won' : 'lost';
  if (won)
    dispute.movements.push({ id: world.newId('txn'), amount: dispute.amount, fee: 0, created });
  tell(world, id, 'closed', ...(won ? ['funds_reinstated'] : []));
}

function tell(world: World, id: string, ...names: string[]): void {
  const dispute = world.get(world.disputes, 'dispute', id);
  for (const name of names) world.tell(`charge.dispute.${name}`, world.showDispute(dispute));
}

/** Balance movements that belong to disputes. */
export const listMovements = (world: World, query: Form): object =>
  listOf(
    [...world.disputes.values()]
      .flatMap(({ id: of, movements }) => movements.map((movement) => ({ ...movement, of })))
      .toSorted((one, other) => one.created - other.created),
    query,
    ({ of, ...movement }) => world.showMovement(movement, of),
  );
