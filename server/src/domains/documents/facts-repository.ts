import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { contractors } from '../contractors/tables.ts';
import { coBrandedPages } from '../pages/tables.ts';

/** A document's company data, and the page whose financing it offers. */
export interface CompanyFacts {
  companyName: string;
  address: string;
  phone: string;
  websiteUrl: string;
  logoKey: string | null;
  pageName: string | null;
}

/**
 * A document's company: from its page, which offers nothing if closed, or else from the
 * contractor's account.
 */
export async function readFacts(
  db: Database,
  { contractorId, pageId }: { contractorId: number; pageId: number | null },
): Promise<CompanyFacts> {
  const [company] = await db
    .select({
      companyName: contractors.companyName,
      address: contractors.companyAddress,
      phone: contractors.phone,
      websiteUrl: contractors.websiteUrl,
    })
    .from(contractors)
    .where(eq(contractors.id, contractorId));
  if (company === undefined) throw new Error(`There is no contractor ${contractorId}`);
  const [page] =
    pageId === null
      ? []
      : await db
          .select()
          .from(coBrandedPages)
          .where(and(eq(coBrandedPages.contractorId, contractorId), eq(coBrandedPages.id, pageId)));
  return {
    ...company,
    companyName: page?.companyName ?? company.companyName,
    logoKey: page?.logoKey ?? null,
    pageName: page?.isActive ? page.pageName : null,
  };
}
