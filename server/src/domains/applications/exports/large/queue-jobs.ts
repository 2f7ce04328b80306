import { z } from 'zod';
import { job } from '../../../../platform/jobs/job.ts';

const which = z.object({ contractorId: z.number().int().positive(), exportId: z.uuid() });
export type ExportIds = z.output<typeof which>;

/** Makes a large export. Its row counts how often that was tried. */
export const makeLargeExport = job({
  id: 'applications.large-export',
  payload: which,
  maxAttempts: 10,
  calls: 'files',
});

/** Lets a large export expire when its time has come, and forgets it a day later. */
export const expireLargeExport = job({
  id: 'applications.expire-large-export',
  payload: which,
  maxAttempts: 25,
});

/** Removes files that no large export names any more. */
export const removeExportFiles = job({
  id: 'applications.remove-export-files',
  payload: z.object({ keys: z.array(z.string()) }),
  maxAttempts: 12,
});

/** The jobs of an export: one of each at most. */
export const jobKeys = ({ contractorId, exportId }: ExportIds) => {
  const name = `${contractorId}-${exportId}`;
  return {
    make: `${makeLargeExport.id}:${name}`,
    expire: `${expireLargeExport.id}:${name}`,
  };
};
