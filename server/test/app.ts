import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import type { Pool } from 'pg';
import { inject } from 'vitest';
import { composeDomains, composeFor, registerDomains, type ComposedDomains } from '../src/app.ts';
import type { Context, Ports } from '../src/platform/context.ts';
import { demoApps, demoPassword } from '../src/demo/people.ts';
import { registerOpenApi } from '../src/platform/http/openapi.ts';
import { createServer } from '../src/platform/http/server.ts';
import { workOffJobs } from '../src/platform/jobs/worker.ts';
import { createTestDatabase } from './database.ts';
import { openTestEdges, openTestLog, TestClock, type TestOptions } from './edges.ts';
import { silent } from './renderer.ts';
import { checked } from './statements/checked.ts';

export { TestClock, webhookSecret } from './edges.ts';

export interface TestApp {
  app: FastifyInstance;
  deps: Ports;
  /** The context of its domains, whose events have listeners. */
  context: Context;
  clock: TestClock;
  composed: ComposedDomains;
  /** The warnings in the log. */
  warnings: readonly string[];
  /** Runs all due jobs. */
  work(): Promise<void>;
  close(): Promise<void>;
}

/** The whole API on its own database, with the demo accounts. */
export async function createTestApp(
  options: TestOptions & { demo?: boolean } = {},
): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-app-'));
  const demo = options.demo !== false;
  // The demo's files and the key of its secrets belong to its database.
  if (demo) await cp(inject('demoFolder'), folder, { recursive: true });
  const database = await createTestDatabase(inject(demo ? 'demoTemplate' : 'template'));
  const clock = new TestClock(new Date());
  const { log, warnings } = openTestLog();
  const deps = await openTestEdges({ folder, database, clock, log }, options);
  const given = { ...deps, database: checked(database), ...(demo && { knownApps: demoApps }) };
  const composed = composeDomains(given);
  const app = await createServer({ logger: silent });
  await registerOpenApi(app, { title: 'Lintel', publicUrl: deps.config.publicUrl });
  await registerDomains(app, composed, composeFor('reports', given));
  await app.ready();
  ofApps.set(app, { pool: database.pool, clock });
  return {
    app,
    deps,
    context: composed.context,
    clock,
    composed,
    warnings,
    work: () => workOffJobs(database.pool, composed.jobs),
    close: async () => {
      await app.close();
      deps.notices.close();
      await deps.drawing.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Call = Omit<InjectOptions, 'cookies'>;

/** The device cookie of each account that has signed in. */
const devicesOf = new WeakMap<FastifyInstance, Map<string, string>>();

/** A server's database and clock, to look up an app's codes. */
const ofApps = new WeakMap<FastifyInstance, { pool: Pool; clock: TestClock }>();
/** The secrets of the apps set up in a test. */
const secretsOf = new WeakMap<FastifyInstance, Map<string, string>>();
const fail = (): never => {
  throw new Error('This server was not made by createTestApp');
};

/** The code that an authenticator app with `secret` (Base32) shows at `at`. */
export const shownBy = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

const queues = new WeakMap<FastifyInstance, Promise<unknown>>();
/** Runs steps that would interfere, such as single-use codes, one after another. */
function oneByOne<Result>(app: FastifyInstance, run: () => Promise<Result>): Promise<Result> {
  const next = (queues.get(app) ?? Promise.resolve()).then(run, run);
  queues.set(
    app,
    next.catch(() => undefined),
  );
  return next;
}

/** A browser, from the API's point of view: it keeps cookies and sends its origin. */
export class TestClient {
  readonly #app: FastifyInstance;
  readonly cookies: Record<string, string> = {};
  switchedInto: number | null = null;
  /** Whether it completes a step-up on request, as the portal does. */
  provesItself = true;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** Relative to `/api/v1`, except for pages outside the portal. */
  async call(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    options: Call = {},
  ): Promise<LightMyRequestResponse> {
    const answer = await this.#call(method, path, options);
    const isAsked = answer.statusCode === 403 && answer.body.includes('"step_up_required"');
    if (!isAsked || !this.provesItself) return answer;
    await oneByOne(this.#app, () => this.#prove());
    return this.#call(method, path, options);
  }

  async #call(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    options: Call,
  ): Promise<LightMyRequestResponse> {
    const answer = await this.#app.inject({
      ...options,
      method,
      url: /^\/(p\/|t\/|d\/|l\/|embeds\/|privacy\/|unsubscribe|outbox|sandbox\/)/.test(path)
        ? path
        : `/api/v1${path}`,
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

  /** A multipart body, like a browser's FormData. */
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
   * Signs in with a demo account, on the device that the test used for it before, so that no e-mail
   * about a new device is sent.
   */
  async signIn(email: string): Promise<this> {
    return oneByOne(this.#app, () => this.#signIn(email));
  }

  async #signIn(email: string): Promise<this> {
    const devices = devicesOf.get(this.#app) ?? new Map<string, string>();
    devicesOf.set(this.#app, devices);
    const device = devices.get(email);
    if (device !== undefined) this.cookies['lintel_device'] ??= device;
    const answer = await this.post('/authentication', { username: email, password: demoPassword });
    if (answer.statusCode !== 200) throw new Error(`${email} could not sign in: ${answer.body}`);
    if (answer.json().needs === 'factor') await this.#giveCode(email);
    else if ((await this.get('/user')).json().needsFactor) await this.#setUpApp();
    devices.set(email, this.cookies['lintel_device'] ?? '');
    return this;
  }

  /** Enters the account's app code; makes used codes valid again. */
  async #giveCode(email: string, path = '/authentication/factor'): Promise<void> {
    const { pool, clock } = ofApps.get(this.#app) ?? fail();
    const known = demoApps.find((one) => one.email === email);
    const secret = known?.appSecret ?? secretsOf.get(this.#app)?.get(email) ?? '';
    await pool.query(
      'update app_factors set last_step = null from users where users.id = user_id and email = $1',
      [email],
    );
    const answer = await this.post(path, { code: shownBy(secret, clock.now()) });
    if (answer.statusCode !== 200) throw new Error(`${email} gave a wrong code: ${answer.body}`);
  }

  /** Completes a step-up, by code if the account has an app, otherwise by password. */
  async #prove(): Promise<void> {
    const { ways } = (await this.get('/user/proof')).json();
    if (ways.includes('app')) {
      await this.#giveCode((await this.get('/user')).json().email, '/user/proof/code');
      return;
    }
    const answer = await this.post('/user/proof/password', { password: demoPassword });
    if (answer.statusCode !== 200) throw new Error(`It was not proved who it is: ${answer.body}`);
  }

  /** Sets up an app for an account that requires one, as on its first screen. */
  async #setUpApp(): Promise<void> {
    const { clock } = ofApps.get(this.#app) ?? fail();
    const { id, email } = (await this.get('/user')).json();
    const { secret } = (await this.post(`/user/${id}/factors/app`)).json();
    const code = shownBy(secret, clock.now());
    const answer = await this.post(`/user/${id}/factors/app/confirm`, { code });
    if (answer.statusCode !== 200) throw new Error(`${email} has no app: ${answer.body}`);
    const secrets = secretsOf.get(this.#app) ?? new Map<string, string>();
    secretsOf.set(this.#app, secrets.set(email, secret));
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
