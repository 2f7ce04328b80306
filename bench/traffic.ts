import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import {
  Agent,
  createServer,
  request,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { signBody } from '../server/src/platform/crypto/secrets.ts';
import { addressOf, startBuilt, type BuiltServer } from '../server/test/built-server.ts';
import { applicationUnderLoad } from '../server/test/loaded-application.ts';

/**
 * The mix of calls that load tests send to the built server, which starts with the demo data in its
 * own folder when this module is imported.
 */
const secret = 'a-secret-that-both-sides-of-the-webhook-know';

const folder = await mkdtemp(join(tmpdir(), 'lintel-load-'));
/** The lender references of submitted applications. */
const references: string[] = [];
const handleRequest = async (incoming: IncomingMessage): Promise<void> => {
  const { reference }: { reference?: string } = JSON.parse((await text(incoming)) || '{}');
  if (reference !== undefined) references.push(reference);
};
const lenders = createServer((incoming, answer) => {
  void handleRequest(incoming).finally(() => answer.end('{}'));
}).listen(0, '127.0.0.1');
await once(lenders, 'listening');
const lendersAt = lenders.address();

const start = (): Promise<BuiltServer> =>
  startBuilt(
    {
      DATA_DIR: folder,
      DATABASE_URL: '',
      PORT: '0',
      LOG_LEVEL: 'warn',
      TRUST_PROXY: '1',
      LENDER_NETWORK: 'webhook',
      LENDER_URL: `http://127.0.0.1:${typeof lendersAt === 'object' ? lendersAt?.port : 0}`,
      LENDER_WEBHOOK_SECRET: secret,
    },
    /is ready at \S+/,
  );
let server = await start();
let base = new URL(addressOf(server));

let callers = 0;
/** A different address for each call: calls are rate-limited by address. */
const randomAddress = (): string => {
  callers += 1;
  return `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
};
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

export interface Answer {
  status: number;
  retryAfter: string | undefined;
  body: string;
}

/** Status 0 means no response. */
function callServer(
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const options: RequestOptions = {
    agent,
    method,
    host: '127.0.0.1',
    port: base.port,
    path,
    headers: {
      'x-forwarded-for': randomAddress(),
      ...headers,
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    },
    timeout: 30_000,
  };
  const sent = request(options);
  sent.on('timeout', () => sent.destroy());
  sent.end(body);
  return readAnswer(sent).catch(() => ({ status: 0, retryAfter: undefined, body: '' }));
}

async function readAnswer(sent: ClientRequest): Promise<Answer> {
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  if (answer === undefined) throw new Error('There was no answer');
  const retryAfter = answer.headers['retry-after'];
  return { status: answer.statusCode ?? 0, retryAfter, body: await text(answer) };
}

const form = (fields: Record<string, string>) => ({
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    origin: base.origin,
    'sec-fetch-site': 'same-origin',
  },
  body: new URLSearchParams(fields).toString(),
});
const json = (value: object, headers = {}) => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

/** Signs in, with a code from the demo account's authenticator if a second factor is required. */
async function signInCookie(username: string): Promise<string> {
  const { headers, body } = form({ username, password: 'Demo-pass1' });
  const first = await fetch(new URL('/api/v1/authentication', base), {
    method: 'POST',
    headers,
    body,
  });
  const cookies = responseCookies(first);
  // The outbox answers local requests only.
  const shown = await fetch(new URL('/outbox/codes', base));
  const codes: { email: string; code: string }[] = await shown.json();
  const own = codes.find(({ email }) => email === username);
  if (own === undefined) return cookies;
  const second = await fetch(new URL('/api/v1/authentication/factor', base), {
    method: 'POST',
    ...form({ code: own.code }),
    headers: { ...headers, cookie: cookies },
  });
  return `${cookies}; ${responseCookies(second)}`;
}

const responseCookies = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');

/** The consents on the page, as a browser sends them. */
function consentsIn(html: string): object {
  const [, data = '{}'] = /id="island">([^<]*)</.exec(html) ?? [];
  const { consents: boxes = [] }: { consents?: { kind: string; hash: string }[] } =
    JSON.parse(data);
  return Object.fromEntries(boxes.map(({ kind, hash }) => [kind, { hash, agreed: true }]));
}

const consents = consentsIn((await callServer('GET', '/p/summit-roofing')).body);
const cookies = {
  contractor: await signInCookie('brand@demo.test'),
  staff: await signInCookie('admin@demo.test'),
};
const pages: { data: { id: number }[] } = JSON.parse(
  (
    await callServer('GET', '/api/v1/contractor/102/co-branded-pages/filter-list', {
      headers: { cookie: cookies.contractor },
    })
  ).body,
);
const page = pages.data[0]?.id ?? 0;

/** Secrets of unsent drafts, and of acknowledged applications. */
const drafts: string[] = [];
const acknowledged: string[] = [];

const positions = new Map<string, number>();
function nextPath(paths: readonly string[]): string {
  const key = paths.join();
  const position = positions.get(key) ?? 0;
  positions.set(key, position + 1);
  return paths[position % paths.length] ?? '/';
}
const reads =
  (paths: readonly string[], cookie = '') =>
  (): Promise<Answer> =>
    callServer('GET', nextPath(paths), { headers: { cookie } });

async function apply(): Promise<Answer> {
  const token = drafts.shift();
  if (token === undefined) {
    const started = await callServer(
      'POST',
      '/api/v1/homeowner/pages/summit-roofing/applications',
      json({ draft: {} }),
    );
    if (started.status === 200) {
      const { token: applicationToken }: { token: string } = JSON.parse(started.body);
      drafts.push(applicationToken);
    }
    return started;
  }
  const sent = await callServer(
    'POST',
    `/api/v1/homeowner/applications/${token}/submit`,
    json(applicationUnderLoad(callers, consents)),
  );
  if (sent.status === 200) acknowledged.push(token);
  return sent;
}

function submitApplication(): Promise<Answer> {
  const application = references[callers % Math.max(1, references.length)];
  const id = `event-${process.pid}-${callers}`;
  const body = JSON.stringify({
    id,
    application: application ?? 'unknown',
    createdAt: new Date().toISOString(),
    type: 'offers.received',
    offers: [{ reference: id, kind: 'loan', lenderName: 'A Bank', amount: 12_000 }],
  });
  return callServer('POST', '/api/v1/integrations/lenders/events', {
    headers: {
      'content-type': 'application/json',
      'lintel-signature': signBody(secret, body, new Date()),
    },
    body,
  });
}

export interface Kind {
  name: string;
  /** Percent of calls. */
  part: number;
  run(): Promise<Answer>;
}
const api = (paths: readonly string[]): string[] => paths.map((path) => `/api/v1${path}`);
export const kinds: readonly Kind[] = [
  {
    name: 'reports and staff lists',
    part: 22,
    run: reads(api(['/reports-applications', '/reports-commissions']), cookies.contractor),
  },
  {
    name: 'staff reads',
    part: 8,
    run: reads(api(['/manage/contractors', '/manage/emails/templates', '/plan']), cookies.staff),
  },
  {
    name: 'portal reads',
    part: 20,
    run: reads(api(['/payment', '/contractor/102/refer']), cookies.contractor),
  },
  {
    name: 'public pages, embeds',
    part: 28,
    run: reads([
      '/p/summit-roofing',
      '/p/oak-and-iron',
      '/login',
      `/embeds/calculator/${page}`,
      `/embeds/apply/${page}`,
    ]),
  },
  { name: 'session', part: 8, run: reads(api(['/user']), cookies.contractor) },
  { name: 'homeowners', part: 10, run: apply },
  { name: 'webhooks', part: 3, run: submitApplication },
  { name: 'health', part: 1, run: reads(['/healthz']) },
];

/** The order of calls: each kind in proportion to its part, evenly mixed. */
export const order = Array.from({ length: 100 }, (_, position) => {
  let place = (position * 61) % 100;
  return kinds.find(({ part }) => (place -= part) < 0) ?? kinds[0];
});

/** The database's process id. */
export async function databasePid(): Promise<number> {
  const [pid] = (await readFile(join(folder, 'pg18/postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

/** Kills the server and its database while they are busy. */
export async function stopServers(): Promise<void> {
  process.kill(await databasePid(), 'SIGKILL');
  await server.stop('SIGKILL');
}

/** Restarts the server on the same data. */
export async function startAgain(): Promise<void> {
  server = await start();
  base = new URL(addressOf(server));
}

/** The number of acknowledged applications, and how many of them can't be read. */
export async function countMissing(): Promise<{ acknowledged: number; missing: number }> {
  let missing = 0;
  for (const token of acknowledged) {
    const { status } = await callServer('GET', `/api/v1/homeowner/applications/${token}`);
    if (status !== 200) missing += 1;
  }
  return { acknowledged: acknowledged.length, missing };
}

/** Stops everything and deletes the data. */
export async function end(): Promise<void> {
  await server.stop();
  lenders.close();
  agent.destroy();
  await rm(folder, { recursive: true, force: true });
}
