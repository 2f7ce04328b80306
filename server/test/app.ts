import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { inject } from 'vitest';
import { composeDomains, registerDomains, type AppDeps, type ComposedDomains } from '../src/app.ts';
import { demoPassword } from '../src/demo/people.ts';
import { registerOpenApi } from '../src/platform/http/openapi.ts';
import { createServer } from '../src/platform/http/server.ts';
import type { Helpers } from '../src/platform/helper/pool.ts';
import { workOffJobs } from '../src/platform/jobs/worker.ts';
import type { MailTransport } from '../src/platform/mail/transport.ts';
import { createTestDatabase } from './database.ts';
import { openTestEdges, openTestLog, TestClock } from './edges.ts';
import { silent } from './renderer.ts';

export { TestClock, webhookSecret } from './edges.ts';

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
  options: {
    demo?: boolean;
    env?: Record<string, string>;
    transport?: MailTransport;
    helpers?: Helpers;
  } = {},
): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-app-'));
  const demo = options.demo !== false;
  // The files of the cast and the key that sealed its secrets belong to its database.
  if (demo) await cp(inject('demoFolder'), folder, { recursive: true });
  const database = await createTestDatabase(inject(demo ? 'demoTemplate' : 'template'));
  const clock = new TestClock(new Date());
  const { log, warnings } = openTestLog();
  const deps = await openTestEdges({ folder, database, clock, log }, options);
  const composed = composeDomains(deps);
  const app = await createServer({ logger: silent });
  await registerOpenApi(app, { title: 'Lintel', publicUrl: deps.config.publicUrl });
  await registerDomains(app, composed);
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

/** The device cookie of each account that has signed in. */
const devicesOf = new WeakMap<FastifyInstance, Map<string, string>>();

/** A browser as far as the API sees one: it keeps cookies and sends its origin. */
export class TestClient {
  readonly #app: FastifyInstance;
  readonly cookies: Record<string, string> = {};
  switchedInto: number | null = null;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** Below `/api/v1` unless it is one of the pages outside the portal. */
  async call(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    options: Call = {},
  ): Promise<LightMyRequestResponse> {
    const answer = await this.#app.inject({
      ...options,
      method,
      url: /^\/(p\/|embeds\/|unsubscribe|outbox|sandbox\/)/.test(path) ? path : `/api/v1${path}`,
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
  async send(
    path: string,
    fields: Record<string, string | { name: string; bytes: Buffer }>,
  ): Promise<LightMyRequestResponse> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, new Blob([new Uint8Array(value.bytes)]), value.name);
    }
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const headers = { 'content-type': request.headers.get('content-type') ?? '' };
    return this.call('POST', path, { payload: Buffer.from(await request.arrayBuffer()), headers });
  }

  /**
   * Signs in as one of the demonstration cast, on the device that a test has used for that account
   * before: nobody is told of it.
   */
  async signIn(email: string): Promise<this> {
    const devices = devicesOf.get(this.#app) ?? new Map<string, string>();
    devicesOf.set(this.#app, devices);
    const device = devices.get(email);
    if (device !== undefined) this.cookies['lintel_device'] ??= device;
    const answer = await this.post('/authentication', { username: email, password: demoPassword });
    if (answer.statusCode !== 200) throw new Error(`${email} could not sign in: ${answer.body}`);
    devices.set(email, this.cookies['lintel_device'] ?? '');
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
export const signedInAs = (app: TestApp, email: string): Promise<TestClient> =>
  visitor(app).signIn(email);
