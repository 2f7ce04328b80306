import { randomUUID } from 'node:crypto';
import type { InvoiceForm } from '@lintel/contract/invoices/documents';
import { totalsOf } from '@lintel/contract/invoices/maths';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import type { Typesetter } from '../../platform/typeset/typesetter.ts';
import { queueEmail, type EmailDeps } from '../emails/index.ts';
import { codeOf, financingUrl, presentDocument } from './present.ts';
import type { PaperLogos } from './logo.ts';
import { findPricedPage, type PricedPage } from './repository.ts';

export interface InvoiceDeps {
  db: Database;
  clock: Clock;
  mail: EmailDeps;
  logos: PaperLogos;
  typesetter: Typesetter;
  publicUrl: string;
  /** The colour of headings and totals, `#RRGGBB`. */
  accent: string;
}

/** A page of a contractor, as `owner` of the endpoints finds it. */
interface OwnedPage {
  contractorId: number;
  pageId: number;
}

/** The page that a document is made for. Throws `not_found`. */
async function pricedPage(
  deps: InvoiceDeps,
  { contractorId, pageId }: OwnedPage,
): Promise<PricedPage> {
  const page = await findPricedPage(deps.db, contractorId, pageId);
  if (page === undefined) throw new AppError('not_found');
  return page;
}

/**
 * The document as PDF. Throws `not_found`. Nothing of it is kept but an entry in the audit log,
 * without the customer.
 */
export async function makeDocument(
  deps: InvoiceDeps,
  caller: Caller,
  owned: OwnedPage,
  form: InvoiceForm,
): Promise<Buffer> {
  const { clock, publicUrl, accent } = deps;
  const page = await pricedPage(deps, owned);
  const [logo, code] = await Promise.all([
    deps.logos.of(page.logoKey),
    codeOf(financingUrl(publicUrl, page.pageName)),
  ]);
  const data = presentDocument({ form, page, publicUrl, accent, code, logo });
  const pdf = deps.typesetter.pdf(
    data,
    logo === null ? {} : { 'logo.png': logo.bytes },
    clock.now(),
  );
  await recordAudit(deps.db, clock, caller, {
    action: 'invoice.made',
    entity: 'page',
    entityId: page.id,
    details: { docType: form.docType, number: form.numberPrice, totalCents: totalsOf(form).total },
  });
  return pdf;
}

/** E-mails the page's address to a customer, as a document's link has it. Throws `not_found`. */
export async function mailFinancingLink(
  deps: InvoiceDeps,
  caller: Caller,
  owned: OwnedPage,
  email: string,
): Promise<void> {
  const page = await pricedPage(deps, owned);
  await deps.db.transaction(async (tx) => {
    await queueEmail(tx, deps.mail, {
      event: 'invoice-link',
      key: `invoice-link:${randomUUID()}`,
      contractorId: owned.contractorId,
      data: {
        to: email,
        company: { name: page.companyName },
        link: financingUrl(deps.publicUrl, page.pageName),
      },
    });
    await recordAudit(tx, deps.clock, caller, {
      action: 'invoice.link-mailed',
      entity: 'page',
      entityId: page.id,
    });
  });
}
