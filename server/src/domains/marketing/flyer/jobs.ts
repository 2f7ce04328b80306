import { AppError } from '../../../platform/errors.ts';
import { onJob, type JobHandler } from '../../../platform/jobs/job.ts';
import { flyerPictures } from './drawing.ts';
import { drawFlyer } from './queue-jobs.ts';
import type { FlyerDeps } from './service.ts';

export const flyerJobs = (deps: FlyerDeps): JobHandler[] => [
  onJob(drawFlyer, async ({ contractorId, pageId }) => {
    try {
      await flyerPictures(deps, contractorId, pageId);
    } catch (error) {
      // A page that has gone, or a template that cannot be drawn: whoever asks for the flyer is
      // told.
      if (!(error instanceof AppError) || error.code === 'busy') throw error;
    }
  }),
];
