import type { z } from 'zod';
import { languages, type Language } from '@lintel/contract/core/language';
import { keysOf } from '@lintel/contract/core/map-values';
import { flyerLogoRule, type flyerForm } from '@lintel/contract/marketing/flyer';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { ReceivedFile } from '../../../platform/http/multipart.ts';
import { enqueue, onJob, type JobHandler } from '../../../platform/jobs/job.ts';
import { storeLogo, type StoredLogo } from '../../../platform/images/reencode.ts';
import { drawFlyer } from './jobs.ts';
import {
  insertLogo,
  lockFlyer,
  upsertFlyer,
  type FlyerRow,
  type FlyerValues,
  requireFlyerPage,
} from './repository.ts';
import { flyerPdf, flyerPictures } from '../templates/flyers.ts';
import { flyerFacts } from './present.ts';

export interface FlyerRequest {
  contractorId: number;
  pageId: number;
  form: z.output<typeof flyerForm>;
  logo: ReceivedFile | undefined;
}

/**
 * Saves a page's flyer and queues its rendering. Throws `not_found` or a field error for the logo.
 */
export async function saveFlyer(
  context: Context,
  caller: Caller,
  request: FlyerRequest,
): Promise<void> {
  const { contractorId, pageId, form } = request;
  const logo = await storeLogo(context, request.logo, {
    field: 'logoFileBlob',
    message: flyerLogoRule.messages.type,
  });
  await context.db.transaction(async (tx) => {
    const stored = await lockFlyer(tx, contractorId, pageId);
    if (stored === undefined) throw new AppError('not_found');
    const at = context.clock.now();
    if (logo !== null) await insertLogo(tx, { ...logo, contractorId, at });
    const values = flyerValues(form, stored, logo);
    await upsertFlyer(tx, { contractorId, pageId }, values, at);
    await recordAudit(tx, context.clock, caller, {
      action: 'flyer.updated',
      entity: 'flyer',
      entityId: pageId,
      contractorId,
      details: changesBetween(stored, values),
    });
    await enqueue(tx, drawFlyer, { contractorId, pageId }, { key: `${drawFlyer.id}:${pageId}` });
  });
}

/** A new logo replaces the old one; omitting the old one's name removes it. */
function flyerValues(
  { logoFileName, ...words }: FlyerRequest['form'],
  stored: FlyerRow | null,
  logo: StoredLogo | null,
): FlyerValues {
  if (logo !== null) return { ...words, logoKey: logo.key, hasNoLogo: false };
  if (logoFileName === null || logoFileName === '')
    return { ...words, logoKey: null, hasNoLogo: true };
  return { ...words, logoKey: stored?.logoKey ?? null, hasNoLogo: stored?.hasNoLogo ?? false };
}

/** Old and new value of each changed field, for the audit log. */
function changesBetween(stored: FlyerRow | null, values: FlyerValues): Record<string, unknown> {
  const fields = keysOf(values).filter((field) => stored?.[field] !== values[field]);
  return Object.fromEntries(
    fields.map((field) => [field, { from: stored?.[field] ?? null, to: values[field] }]),
  );
}

/** Identifies a flyer: its page, and a language that overrides its own. */
interface FlyerKey {
  contractorId: number;
  pageId: number;
  language?: Language | undefined;
}

/** A page's flyer as PDF with its file name. Throws `not_found`. */
export async function pageFlyer(
  context: Context,
  { contractorId, pageId, language }: FlyerKey,
): Promise<{ pdf: Buffer; fileName: string }> {
  const row = await requireFlyerPage(context.db, contractorId, pageId);
  const facts = flyerFacts(row, context.config.publicUrl, language);
  const spoken = facts.language === 'en' ? '' : `-${facts.language}`;
  return {
    pdf: await flyerPdf(context, facts),
    fileName: `flyer-${row.page.pageName}${spoken}.pdf`,
  };
}

/** URLs of images of its sides. Throws `not_found`. */
export async function pageFlyerPictures(
  context: Context,
  { contractorId, pageId, language }: FlyerKey,
): Promise<{ previewImageFrontSide: string; previewImageBackSide: string }> {
  const row = await requireFlyerPage(context.db, contractorId, pageId);
  const facts = flyerFacts(row, context.config.publicUrl, language);
  const [previewImageFrontSide, previewImageBackSide] = await flyerPictures(
    context,
    facts,
    contractorId,
  );
  return { previewImageFrontSide, previewImageBackSide };
}

export const flyerJobs = (context: Context): JobHandler[] => [
  onJob(drawFlyer, async ({ contractorId, pageId }) => {
    try {
      for (const language of languages)
        await pageFlyerPictures(context, { contractorId, pageId, language });
    } catch (error) {
      // The page is gone or the template can't be rendered: a retry wouldn't help, and a request
      // for the flyer returns the error.
      if (!(error instanceof AppError) || error.code === 'busy') throw error;
    }
  }),
];
