import {
  askForCompanyExport,
  downloadCompanyExport,
  openCompanyExport,
  readCompanyExport,
} from '@lintel/contract/company-data/export';
import { brandOf } from '../../platform/brand.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { onJob } from '../../platform/jobs/job.ts';
import type { OwnData } from '../../platform/own-data.ts';
import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import { notify, type MessagingDeps } from '../messaging/index.ts';
import { askForExport, downloadExport, readExport, type ExportDeps } from './export.ts';
import { runExport, type MakeDeps } from './make-export.ts';
import { makeExport } from './queue-jobs.ts';
import { livingFiles } from './repository.ts';

interface Deps extends Pick<Context, 'config' | 'database' | 'clock' | 'files' | 'log'> {
  messaging: MessagingDeps;
  /** The other domains' data of a contractor. */
  data: readonly OwnData[];
}

/** The export of all of a contractor's data. */
export function part({ config, database: { db }, clock, files, log, messaging, data }: Deps): Part {
  const deps: MakeDeps = {
    db,
    clock,
    files,
    timeZone: config.BUSINESS_TIME_ZONE,
    log,
    brand: brandOf(config),
    publicUrl: config.publicUrl,
    data,
    queueMail: (tx, request) => notify(tx, messaging, request),
  };
  return {
    routes: exportRoutes(deps),
    jobs: [onJob(makeExport, (ids) => runExport(deps, ids))],
    files: [
      {
        owns: (key) => /^company-data\/\d+\/[0-9a-f-]{36}-\d+\.zip$/.test(key),
        named: (tx, keys) => livingFiles(tx, keys, clock.now()),
        days: 1,
      },
    ],
  };
}

const exportRoutes = (deps: ExportDeps): Route[] => [
  handle(readCompanyExport, async ({ owned }) => ({
    data: await readExport(deps, owned.contractorId),
  })),
  handle(openCompanyExport, async ({ owned }) => ({
    data: await readExport(deps, owned.contractorId),
  })),
  handle(askForCompanyExport, async ({ owned, caller }) => ({
    message: 'We are preparing your export. You get an e-mail when it is ready.',
    data: await askForExport(deps, caller, owned.contractorId),
  })),
  handle(downloadCompanyExport, ({ owned, caller }) =>
    downloadExport(deps, caller, owned.contractorId),
  ),
];
