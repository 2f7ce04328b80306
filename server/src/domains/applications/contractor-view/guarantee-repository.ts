import { and, asc, eq, gte, isNotNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import { keyPairs, type RowKey } from '../../../platform/db/queries.ts';
import { applications } from '../tables.ts';

/** The part of a completed application that other domains may use. */
export interface CompleteApplication {
  id: number;
  applicantName: string;
  email: string;
  /** The same for repeated applications of one homeowner. */
  homeowner: string;
  completedAt: Date;
  answered: boolean;
  hasOffers: boolean;
  flags: string[];
}

const columns = {
  id: applications.id,
  applicantName: applications.applicantName,
  email: applications.email,
  homeowner: sql<string>`coalesce(${applications.personKey}, ${applications.email})`,
  completedAt: applications.completedAt,
  answeredAt: applications.answeredAt,
  hasOffers: applications.hasOffers,
  flags: applications.flags,
};

const toComplete = ({
  answeredAt,
  completedAt,
  ...row
}: {
  id: number;
  applicantName: string;
  email: string;
  homeowner: string;
  completedAt: Date | null;
  answeredAt: Date | null;
  hasOffers: boolean;
  flags: string[];
}): CompleteApplication[] =>
  completedAt === null ? [] : [{ ...row, completedAt, answered: answeredAt !== null }];

/** Applications completed in a period, oldest first. */
export async function completedBetween(
  db: Database,
  contractorId: number,
  { start, end }: { start: Date; end: Date },
): Promise<CompleteApplication[]> {
  const rows = await db
    .select(columns)
    .from(applications)
    .where(
      and(
        eq(applications.contractorId, contractorId),
        isNotNull(applications.completedAt),
        gte(applications.completedAt, start),
        lt(applications.completedAt, end),
      ),
    )
    .orderBy(asc(applications.completedAt), asc(applications.id));
  return rows.flatMap(toComplete);
}

export async function applicationsWithIds(
  db: Database,
  which: readonly RowKey[],
): Promise<CompleteApplication[]> {
  if (which.length === 0) return [];
  const rows = await db
    .select(columns)
    .from(applications)
    .where(sql`(${applications.contractorId}, ${applications.id}) in ${keyPairs(which)}`)
    .orderBy(asc(applications.completedAt), asc(applications.id));
  return rows.flatMap(toComplete);
}
