import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue, isQueued, onJob, type JobHandler } from '../../platform/jobs/job.ts';
import {
  countLeft,
  lockApplication,
  selectLeft,
  type Application,
} from './application-repository.ts';
import { findApplicationCustomer, findOrMakeCustomer, giveApplication } from './keep.ts';
import { presentCustomer } from './present.ts';
import { addApplicants } from './queue-jobs.ts';

/** Finds or creates the customer of an application, in the caller's transaction. */
async function customerFor(tx: Database, clock: Clock, row: Application, byId: number | null) {
  const { contractorId, id: applicationId, applicantName: name, phone, email, city, state } = row;
  const known = await findApplicationCustomer(tx, { contractorId, applicationId });
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

/**
 * Finds or creates the customer of one application. Throws `not_found` when its homeowner was
 * removed.
 */
export async function addApplicant(
  { db, clock }: Context,
  caller: Caller,
  { contractorId, applicationId }: { contractorId: number; applicationId: number },
) {
  const customer = await db.transaction(async (tx) => {
    const row = await lockApplication(tx, { contractorId, id: applicationId });
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
  return presentCustomer(db, caller, customer);
}

const jobKey = (contractorId: number): string => `customers-take-over-${contractorId}`;

export async function readRemainingApplicants({ db }: Context, contractorId: number) {
  const [left, isRunning] = await Promise.all([
    countLeft(db, contractorId),
    isQueued(db, jobKey(contractorId)),
  ]);
  return { left, isRunning };
}

/** Queues the import of all applicants as customers. Does nothing while one is already running. */
export async function queueApplicants(
  context: Context,
  caller: Caller,
  contractorId: number,
): Promise<void> {
  const { db, clock } = context;
  const { left, isRunning } = await readRemainingApplicants(context, contractorId);
  if (left === 0 || isRunning) return;
  await db.transaction(async (tx) => {
    const payload = { contractorId, byId: caller.user.id };
    await enqueue(tx, addApplicants, payload, { key: jobKey(contractorId) });
    await recordAudit(tx, clock, caller, {
      action: 'customers.taken-over',
      entity: 'customers',
      details: { applications: left },
    });
  });
}

/** Applications per batch. */
const batchSize = 200;

export const customerJobs = ({ db }: Context): JobHandler[] => [
  onJob(addApplicants, async ({ contractorId, byId }) => {
    for (let after = 0; ;) {
      const rows = await selectLeft(db, contractorId, { after, limit: batchSize });
      for (const row of rows) {
        // Dates each customer by the application, so that the latest applicants come first.
        const clock = { now: () => row.completedAt ?? row.startedAt };
        await db.transaction((tx) => customerFor(tx, clock, row, byId));
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < batchSize) return;
      after = last.id;
    }
  }),
];
