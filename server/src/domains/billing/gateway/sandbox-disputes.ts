import { and, eq, gte, lt, or } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { Dispute, DisputeMovement } from './port.ts';
import { newId, sendEvent } from './sandbox-events.ts';
import { sandboxDisputes } from './tables.ts';

type DisputeRow = typeof sandboxDisputes.$inferSelect;

/** Stripe's dispute fee in the United States, won or lost. */
const feeCents = 1500;

/** Days for submitting evidence. */
const daysToRespond = 7;

/** Where the sandbox decides a dispute; its unguessable id is the permission. */
export const disputePath = (id: string): string => `/sandbox/dispute/${id}`;

const toMovements = (row: DisputeRow): DisputeMovement[] => [
  {
    id: `${row.id}_withdrawn`,
    disputeId: row.id,
    amountCents: -row.amountCents,
    feeCents: row.feeCents,
    createdAt: row.createdAt,
  },
  ...(row.state === 'won' && row.decidedAt !== null
    ? [
        {
          id: `${row.id}_reinstated`,
          disputeId: row.id,
          amountCents: row.amountCents,
          feeCents: 0,
          createdAt: row.decidedAt,
        },
      ]
    : []),
];

const toDispute = (row: DisputeRow): Dispute => ({
  id: row.id,
  chargeId: row.intentId,
  state: row.state,
  isInquiry: false,
  amountCents: row.amountCents,
  reason: 'fraudulent',
  respondBy: new Date(row.createdAt.getTime() + daysToRespond * 86_400_000),
  movements: toMovements(row),
  createdAt: row.createdAt,
});

/** Opens a dispute of a charge in the caller's transaction, and returns its id. */
export async function openDispute(
  tx: Database,
  { clock }: { clock: Clock },
  { id: intentId, amountCents }: { id: string; amountCents: number },
): Promise<string> {
  const id = newId('dp');
  const [row] = await tx
    .insert(sandboxDisputes)
    .values({
      id,
      intentId,
      amountCents,
      feeCents,
      state: 'open',
      createdAt: clock.now(),
    })
    .returning();
  if (row === undefined) throw new Error('The dispute was not inserted');
  const object = toDispute(row);
  await sendEvent(tx, clock, { type: 'charge.dispute.created', object });
  await sendEvent(tx, clock, { type: 'charge.dispute.funds_withdrawn', object });
  return id;
}

export async function findDispute(db: Database, id: string): Promise<DisputeRow | undefined> {
  const [row] = await db.select().from(sandboxDisputes).where(eq(sandboxDisputes.id, id));
  return row;
}

/** Applies the bank's decision; an already decided dispute doesn't change. */
export const decideDispute = (
  { db, clock }: { db: Database; clock: Clock },
  id: string,
  won: boolean,
): Promise<DisputeRow | undefined> =>
  db.transaction(async (tx) => {
    const [decided] = await tx
      .update(sandboxDisputes)
      .set({ state: won ? 'won' : 'lost', decidedAt: clock.now() })
      .where(and(eq(sandboxDisputes.id, id), eq(sandboxDisputes.state, 'open')))
      .returning();
    if (decided === undefined) return findDispute(tx, id);
    const object = toDispute(decided);
    await sendEvent(tx, clock, { type: 'charge.dispute.closed', object });
    if (won) await sendEvent(tx, clock, { type: 'charge.dispute.funds_reinstated', object });
    return decided;
  });

/** Dispute withdrawals and returns in a time range, oldest first. */
export async function* disputeMovementsIn(
  { db }: { db: Database },
  { from, to }: { from: Date; to: Date },
): AsyncGenerator<DisputeMovement> {
  const { createdAt, decidedAt } = sandboxDisputes;
  const rows = await db
    .select()
    .from(sandboxDisputes)
    .where(
      or(
        and(gte(createdAt, from), lt(createdAt, to)),
        and(gte(decidedAt, from), lt(decidedAt, to)),
      ),
    );
  yield* rows
    .flatMap(toMovements)
    .filter((one) => one.createdAt >= from && one.createdAt < to)
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}
