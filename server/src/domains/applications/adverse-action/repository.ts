import { and, asc, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { ApplicationKey } from '../repository.ts';
import { adverseActionNotices as notices, type NewNotice, type NoticeRow } from './tables.ts';

/** An application's notices, in the order in which they arose. */
export const selectNotices = (
  db: Database,
  { contractorId, id }: ApplicationKey,
): Promise<NoticeRow[]> =>
  db
    .select()
    .from(notices)
    .where(and(eq(notices.contractorId, contractorId), eq(notices.applicationId, id)))
    .orderBy(asc(notices.id));

/** Notices that a homeowner can read: sent by e-mail, or mailed on paper. */
export const selectReadable = (
  db: Database,
  { contractorId, id }: ApplicationKey,
): Promise<NoticeRow[]> =>
  db
    .select()
    .from(notices)
    .where(
      and(
        eq(notices.contractorId, contractorId),
        eq(notices.applicationId, id),
        inArray(notices.state, ['sent', 'mailed', 'paper']),
        sql`${notices.text} <> ''`,
      ),
    )
    .orderBy(asc(notices.id));

export async function insertNotice(db: Database, values: NewNotice): Promise<NoticeRow> {
  const [row] = await db.insert(notices).values(values).returning();
  if (row === undefined) throw new Error('The notice was not inserted');
  return row;
}

export async function setNotice(
  db: Database,
  { contractorId, id, version }: Pick<NoticeRow, 'contractorId' | 'id' | 'version'>,
  values: Partial<NewNotice>,
): Promise<NoticeRow> {
  const [row] = await db
    .update(notices)
    .set({ ...values, version: version + 1 })
    .where(and(eq(notices.contractorId, contractorId), eq(notices.id, id)))
    .returning();
  if (row === undefined) throw new Error(`No notice ${id}`);
  return row;
}

/** The sent notices of an e-mail, locked until the transaction ends. */
export const lockSentBy = (
  db: Database,
  contractorId: number,
  messageKey: string,
): Promise<NoticeRow[]> =>
  db
    .select()
    .from(notices)
    .where(
      and(
        eq(notices.contractorId, contractorId),
        eq(notices.messageKey, messageKey),
        eq(notices.state, 'sent'),
      ),
    )
    .orderBy(asc(notices.id))
    .for('update');

/** Applications with notices to look at, across contractors, by contractor and id. */
export const selectDue = (
  db: Database,
  now: Date,
  after: ApplicationKey,
  limit: number,
): Promise<{ contractorId: number; applicationId: number }[]> =>
  db
    .selectDistinct({
      contractorId: notices.contractorId,
      applicationId: notices.applicationId,
    })
    .from(notices)
    .where(
      and(
        acrossContractors('An hourly job sends the due notices of every contractor.'),
        isNotNull(notices.checkAt),
        lte(notices.checkAt, now),
        gt(
          sql`(${notices.contractorId}, ${notices.applicationId})`,
          sql`(${after.contractorId}::int, ${after.id}::bigint)`,
        ),
      ),
    )
    .orderBy(asc(notices.contractorId), asc(notices.applicationId))
    .limit(limit);
