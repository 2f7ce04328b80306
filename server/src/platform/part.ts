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

/** What every domain may stand on. Each takes what it needs. */
export interface Edges {
  config: Config;
  database: OpenDatabase;
  clock: Clock;
  keys: Keys;
  files: FileStore;
  /** Pictures and documents from HTML. */
  drawing: Renderer;
  /** What reads uploads and templates, in processes of their own. */
  helpers: Helpers;
  transport: MailTransport;
  counter: CallCounter;
  log: Logger;
  events: Events;
  /** Where the built parts lie. */
  appFolder: string;
}

/** What a domain adds to the whole. */
export interface Part {
  routes?: readonly Route[];
  jobs?: readonly JobHandler[];
  schedules?: readonly Schedule[];
  /** What is served outside of the API. */
  pages?: FastifyPluginAsync;
  /** How its rows that endpoints name are found to be somebody's. */
  finders?: Partial<OwnerFinders>;
  /** The files it writes, so that those that nothing names can be found. */
  files?: readonly FileKind[];
  /** What it keeps of a contractor, for the export of everything. */
  ownData?: OwnData;
  /** What it does when others announce something. */
  listeners?: Listeners;
  /** The named settings that it owns, and how each is changed. */
  settings?: SettingChanges;
}

/** A part that brings the finders of these rows. */
export type PartWithRows<Rows extends OwnedRow> = Part & { finders: Pick<OwnerFinders, Rows> };

/** Several parts as one. */
export const joined = (parts: readonly Part[]) => ({
  routes: parts.flatMap(({ routes = [] }) => routes),
  jobs: parts.flatMap(({ jobs = [] }) => jobs),
  schedules: parts.flatMap(({ schedules = [] }) => schedules),
  pages: parts.flatMap(({ pages }) => pages ?? []),
});
