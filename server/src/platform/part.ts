import type { FastifyPluginAsync } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Keys } from './crypto/keys.ts';
import type { OpenDatabase } from './db/connect.ts';
import type { Events, Listeners } from './events.ts';
import type { FileStore } from './files/store.ts';
import type { FileKind } from './files/sweep-jobs.ts';
import type { Helpers } from './helper/pool.ts';
import type { OwnedRow } from '@lintel/contract/core/owner';
import type { OwnerFinders } from './http/ownership.ts';
import type { Route } from './http/route.ts';
import type { JobHandler } from './jobs/job.ts';
import type { Schedule } from './jobs/worker.ts';
import type { CallCounter } from './limits/counter.ts';
import type { MailTransport } from './mail/transport.ts';
import type { OwnData } from './own-data.ts';
import type { Renderer } from './render/port.ts';
import type { SettingChanges } from './settings/routes.ts';

/** The dependencies available to every domain. Each takes what it needs. */
export interface Edges {
  config: Config;
  database: OpenDatabase;
  clock: Clock;
  keys: Keys;
  files: FileStore;
  /** Images and documents from HTML. */
  drawing: Renderer;
  /** Helper processes that read uploads and templates. */
  helpers: Helpers;
  transport: MailTransport;
  counter: CallCounter;
  log: Logger;
  events: Events;
  /** The folder of the built workspaces. */
  appFolder: string;
}

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
