import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { composeDomains, registerDomains, type AppDeps, type ComposedDomains } from '../src/app.ts';
import { seedDemo } from '../src/demo/index.ts';
import { demoPassword } from '../src/demo/people.ts';
import { sandboxNetwork } from '../src/domains/applications/index.ts';
import { readConfig } from '../src/platform/config.ts';
import { openKeys } from '../src/platform/crypto/keys.ts';
import { diskStore } from '../src/platform/files/store.ts';
import { registerOpenApi } from '../src/platform/http/openapi.ts';
import { createServer } from '../src/platform/http/server.ts';
import { workOffJobs } from '../src/platform/jobs/worker.ts';
import { outboxTransport, type MailTransport } from '../src/platform/mail/transport.ts';
import { createTestDatabase } from './database.ts';
import { testEmbeds } from './embeds.ts';
import { openTestRenderer } from './renderer.ts';

/** A clock that a test moves. */
export class TestClock {
  #now: Date;
  constructor(now: Date) {
    this.#now = now;
  }
  now(): Date {
    return this.#now;
  }
  /** Moves on by so many seconds. */
  pass(seconds: number): void {
    this.#now = new Date(this.#now.getTime() + seconds * 1000);
  }
}

export const webhookSecret = 'a-secret-that-both-sides-of-the-webhook-know';

export interface TestApp {
  app: FastifyInstance;
  deps: AppDeps;
  clock: TestClock;
  composed: ComposedDomains;
  /** What the operator was told. */
  warnings: readonly string[];
  /** Works off all jobs that are due. */
  work(): Promise<void>;
  close(): Promise<void>;
}

/** The whole API on a database of its own, with the demonstration cast. */
export async function createTestApp(
  options: { demo?: boolean; env?: Record<string, string>; transport?: MailTransport } = {},
): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-app-'));
  const database = await createTestDatabase();
  const clock = new TestClock(new Date());
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    PUBLIC_URL: 'http://localhost:3000',
    LENDER_WEBHOOK_SECRET: webhookSecret,
    ...options.env,
  });
  const warnings: string[] = [];
  const deps: AppDeps = {
    config,
    database,
    clock,
    keys: await openKeys({ dataDir: folder }),
    files: diskStore(join(folder, 'files')),
    lenders: sandboxNetwork(database.db, clock, { offers: 0, decision: 0 }),
    renderer: {
      renderPage: ({ page, source }) => `<!doctype html><title>${page.companyName}</title><p>${source}</p>`,
      renderNotFound: () => '<!doctype html><title>Not found</title>',
    },
    drawing: openTestRenderer(),
    embeds: testEmbeds,
    transport: options.transport ?? outboxTransport,
    warn: (message) => void warnings.push(message),
    appFolder: folder,
  };
  if (options.demo !== false) await seedDemo(deps);
  const composed = composeDomains(deps);
  const app = await createServer({ logger: pino({ level: 'silent' }), trustProxy: false });
  await registerOpenApi(app, { title: 'Lintel', publicUrl: config.publicUrl });
  await registerDomains(app, deps, composed);
  await app.ready();
  return {
    app,
    deps,
    clock,
    composed,
    warnings,
    work: () => workOffJobs(database.pool, composed.jobs),
    close: async () => {
      await app.close();
      await deps.drawing.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Call = Omit<InjectOptions, 'cookies'>;

/** A browser as far as the API sees one: it keeps cookies and sends its origin. */
export class TestClient {
  readonly #app: FastifyInstance;
  readonly cookies: Record<string, string> = {};
  switchedInto: number | null = null;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** Below `/api/v1` unless it is one of the pages outside the portal. */
  async call(method: 'GET' | 'POST' | 'DELETE', path: string, options: Call = {}): Promise<LightMyRequestResponse> {
    const answer = await this.#app.inject({
      ...options,
      method,
      url: /^\/(p\/|embeds\/|unsubscribe|outbox)/.test(path) ? path : `/api/v1${path}`,
      cookies: this.cookies,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(this.switchedInto !== null && { 'x-switched-user': String(this.switchedInto) }),
        ...options.headers,
      },
    });
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0 || value === '') delete this.cookies[name];
      else this.cookies[name] = value;
    }
    return answer;
  }

  get(path: string, options?: Call): Promise<LightMyRequestResponse> {
    return this.call('GET', path, options);
  }

  post(path: string, payload?: object, options?: Call): Promise<LightMyRequestResponse> {
    return this.call('POST', path, { ...(payload && { payload }), ...options });
  }

  /** A multipart body, as a browser's FormData makes it. */
  async send(path: string, fields: Record<string, string | { name: string; bytes: Buffer }>): Promise<LightMyRequestResponse> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, new Blob([new Uint8Array(value.bytes)]), value.name);
    }
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const headers = { 'content-type': request.headers.get('content-type') ?? '' };
    return this.call('POST', path, { payload: Buffer.from(await request.arrayBuffer()), headers });
  }

  /** Signs in as one of the demonstration cast. */
  async signIn(email: string): Promise<this> {
    const answer = await this.post('/authentication', { username: email, password: demoPassword });
    if (answer.statusCode !== 200) throw new Error(`${email} could not sign in: ${answer.body}`);
    return this;
  }

  async switchInto(userId: number): Promise<this> {
    const answer = await this.post(`/user/${userId}/switch`, {});
    if (answer.statusCode !== 200) throw new Error(`Could not switch: ${answer.body}`);
    this.switchedInto = userId;
    return this;
  }
}

export const visitor = (app: TestApp): TestClient => new TestClient(app.app);
export const signedInAs = (app: TestApp, email: string): Promise<TestClient> => visitor(app).signIn(email);
