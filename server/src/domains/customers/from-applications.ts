import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue, isQueued, job, onJob, type JobHandler } from '../../platform/jobs/job.ts';
import { applications } from '../applications/tables.ts';
import { customerOfApplication, findOrMakeCustomer, giveApplication } from './keep.ts';
import { presentCustomer } from './present.ts';
import type { CustomerDeps } from './service.ts';
import { customerApplications } from './tables.ts';

type Application = typeof applications.$inferSelect;

/** The customer of an application, found or made in the caller's transaction. */
async function customerFor(tx: Database, clock: Clock, row: Application, byId: number | null) {
  const { contractorId, id: applicationId, applicantName: name, phone, email, city, state } = row;
  const known = await customerOfApplication(tx, { contractorId, applicationId });
  if (known !== null) return known;
  const facts = { name, phone, email, city, state, street: row.projectAddress };
  const made = await findOrMakeCustomer(tx, clock, {
    contractorId,
    facts,
    origin: 'application',
    byId,
  });
  await giveApplication(tx, clock, { contractorId, customerId: made.id, applicationId });
  return made;
}

/** Makes or finds the customer of one application. Throws `not_found` where its homeowner is gone. */
export async function takeOverOne(
  { db, clock }: CustomerDeps,
  caller: Caller,
  { contractorId, applicationId }: { contractorId: number; applicationId: number },
) {
  const customer = await db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(applications)
      .where(and(eq(applications.contractorId, contractorId), eq(applications.id, applicationId)))
      .for('update');
    if (row === undefined || row.anonymisedAt !== null) throw new AppError('not_found');
    const found = await customerFor(tx, clock, row, caller.user.id);
    await recordAudit(tx, clock, caller, {
      action: 'customer.from-application',
      entity: 'customer',
      entityId: found.id,
      details: { applicationId },
    });
    return found;
  });
  return presentCustomer(db, customer);
}

/** Sent applications of a contractor that belong to no customer. */
const isLeft = (contractorId: number) =>
  and(
    eq(applications.contractorId, contractorId),
    isNotNull(applications.completedAt),
    isNull(applications.anonymisedAt),
    sql`not exists (select from ${customerApplications} c where c.contractor_id = ${contractorId} and c.application_id = ${applications.id})`,
  );

const takeOver = job({
  id: 'customers.take-over',
  payload: z.object({ contractorId: z.number(), byId: z.number() }),
  maxAttempts: 10,
});
const keyOf = (contractorId: number): string => `customers-take-over-${contractorId}`;

export async function readLeft({ db }: CustomerDeps, contractorId: number) {
  const [[row], isRunning] = await Promise.all([
    db
      .select({ left: sql<number>`count(*)::int` })
      .from(applications)
      .where(isLeft(contractorId)),
    isQueued(db, keyOf(contractorId)),
  ]);
  return { left: row?.left ?? 0, isRunning };
}

/** Begins to make customers of all who have applied. While it is under way, another press changes nothing. */
export async function takeOverAll(
  deps: CustomerDeps,
  caller: Caller,
  contractorId: number,
): Promise<void> {
  const { left, isRunning } = await readLeft(deps, contractorId);
  if (left === 0 || isRunning) return;
  await deps.db.transaction(async (tx) => {
    const payload = { contractorId, byId: caller.user.id };
    await enqueue(tx, takeOver, payload, { key: keyOf(contractorId) });
    await recordAudit(tx, deps.clock, caller, {
      action: 'customers.taken-over',
      entity: 'customers',
      details: { applications: left },
    });
  });
}

/** Applications that are read at a time. */
const batchSize = 200;

export const customerJobs = ({ db }: CustomerDeps): JobHandler[] => [
  onJob(takeOver, async ({ contractorId, byId }) => {
    for (let after = 0; ;) {
      const rows = await db
        .select()
        .from(applications)
        .where(and(isLeft(contractorId), gt(applications.id, after)))
        .orderBy(asc(applications.id))
        .limit(batchSize);
      for (const row of rows) {
        // They came when they applied: the list begins with whoever did so last.
        const clock = { now: () => row.completedAt ?? row.startedAt };
        await db.transaction((tx) => customerFor(tx, clock, row, byId));
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < batchSize) return;
      after = last.id;
    }
  }),
];
