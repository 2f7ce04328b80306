import { onJob } from '../../platform/jobs/job.ts';
import type { OwnData } from '../../platform/own-data.ts';
import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import { runExport } from './make-export.ts';
import { makeExport } from './queue-jobs.ts';
import { livingFiles } from './repository.ts';
import { exportRoutes } from './routes.ts';

/** The export of all of a contractor's data; `data` is what the other domains hold. */
export function part(context: Context, data: readonly OwnData[]): Part {
  const { clock } = context;
  return {
    routes: exportRoutes(context),
    jobs: [onJob(makeExport, (ids) => runExport(context, data, ids))],
    files: [
      {
        owns: (key) => /^company-data\/\d+\/[0-9a-f-]{36}-\d+\.zip$/.test(key),
        named: (tx, keys) => livingFiles(tx, keys, clock.now()),
        days: 1,
      },
    ],
  };
}
