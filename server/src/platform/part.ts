import type { FastifyPluginAsync } from 'fastify';
import type { Listeners } from './events.ts';
import type { FileKind } from './files/sweep-jobs.ts';
import type { OwnedRow } from '@lintel/contract/core/owner';
import type { OwnerFinders } from './http/ownership.ts';
import type { Route } from './http/route.ts';
import type { JobHandler } from './jobs/job.ts';
import type { Schedule } from './jobs/worker.ts';
import type { OwnData } from './own-data.ts';
import type { SettingChanges } from './settings/routes.ts';
import type { SetupSources } from './setup.ts';

/** A domain's contribution to the application. */
export interface Part {
  routes?: readonly Route[];
  jobs?: readonly JobHandler[];
  schedules?: readonly Schedule[];
  /** Routes outside of the API. */
  pages?: FastifyPluginAsync;
  /** Finds the owner of rows that endpoints reference. */
  finders?: Partial<OwnerFinders>;
  /** The files that it writes, so that unreferenced ones can be found. */
  files?: readonly FileKind[];
  /** A contractor's data for the full export. */
  ownData?: OwnData;
  /** Listeners to other domains' events. */
  listeners?: Listeners;
  /** The named settings that it owns, and how each is changed. */
  settings?: SettingChanges;
  /** The steps of setting up that it owns. */
  setup?: SetupSources;
}

/** A part that provides the finders of these rows. */
export type PartWithRows<Rows extends OwnedRow> = Part & { finders: Pick<OwnerFinders, Rows> };

/** Several parts as one. */
export const joined = (parts: readonly Part[]) => ({
  routes: parts.flatMap(({ routes = [] }) => routes),
  jobs: parts.flatMap(({ jobs = [] }) => jobs),
  schedules: parts.flatMap(({ schedules = [] }) => schedules),
  pages: parts.flatMap(({ pages }) => pages ?? []),
});
