import { z } from 'zod';
import { job } from '../../../../platform/jobs/job.ts';

const which = z.object({ contractorId: z.number().int().positive(), exportId: z.uuid() });
export type ExportIds = z.output<typeof which>;

/** Makes a large export. Its row counts the attempts. */
export const makeLargeExport = job({
  id: 'applications.large-export',
  payload: which,
  maxAttempts: 10,
  calls: 'files',
});

/** Deletes a large export's file after its expiration, and its row a day later. */
export const expireLargeExport = job({
  id: 'applications.expire-large-export',
  payload: which,
  maxAttempts: 25,
});

/** Deletes orphaned files of large exports. */
export const removeExportFiles = job({
  id: 'applications.remove-export-files',
  payload: z.object({ keys: z.array(z.string()) }),
  maxAttempts: 12,
});

/** An export's job keys: at most one job of each. */
export const jobKeys = ({ contractorId, exportId }: ExportIds) => {
  const name = `${contractorId}-${exportId}`;
  return {
    make: `${makeLargeExport.id}:${name}`,
    expire: `${expireLargeExport.id}:${name}`,
  };
};
