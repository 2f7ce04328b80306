import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Keys } from './crypto/keys.ts';
import type { Database, OpenDatabase } from './db/connect.ts';
import type { Notices } from './db/notices.ts';
import type { Emit, Events } from './events.ts';
import type { FileStore } from './files/store.ts';
import type { Helpers } from './helper/pool.ts';
import type { CallCounter } from './limits/counter.ts';
import type { MailTransport } from './mail/transport.ts';
import type { LiveConfig } from './provider-settings/index.ts';
import type { Renderer } from './render/port.ts';

/**
 * What every route, job, page, and listener gets: connections, the clock, keys, and ports to the
 * outside. app.ts makes one for each kind of work (requests, reports, jobs). A domain adds its
 * ports in `ports.ts` by extending this interface.
 */
export interface Context {
  /** The settings in effect. Read them each time, because the portal can change some. */
  config: Config;
  /** The source of `config`, which changes it and makes what depends on it again. */
  liveConfig: LiveConfig;
  /** What other processes announce. */
  notices: Notices;
  /** Outside of transactions. */
  db: Database;
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
  /** Emits an event in the caller's transaction. */
  emit: Emit;
  /** The folder of the built workspaces. */
  appFolder: string;
}

/** What a process opens once; the rest of the context is made from it. */
export type Ports = Omit<
  Context,
  | 'db'
  | 'counter'
  | 'events'
  | 'emit'
  | 'accounts'
  | 'createOwner'
  | 'customerTimelines'
  | 'flyersOf'
  | 'personSources'
  | 'related'
  | 'retentionSources'
  | 'staffRecords'
  | 'team'
>;

/** A value made once for each context, when it is first needed. */
export function perContext<Value extends object>(
  make: (context: Context) => Value,
): (context: Context) => Value {
  const made = new WeakMap<Context, Value>();
  return (context) => {
    const value = made.get(context) ?? make(context);
    made.set(context, value);
    return value;
  };
}
