import { and, arrayContains, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import {
  applicationFlags,
  type ApplicationFlag,
  type listFlaggedApplications,
  type reviewFlaggedApplication,
} from '@lintel/contract/applications/flags';
import { reapplyDays } from '@lintel/contract/applications/progress';
import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { readPage } from '../../../platform/db/pages.ts';
import { AppError } from '../../../platform/errors.ts';
import { companyNames } from '../../contractors/index.ts';
import { contractors } from '../../contractors/tables.ts';
import { sessions, users } from '../../identity/tables.ts';
import { coBrandedPages } from '../../pages/tables.ts';
import { applications } from '../tables.ts';

/** Days an IP address counts as the contractor's after one of its people signed in from it. */
const addressDays = 30;

export interface Submitted {
  id: number;
  contractorId: number;
  email: string;
  /** Ten digits. */
  phone: string;
  address: string;
}

const before = (now: Date, days: number) =>
  sql`${new Date(now.getTime() - days * 86_400_000).toISOString()}::timestamptz`;

/** Finds the flags of a sent application in one statement; an index covers each condition. */
export async function findFlags(
  db: Database,
  sent: Submitted,
  now: Date,
): Promise<ApplicationFlag[]> {
  const { id, contractorId, email, phone, address } = sent;
  const own = sql`${users.contractorId} = ${contractorId}`;
  const earlier = sql`select 1 from ${applications} where ${applications.contractorId} = ${contractorId} and ${applications.id} <> ${id}
    and ${applications.completedAt} between ${before(now, reapplyDays)} and ${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<Record<ApplicationFlag, boolean>>(sql`
    select
      exists (select 1 from ${users} where ${own} and lower(${users.email}) = lower(${email}))
        or exists (select 1 from ${contractors} where ${contractors.id} = ${contractorId} and lower(${contractors.email}) = lower(${email})) as "own-email",
      exists (select 1 from ${contractors} where ${contractors.id} = ${contractorId} and ${contractors.phone} = ${phone}) as "own-phone",
      exists (select 1 from ${sessions} join ${users} on ${users.id} = ${sessions.userId} where ${own} and ${sessions.address} = ${address}::inet
        and ${sessions.lastSeenAt} > ${before(now, addressDays)}) as "own-address",
      exists (${earlier} and lower(${applications.email}) = lower(${email}))
        or exists (${earlier} and ${applications.phone} = ${phone}) as "repeated"`);
  return applicationFlags.filter((flag) => rows[0]?.[flag] === true);
}

export const isToReview = and(
  sql`${applications.flags} <> '{}'`,
  isNull(applications.flagsReviewedAt),
);

const forStaff = acrossContractors('Staff review the flags of every contractor.');

/** A page of flagged applications across contractors, newest first, with their total. */
async function selectFlagged(
  db: Database,
  flag: ApplicationFlag | undefined,
  slice: { limit: number; offset: number },
) {
  const flagged = {
    table: applications,
    id: applications.id,
    where: and(isToReview, flag && arrayContains(applications.flags, [flag]), forStaff),
    keys: [sql`${applications.startedAt}`],
    descending: true,
  };
  const { ids: found, ...total } = await readPage(db, flagged, slice);
  if (found.length === 0) return { rows: [], ...total };
  const rows = await db
    .select({
      id: applications.id,
      contractorId: applications.contractorId,
      pageName: coBrandedPages.pageName,
      applicantName: applications.applicantName,
      applicantEmail: applications.email,
      applicantPhone: applications.phone,
      startedAt: applications.startedAt,
      flags: applications.flags,
    })
    .from(applications)
    .innerJoin(coBrandedPages, eq(coBrandedPages.id, applications.pageId))
    .where(and(inArray(applications.id, found), forStaff))
    .orderBy(desc(applications.startedAt), desc(applications.id));
  const ids = [...new Set(rows.map(({ contractorId }) => contractorId))];
  const names = await companyNames(db, ids);
  return {
    rows: rows.map((row) => ({ ...row, companyName: names.get(row.contractorId) ?? '' })),
    ...total,
  };
}

/** A page of applications for staff review. Contractors never see flags. */
export async function readFlagged(
  db: Database,
  { flag, page, limit }: RequestPart<typeof listFlaggedApplications, 'query'>,
): Promise<ResponseBody<typeof listFlaggedApplications>> {
  const slice = { limit, offset: (page - 1) * limit };
  const { rows, ...totals } = await selectFlagged(db, flag, slice);
  const data = rows.map(({ startedAt, flags, ...row }) => ({
    ...row,
    appFormStarted: startedAt.toISOString(),
    flags: applicationFlags.filter((one) => flags.includes(one)),
  }));
  return { data, ...totals };
}

/** Marks a flagged application as reviewed. Throws `not_found` unless it awaits review. */
export async function reviewFlagged(
  { db, clock }: Context,
  caller: Caller,
  applicationId: number,
): Promise<ResponseBody<typeof reviewFlaggedApplication>> {
  await db.transaction(async (tx) => {
    const [found] = await tx
      .select({ contractorId: applications.contractorId })
      .from(applications)
      .where(and(eq(applications.id, applicationId), forStaff));
    if (found === undefined) throw new AppError('not_found');
    const { contractorId } = found;
    const [reviewed] = await tx
      .update(applications)
      .set({ flagsReviewedAt: clock.now() })
      .where(
        and(
          eq(applications.contractorId, contractorId),
          eq(applications.id, applicationId),
          isToReview,
        ),
      )
      .returning({ flags: applications.flags });
    if (reviewed === undefined) throw new AppError('not_found');
    await recordAudit(tx, clock, caller, {
      action: 'application.flags-reviewed',
      entity: 'application',
      entityId: applicationId,
      contractorId,
      details: { flags: reviewed.flags },
    });
  });
  return { message: 'Marked as reviewed' };
}
