import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { contractorPlan } from '../../contractors/index.ts';
import { findActivePage, pageNames, type PageRow } from '../../pages/index.ts';

/** A page of the contractor, as `owner` of the endpoints finds it. */
interface OwnedPage {
  contractorId: number;
  pageId: number;
}

/** A page that a code may lead to: an active one. Throws `not_found`. */
export async function activePage(
  db: Database,
  { contractorId, pageId }: OwnedPage,
): Promise<PageRow> {
  const page = await findActivePage(db, contractorId, pageId);
  if (page === undefined) throw new AppError('not_found');
  return page;
}

/**
 * The same for widgets that a plan of the tier Free does not have; throws `access_denied` there.
 */
export async function pageOfPaidTier(db: Database, owned: OwnedPage): Promise<PageRow> {
  const page = await activePage(db, owned);
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
