import { AppError } from '../../../platform/errors.ts';
import { onJob, type JobHandler } from '../../../platform/jobs/job.ts';
import { flyerPdf, flyerPictures } from '../templates/flyers.ts';
import { drawFlyer } from './jobs.ts';
import { factsOf } from './present.ts';
import { requireFlyerPage } from './repository.ts';
import type { FlyerDeps } from './service.ts';

/** The flyer of a page as PDF. Throws `not_found`. */
export async function pageFlyer(
  deps: FlyerDeps,
  contractorId: number,
  pageId: number,
): Promise<{ pdf: Buffer; pageName: string }> {
  const row = await requireFlyerPage(deps.db, contractorId, pageId);
  return { pdf: await flyerPdf(deps, factsOf(row, deps.publicUrl)), pageName: row.page.pageName };
}

/** The addresses of pictures of its sides. Throws `not_found`. */
export async function pageFlyerPictures(
  deps: FlyerDeps,
  contractorId: number,
  pageId: number,
): Promise<{ previewImageFrontSide: string; previewImageBackSide: string }> {
  const row = await requireFlyerPage(deps.db, contractorId, pageId);
  const facts = factsOf(row, deps.publicUrl);
  const [previewImageFrontSide, previewImageBackSide] = await flyerPictures(
    deps,
    facts,
    contractorId,
  );
  return { previewImageFrontSide, previewImageBackSide };
}

export const flyerJobs = (deps: FlyerDeps): JobHandler[] => [
  onJob(drawFlyer, async ({ contractorId, pageId }) => {
    try {
      await pageFlyerPictures(deps, contractorId, pageId);
    } catch (error) {
      // The page is gone, or the template cannot be drawn: trying again would not help, and whoever
      // asks for the flyer gets the error.
      if (!(error instanceof AppError) || error.code === 'busy') throw error;
    }
  }),
];
