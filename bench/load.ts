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
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { signatureOf } from '../server/src/platform/crypto/secrets.ts';
import { addressOf, startBuilt, type BuiltServer } from '../server/test/built-server.ts';

/**
 * `npx tsx bench/load.ts [seconds]`: mixed traffic on the built server with the demonstration data,
 * as an open model: calls come at a rate, whether those before are answered or not, as people do.
 * It looks for what the machine holds, asks for 50, 100 and 200% of it for so many seconds each (15
 * when not given), measures how long nobody is refused any more after the load goes back, and kills
 * server and database in the middle of 200%: what was acknowledged must be there after the start.
 * Server, database and this program share the machine.
 */
const seconds = Number(process.argv[2] ?? 15);
const secret = 'a-secret-that-both-sides-of-the-webhook-know';

const folder = await mkdtemp(join(tmpdir(), 'lintel-load-'));
/** The applications that the lenders were told of. */
const references: string[] = [];
const take = async (asked: IncomingMessage): Promise<void> => {
  const { reference }: { reference?: string } = JSON.parse((await text(asked)) || '{}');
  if (reference !== undefined) references.push(reference);
};
const lenders = createServer((asked, answer) => {
  void take(asked).finally(() => answer.end('{}'));
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
/** Each call comes from an address of its own: calls are limited by address. */
const from = (): string => {
  callers += 1;
  return `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
};
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

interface Answer {
  status: number;
  retryAfter: string | undefined;
  body: string;
}

/** Status 0 where nobody answered. */
function ask(
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
      'x-forwarded-for': from(),
      ...headers,
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    },
    timeout: 30_000,
  };
  const sent = request(options);
  sent.on('timeout', () => sent.destroy());
  sent.end(body);
  return answerTo(sent).catch(() => ({ status: 0, retryAfter: undefined, body: '' }));
}

async function answerTo(sent: ClientRequest): Promise<Answer> {
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

/** Signs in, with a code of the demonstration's own app where one is asked for. */
async function cookieOf(username: string): Promise<string> {
  const { headers, body } = form({ username, password: 'Demo-pass1' });
  const first = await fetch(new URL('/api/v1/authentication', base), {
    method: 'POST',
    headers,
    body,
  });
  const cookies = cookiesOf(first);
  // Codes are told at this machine alone.
  const told = await fetch(new URL('/outbox/codes', base));
  const codes: { email: string; code: string }[] = await told.json();
  const own = codes.find(({ email }) => email === username);
  if (own === undefined) return cookies;
  const second = await fetch(new URL('/api/v1/authentication/factor', base), {
    method: 'POST',
    ...form({ code: own.code }),
    headers: { ...headers, cookie: cookies },
  });
  return `${cookies}; ${cookiesOf(second)}`;
}

const cookiesOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');

/** What a homeowner agrees to, from the page as a browser has it. */
function consentsIn(html: string): object {
  const [, data = '{}'] = /id="island">([^<]*)</.exec(html) ?? [];
  const { consents: boxes = [] }: { consents?: { kind: string; hash: string }[] } =
    JSON.parse(data);
  return Object.fromEntries(boxes.map(({ kind, hash }) => [kind, { hash, agreed: true }]));
}

const consents = consentsIn((await ask('GET', '/p/summit-roofing')).body);
const cookies = {
  contractor: await cookieOf('brand@demo.test'),
  staff: await cookieOf('admin@demo.test'),
};
const pages: { data: { id: number }[] } = JSON.parse(
  (
    await ask('GET', '/api/v1/contractor/102/co-branded-pages/filter-list', {
      headers: { cookie: cookies.contractor },
    })
  ).body,
);
const page = pages.data[0]?.id ?? 0;

/** Secrets of drafts that wait to be sent, and of applications that were acknowledged. */
const drafts: string[] = [];
const acknowledged: string[] = [];

const turns = new Map<string, number>();
function inTurn(paths: readonly string[]): string {
  const key = paths.join();
  const turn = turns.get(key) ?? 0;
  turns.set(key, turn + 1);
  return paths[turn % paths.length] ?? '/';
}
const reads =
  (paths: readonly string[], cookie = '') =>
  (): Promise<Answer> =>
    ask('GET', inTurn(paths), { headers: { cookie } });

async function apply(): Promise<Answer> {
  const token = drafts.shift();
  if (token === undefined) {
    const started = await ask(
      'POST',
      '/api/v1/homeowner/pages/summit-roofing/applications',
      json({ draft: {} }),
    );
    if (started.status === 200) {
      const { token: begun }: { token: string } = JSON.parse(started.body);
      drafts.push(begun);
    }
    return started;
  }
  const sent = await ask(
    'POST',
    `/api/v1/homeowner/applications/${token}/submit`,
    json({
      firstName: 'Under',
      lastName: 'Load',
      email: `under.load.${callers}@example.com`,
      phone: `(512) 555-${String(callers % 10_000).padStart(4, '0')}`,
      city: 'Austin',
      state: 'TX',
      creditBand: 'good',
      requestedAmount: '$12,500.00',
      project: 'Painting',
      consents,
    }),
  );
  if (sent.status === 200) acknowledged.push(token);
  return sent;
}

function tell(): Promise<Answer> {
  const application = references[callers % Math.max(1, references.length)];
  const id = `event-${process.pid}-${callers}`;
  const body = JSON.stringify({
    id,
    application: application ?? 'nobody-at-all',
    createdAt: new Date().toISOString(),
    type: 'offers.received',
    offers: [{ reference: id, kind: 'loan', lenderName: 'A Bank', amount: 12_000 }],
  });
  return ask('POST', '/api/v1/integrations/lenders/events', {
    headers: {
      'content-type': 'application/json',
      'lintel-signature': signatureOf(secret, body, new Date()),
    },
    body,
  });
}

interface Kind {
  name: string;
  /** Of a hundred calls. */
  part: number;
  run(): Promise<Answer>;
}
const api = (paths: readonly string[]): string[] => paths.map((path) => `/api/v1${path}`);
const kinds: readonly Kind[] = [
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
  { name: 'webhooks', part: 3, run: tell },
  { name: 'health', part: 1, run: reads(['/healthz']) },
];

/** The order of calls: each kind as often as its part, mixed evenly. */
const order = Array.from({ length: 100 }, (_, turn) => {
  let place = (turn * 61) % 100;
  return kinds.find(({ part }) => (place -= part) < 0) ?? kinds[0];
});

interface Seen {
  /** Milliseconds of what was answered, by kind. */
  times: Map<string, number[]>;
  statuses: Map<string, Map<number, number>>;
  asked: number;
  /** When the last one was refused, in milliseconds since the beginning. */
  lastRefused: number;
  withoutRetry: number;
}

let turn = 0;
/** Calls at a rate for a time; resolves when the last one was answered. */
async function load(rate: number, duration: number): Promise<Seen> {
  const seen: Seen = {
    times: new Map(),
    statuses: new Map(),
    asked: 0,
    lastRefused: 0,
    withoutRetry: 0,
  };
  const open = new Set<Promise<void>>();
  const began = performance.now();
  const one = async (): Promise<void> => {
    const kind = order[(turn += 1) % order.length];
    if (kind === undefined) return;
    const asked = performance.now();
    const { status, retryAfter } = await kind.run();
    const statuses = seen.statuses.get(kind.name) ?? new Map<number, number>();
    seen.statuses.set(kind.name, statuses.set(status, (statuses.get(status) ?? 0) + 1));
    if (status === 503) {
      seen.lastRefused = performance.now() - began;
      if (retryAfter === undefined) seen.withoutRetry += 1;
    } else
      seen.times.set(kind.name, [...(seen.times.get(kind.name) ?? []), performance.now() - asked]);
  };
  while (performance.now() - began < duration * 1000) {
    const due = Math.floor(((performance.now() - began) / 1000) * rate);
    for (; seen.asked < due; seen.asked += 1) {
      const call = one().finally(() => open.delete(call));
      open.add(call);
    }
    await sleep(5);
  }
  await Promise.all(open);
  return seen;
}

const at = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0;
const all = ({ times }: Seen): number[] => [...times.values()].flat();
const countOf = ({ statuses }: Seen, status: number): number =>
  [...statuses.values()].reduce((sum, own) => sum + (own.get(status) ?? 0), 0);

function tellAbout(title: string, seen: Seen): void {
  const load1 = (loadavg()[0] ?? 0).toFixed(1);
  console.log(`\n${title}: ${seen.asked} calls, load of the machine ${load1}`);
  for (const { name } of kinds) {
    const times = seen.times.get(name) ?? [];
    const said = [...(seen.statuses.get(name) ?? [])].map(([code, count]) => `${code}: ${count}`);
    const [half, most] = [at(times, 0.5), at(times, 0.95)].map(Math.round);
    console.log(
      `  ${name.padEnd(24)} p50 ${half} ms, p95 ${most} ms; ${said.toSorted().join(', ')}`,
    );
  }
  if (seen.withoutRetry > 0) console.log(`  ${seen.withoutRetry} refusals without Retry-After`);
}

/** A rate is held when nearly nobody is refused and nearly all are answered in time. */
const isHeld = (seen: Seen): boolean =>
  countOf(seen, 503) < seen.asked / 200 && at(all(seen), 0.95) < 500;

await load(30, 5);
let held = 40;
for (let rate = 50; ; rate = Math.round(rate * 1.2)) {
  const seen = await load(rate, 5);
  console.log(`${rate}/s: p95 ${Math.round(at(all(seen), 0.95))} ms, 503: ${countOf(seen, 503)}`);
  if (!isHeld(seen)) break;
  held = rate;
}
console.log(`\nThe machine holds ${held} calls a second.`);
await sleep(8000);
for (const part of [0.5, 1, 2]) {
  tellAbout(`${part * 100}% (${held * part}/s)`, await load(held * part, seconds));
}
const after = await load(held / 2, 15);
tellAbout('50% directly after 200%', after);
console.log(
  `  the last refusal came ${(after.lastRefused / 1000).toFixed(1)} s after the load went back`,
);

const underKill = load(held * 2, 8);
await sleep(4000);
const [pid] = (await readFile(join(folder, 'pg18/postmaster.pid'), 'utf8')).split('\n');
process.kill(Number(pid), 'SIGKILL');
await server.stop('SIGKILL');
await underKill;
server = await start();
base = new URL(addressOf(server));
let missing = 0;
for (const token of acknowledged) {
  const { status } = await ask('GET', `/api/v1/homeowner/applications/${token}`);
  if (status !== 200) missing += 1;
}
console.log(
  `\nkill -9 of server and database during 200%: ${acknowledged.length} applications were acknowledged, ${missing} of them are missing after the start`,
);
await server.stop();
lenders.close();
agent.destroy();
await rm(folder, { recursive: true, force: true });
process.exitCode = missing > 0 ? 1 : 0;
