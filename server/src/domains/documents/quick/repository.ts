import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import { contractors } from '../../contractors/tables.ts';
import { coBrandedPages } from '../../pages/tables.ts';

/** A document's data on its page and the contractor. */
export interface PricedPage {
  id: number;
  pageName: string;
  companyName: string;
  logoKey: string | null;
  address: string;
  websiteUrl: string;
  /** Ten digits, or empty. */
  phone: string;
}

export async function findPricedPage(
  db: Database,
  contractorId: number,
  pageId: number,
): Promise<PricedPage | undefined> {
  const [row] = await db
    .select({
      id: coBrandedPages.id,
      pageName: coBrandedPages.pageName,
      companyName: coBrandedPages.companyName,
      logoKey: coBrandedPages.logoKey,
      address: contractors.companyAddress,
      websiteUrl: contractors.websiteUrl,
      phone: contractors.phone,
    })
    .from(coBrandedPages)
    .innerJoin(contractors, eq(contractors.id, coBrandedPages.contractorId))
    .where(
      and(
        eq(coBrandedPages.contractorId, contractorId),
        eq(coBrandedPages.id, pageId),
        eq(coBrandedPages.isActive, true),
      ),
    );
  return row;
}
