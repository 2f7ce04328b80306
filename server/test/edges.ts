import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import type { Ports } from '../src/platform/context.ts';
import { sandboxNetwork } from '../src/domains/applications/index.ts';
import type { Clock } from '../src/platform/clock.ts';
import { openKeys } from '../src/platform/crypto/keys.ts';
import type { OpenDatabase } from '../src/platform/db/connect.ts';
import { Notices } from '../src/platform/db/notices.ts';
import type { StartTimer } from '../src/platform/helper/bounds.ts';
import { diskStore } from '../src/platform/files/disk-store.ts';
import { openHelpers, type Helpers } from '../src/platform/helper/pool.ts';
import type { MailTransport } from '../src/platform/mail/transport.ts';
import { LiveConfig } from '../src/platform/provider-settings/index.ts';
import { openProviders } from '../src/runtime.ts';
import { testEmbeds } from './embeds.ts';
import { openTestRenderer, silent } from './renderer.ts';

/**
 * Shared by the files of a test process, because helpers are fast once loaded; with long timeouts
 * for busy machines.
 */
export const testHelpers = openHelpers(silent, () => () => undefined);

/** A logger, and its warnings. */
export function openTestLog(): { log: Logger; warnings: string[] } {
  const warnings: string[] = [];
  const write = (line: string): void => {
    const told: { msg: string } = JSON.parse(line);
    warnings.push(told.msg);
  };
  return { log: pino({ level: 'warn' }, { write }), warnings };
}

/** A clock that a test controls. */
export class TestClock {
  #now: Date;
  constructor(now: Date) {
    this.#now = now;
  }
  now(): Date {
    return this.#now;
  }
  /** Advances by this many seconds. */
  pass(seconds: number): void {
    this.#now = new Date(this.#now.getTime() + seconds * 1000);
  }
}

/** A stopped clock; a test releases what waits for it. */
export function standingClock() {
  const waiting = new Set<() => void>();
  const later: StartTimer = (_milliseconds, run) => {
    waiting.add(run);
    return () => waiting.delete(run);
  };
  return { later, waiting: () => waiting.size, strike: () => [...waiting].forEach((run) => run()) };
}

/** A machine that is too busy for a given number of tasks, regardless of the clock. */
export class BusyMachine {
  late = 0;
  readonly later: StartTimer = (_milliseconds, run) => {
    if (this.late > 0) {
      this.late -= 1;
      queueMicrotask(run);
    }
    return () => undefined;
  };
}

export const webhookSecret = 'a-secret-that-both-sides-of-the-webhook-know';

interface Opened {
  folder: string;
  database: OpenDatabase;
  clock: Clock;
  log: Logger;
}

export interface TestOptions {
  env?: Record<string, string>;
  transport?: MailTransport;
  helpers?: Helpers;
  exports?: Ports['exports'];
  push?: Ports['push'];
}

/** The domains' ports in tests: real implementations if they run on one machine. */
export async function openTestEdges(
  { folder, database, clock, log }: Opened,
  options: TestOptions = {},
): Promise<Ports> {
  const env = {
    NODE_ENV: 'test',
    DATA_DIR: folder,
    PUBLIC_URL: 'http://localhost:3000',
    LENDER_WEBHOOK_SECRET: webhookSecret,
    ...options.env,
  };
  const keys = await openKeys({ dataDir: folder });
  const { db } = database;
  const liveConfig = new LiveConfig({ env, db, keys, log });
  const { config } = liveConfig;
  return {
    config,
    liveConfig,
    notices: new Notices(database, { onTrouble: (error) => log.warn(error.message) }),
    database,
    clock,
    keys,
    files: diskStore(join(folder, 'files')),
    lenders: sandboxNetwork(database.db, clock, { offers: 0, decision: 0 }),
    ...(await openProviders(liveConfig, { db, clock, keys })),
    renderer: {
      inlineScripts: [],
      renderPage: ({ page, source }) =>
        `<!doctype html><title>${page.companyName}</title><p>${source}</p>`,
      renderNotFound: () => '<!doctype html><title>Not found</title>',
      renderClosed: ({ pageName, companyName, phone }) =>
        `<!doctype html><title>Closed</title><p>${companyName} ${phone}</p><a>${pageName}</a>`,
      renderLegal: ({ page, view }) =>
        `<title>${page.companyName}</title><script type="application/json">${JSON.stringify(view)}</script>`,
      renderPrivacy: ({ page, view }) =>
        `<!doctype html><title>${page?.companyName ?? 'none'}</title>${JSON.stringify(view)}`,
      documentScript: '',
      renderDocument: ({ page, language, view }) =>
        JSON.stringify({ page: page?.pageName ?? null, language, view }),
      renderApplication: ({ page, language, view, isClosed }) =>
        JSON.stringify({ page: page?.pageName ?? null, language, view, isClosed }),
    },
    drawing: openTestRenderer(),
    helpers: options.helpers ?? testHelpers,
    embeds: testEmbeds,
    ...(options.transport && { transport: options.transport }),
    push: options.push ?? (() => Promise.reject(new Error('Nobody carries notifications here'))),
    log,
    appFolder: folder,
    exports: options.exports,
  };
}
