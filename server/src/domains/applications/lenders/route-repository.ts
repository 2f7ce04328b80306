import { and, asc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { LenderRoute } from '@lintel/contract/applications/application-detail';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { lenders } from '../../lenders/tables.ts';
import { applicationLenders } from './tables.ts';

/** One lender's part of an application. */
export type Route = typeof applicationLenders.$inferSelect;
export type NewRoute = typeof applicationLenders.$inferInsert;

interface ApplicationKey {
  contractorId: number;
  id: number;
}

const ofApplication = ({ contractorId, id }: ApplicationKey) =>
  and(eq(applicationLenders.contractorId, contractorId), eq(applicationLenders.applicationId, id));

/** An application's lenders, in the order of their turns. */
export const selectRoutes = (db: Database, application: ApplicationKey): Promise<Route[]> =>
  db
    .select()
    .from(applicationLenders)
    .where(ofApplication(application))
    .orderBy(asc(applicationLenders.turn), asc(applicationLenders.lenderId));

/** An application at each lender for staff: those that got it first, by turn, then the skipped. */
export async function readRoutes(
  db: Database,
  application: ApplicationKey,
): Promise<LenderRoute[]> {
  const rows = await db
    .select({
      lenderId: applicationLenders.lenderId,
      lender: lenders.name,
      state: applicationLenders.state,
      sentAt: applicationLenders.sentAt,
      answeredAt: applicationLenders.answeredAt,
      skipped: applicationLenders.skipped,
    })
    .from(applicationLenders)
    .innerJoin(lenders, eq(lenders.id, applicationLenders.lenderId))
    .where(ofApplication(application))
    .orderBy(
      asc(sql`${applicationLenders.state} = 'skipped'`),
      asc(applicationLenders.turn),
      asc(lenders.position),
      asc(lenders.id),
    );
  return rows.map(({ sentAt, answeredAt, ...row }) => ({
    ...row,
    sentAt: sentAt?.toISOString() ?? null,
    answeredAt: answeredAt?.toISOString() ?? null,
  }));
}

/** The lenders that declined an application, with the reasons and credit scores that they gave. */
export const selectDeclines = (
  db: Database,
  application: ApplicationKey,
): Promise<{ lender: string; reasons: Route['declineDetails']; score: Route['creditScore'] }[]> =>
  db
    .select({
      lender: lenders.name,
      reasons: applicationLenders.declineDetails,
      score: applicationLenders.creditScore,
    })
    .from(applicationLenders)
    .innerJoin(lenders, eq(lenders.id, applicationLenders.lenderId))
    .where(and(ofApplication(application), isNotNull(applicationLenders.declineDetails)))
    .orderBy(asc(applicationLenders.declinedAt), asc(applicationLenders.lenderId));

export async function findRoute(
  db: Database,
  application: ApplicationKey,
  lenderId: number,
): Promise<Route | undefined> {
  const [row] = await db
    .select()
    .from(applicationLenders)
    .where(and(ofApplication(application), eq(applicationLenders.lenderId, lenderId)));
  return row;
}

export async function insertRoutes(db: Database, rows: readonly NewRoute[]): Promise<void> {
  if (rows.length > 0)
    await db
      .insert(applicationLenders)
      .values([...rows])
      .onConflictDoNothing();
}

export async function setRoute(
  db: Database,
  {
    contractorId,
    applicationId,
    lenderId,
  }: Pick<Route, 'contractorId' | 'applicationId' | 'lenderId'>,
  values: Partial<NewRoute>,
): Promise<void> {
  await db
    .update(applicationLenders)
    .set(values)
    .where(
      and(
        ofApplication({ contractorId, id: applicationId }),
        eq(applicationLenders.lenderId, lenderId),
      ),
    );
}

/** Lenders that haven't answered in time. */
export const selectOverdue = (db: Database, now: Date, limit: number): Promise<Route[]> =>
  db
    .select()
    .from(applicationLenders)
    .where(
      and(
        acrossContractors('answers are due at any time'),
        lte(applicationLenders.dueAt, now),
        inArray(applicationLenders.state, ['waiting', 'sending', 'sent']),
      ),
    )
    .orderBy(asc(applicationLenders.dueAt))
    .limit(limit);
