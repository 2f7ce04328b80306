import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { contractors } from '../contractors/tables.ts';
import { coBrandedPages } from '../pages/tables.ts';

/** The company as a document says it, and the page whose financing it offers. */
export interface CompanyFacts {
  companyName: string;
  address: string;
  phone: string;
  websiteUrl: string;
  logoKey: string | null;
  pageName: string | null;
}

/**
 * The company of a document: as its page has it, which may be closed by now and then offers nothing,
 * else as the contractor's account has it.
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
