import { randomUUID } from 'node:crypto';
import type { InvoiceForm } from '@lintel/contract/documents/quick/document';
import { computeTotals } from '@lintel/contract/documents/quick/maths';
import { loadSharp } from '../../../platform/lazy-packages.ts';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import { perContext, type Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { Typesetter } from '../../../platform/typeset/typesetter.ts';
import { notify, requireDeliverable } from '../../messaging/index.ts';
import { layout } from './layout.ts';
import { drawQrCode, financingUrl, presentDocument } from './present.ts';
import { findPricedPage, type PricedPage } from './repository.ts';
import type { FileStore } from '../../../platform/files/store.ts';

const typesetter = new Typesetter(layout);

/** A contractor's page, resolved by the endpoint's `owner`. */
interface OwnedPage {
  contractorId: number;
  pageId: number;
}

/** The page for a document. Throws `not_found`. */
async function pricedPage(
  context: Context,
  { contractorId, pageId }: OwnedPage,
): Promise<PricedPage> {
  const page = await findPricedPage(context.db, contractorId, pageId);
  if (page === undefined) throw new AppError('not_found');
  return page;
}

/**
 * Renders the document as a PDF. Throws `not_found`. Stores only an audit entry, without the
 * customer.
 */
export async function makeDocument(
  context: Context,
  caller: Caller,
  owned: OwnedPage,
  form: InvoiceForm,
): Promise<Buffer> {
  const { clock, config } = context;
  const { publicUrl, BRAND_PRIMARY_COLOR: accent } = config;
  const page = await pricedPage(context, owned);
  const [logo, code] = await Promise.all([
    paperLogos(context).of(page.logoKey),
    drawQrCode(financingUrl(publicUrl, page.pageName)),
  ]);
  const data = presentDocument({ form, page, publicUrl, accent, code, logo });
  const pdf = typesetter.pdf(data, logo === null ? {} : { 'logo.png': logo.bytes }, clock.now());
  await recordAudit(context.db, clock, caller, {
    action: 'invoice.made',
    entity: 'page',
    entityId: page.id,
    details: {
      docType: form.docType,
      number: form.numberPrice,
      totalCents: computeTotals(form).total,
    },
  });
  return pdf;
}

/** E-mails a customer the page's address, as linked in a document. Throws `not_found`. */
export async function mailFinancingLink(
  context: Context,
  caller: Caller,
  owned: OwnedPage,
  email: string,
): Promise<void> {
  const page = await pricedPage(context, owned);
  await requireDeliverable(context.db, email);
  await context.db.transaction(async (tx) => {
    await notify(tx, context, {
      event: 'invoice-link',
      key: `invoice-link:${randomUUID()}`,
      contractorId: owned.contractorId,
      data: {
        to: email,
        company: { name: page.companyName },
        answerTo: caller.user.email,
        link: financingUrl(context.config.publicUrl, page.pageName),
      },
    });
    await recordAudit(tx, context.clock, caller, {
      action: 'invoice.link-mailed',
      entity: 'page',
      entityId: page.id,
    });
  });
}

/** A logo for print: PNG, and its width in points. */
interface PaperLogo {
  bytes: Buffer;
  width: number;
}

/** Points. */
const box = { width: 190, height: 62 } as const;
const pixelsPerPoint = 300 / 72;
const storedLimit = 100;

/**
 * Pages' logos, scaled for print (300 pixels an inch). A key always names the same content, so they
 * are cached.
 */
export class PaperLogos {
  readonly #files: Pick<FileStore, 'read'>;
  readonly #logos = new Map<string, Promise<PaperLogo | null>>();

  constructor(files: Pick<FileStore, 'read'>) {
    this.#files = files;
  }

  /** Null for a page without a readable logo: the document then starts with the name. */
  of(key: string | null): Promise<PaperLogo | null> {
    if (key === null) return Promise.resolve(null);
    const known = this.#logos.get(key);
    if (known !== undefined) return known;
    const [oldest] = this.#logos.keys();
    if (this.#logos.size >= storedLimit && oldest !== undefined) this.#logos.delete(oldest);
    const made = this.#make(key).catch(() => null);
    this.#logos.set(key, made);
    // A file that can't be read now may be readable next time.
    void made.then((logo) => logo === null && this.#logos.delete(key));
    return made;
  }

  async #make(key: string): Promise<PaperLogo | null> {
    const stored = await this.#files.read(key);
    if (stored === null) return null;
    const [width, height] = [box.width, box.height].map((points) =>
      Math.round(points * pixelsPerPoint),
    );
    const sharp = await loadSharp();
    const { data, info } = await sharp(stored, { limitInputPixels: 40_000_000, density: 300 })
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer({ resolveWithObject: true });
    const scale = Math.min(box.width / info.width, box.height / info.height);
    return { bytes: data, width: info.width * scale };
  }
}

export const paperLogos = perContext(({ files }) => new PaperLogos(files));
