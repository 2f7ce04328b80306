import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { contractorPlan, requireOwnContractor } from '../../contractors/index.ts';
import { findPublicPageById, pageNames, type PageRow } from '../../pages/index.ts';

/** The active page with this id, if it is the caller's; throws `not_found` otherwise. */
export async function ownPage(db: Database, caller: Caller, pageId: number): Promise<PageRow> {
  const page = await findPublicPageById(db, pageId);
  if (page === undefined) throw new AppError('not_found');
  requireOwnContractor(caller, page.contractorId);
  return page;
}

/**
 * The same for widgets that a plan of the tier Free does not have; throws `access_denied` there.
 */
export async function ownPageOfPaidTier(
  db: Database,
  caller: Caller,
  pageId: number,
): Promise<PageRow> {
  const page = await ownPage(db, caller, pageId);
  if (!(await hasPaidTier(db, page.contractorId))) throw new AppError('access_denied');
  return page;
}

/**
 * Whether the full page widget is there for the caller: with a page, and a tier other than Free.
 */
export async function showsFullPage(db: Database, { user }: Caller): Promise<boolean> {
  if (user.contractorId === null) return false;
  const [pages, paid] = await Promise.all([
    pageNames(db, user.contractorId),
    hasPaidTier(db, user.contractorId),
  ]);
  return pages.length > 0 && paid;
}

async function hasPaidTier(db: Database, contractorId: number): Promise<boolean> {
  const { plan } = await contractorPlan(db, contractorId);
  return plan !== null && plan.tier !== 'Free';
}
