import { drawnFiles, flyerLogos } from './domains/marketing/index.ts';
import { pageLogos } from './domains/pages/index.ts';
import { w9Files } from './domains/payouts/index.ts';
import { materialFiles } from './domains/training/index.ts';
import { fileSweep } from './platform/files/sweep-jobs.ts';
import type { AppDeps } from './compose-deps.ts';
import type { Part } from './compose-part.ts';

/** The daily look for files that nothing names, over all kinds of files that there are. */
export function composeFiles({
  database,
  clock,
  files,
}: Pick<AppDeps, 'database' | 'clock' | 'files'>): Part {
  const kinds = [pageLogos, flyerLogos, drawnFiles, materialFiles, w9Files];
  const sweep = fileSweep({ db: database.db, clock, files, kinds });
  return { jobs: [sweep], schedules: [{ pattern: '47 3 * * *', handler: sweep }] };
}
