import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, startDemo } from '../server/test/built-server.ts';

/**
 * `npx tsx bench/soak.ts [minutes] [callers]`: mixed traffic on the built server with the demo data
 * for that long (10 minutes and 4 clients of each kind by default). Every half minute it prints the
 * number of responses and errors, their times, and the server's memory, without its render
 * processes.
 */
const minutes = Number(process.argv[2] ?? 10);
const callers = Number(process.argv[3] ?? 4);
const reportInterval = 30_000;

const metricsPort = await freePort();
const { base, stop } = await startDemo({ METRICS_PORT: String(metricsPort) });

async function signInCookie(username: string): Promise<string> {
  const body = new URLSearchParams({ username, password: 'Demo-pass1' });
  const answer = await fetch(`${base}/api/v1/authentication`, { method: 'POST', body });
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}
const [contractor, staff] = await Promise.all(
  ['brand@demo.test', 'admin@demo.test'].map(signInCookie),
);
const read = async <Answer>(path: string): Promise<Answer> => {
  const answer = await fetch(`${base}/api/v1${path}`, { headers: { cookie: contractor ?? '' } });
  return answer.json();
};
const { data: pages } = await read<{ data: { id: number }[] }>(
  '/contractor/102/co-branded-pages/filter-list',
);
const { data: payments } = await read<{ data: { id: number; state: string; status: string }[] }>(
  '/payment?limit=25',
);
const paid = payments.find(({ status, state }) => (status ?? state) === 'Succeeded');
const page = pages[0]?.id ?? 0;

const invoice = (): RequestInit => ({
  method: 'POST',
  headers: { cookie: contractor ?? '', 'sec-fetch-site': 'same-origin' },
  body: new URLSearchParams({
    docType: 'Invoice',
    fullName: 'Ann Lee',
    numberPrice: String(Math.floor(Math.random() * 1e6)),
    submittedOn: '11/21/2026',
    items: JSON.stringify([{ description: 'Work', quantity: '3', unitPrice: '150' }]),
  }),
});

interface Kind {
  name: string;
  paths: readonly string[];
  request(): RequestInit;
  /**
   * Milliseconds between two calls of one client: exports and documents are rate-limited per
   * account.
   */
  pause: number;
  callers: number;
}
const as = (cookie: string | undefined) => (): RequestInit => ({
  headers: { cookie: cookie ?? '' },
});
const kinds: Kind[] = [
  {
    name: 'public pages',
    paths: ['/p/summit-roofing', '/p/oak-and-iron', '/p/harborlight', '/login'],
    request: () => ({}),
    pause: 20,
    callers,
  },
  {
    name: 'embeds',
    paths: [
      '/embeds/v1.js',
      `/embeds/calculator/${page}`,
      `/embeds/full-page/${page}`,
      `/embeds/apply/${page}`,
    ],
    request: () => ({}),
    pause: 20,
    callers,
  },
  {
    name: 'portal reads of a contractor',
    paths: [
      '/user',
      '/reports-applications',
      '/reports-applications/graphs',
      '/reports-commissions',
      '/payment',
      '/contractor/102/refer',
    ].map((path) => `/api/v1${path}`),
    request: as(contractor),
    pause: 50,
    callers,
  },
  {
    name: 'portal reads of staff',
    paths: [
      '/manage/contractors',
      '/manage/contractors?searchText=summit',
      '/manage/emails/templates',
      '/plan',
    ].map((path) => `/api/v1${path}`),
    request: as(staff),
    pause: 50,
    callers,
  },
  {
    name: 'invoices (PDF)',
    paths: [`/api/v1/widgets/${page}/price`],
    request: invoice,
    pause: 2200,
    callers: 1,
  },
  {
    name: 'flyers and receipts (PDF)',
    paths: [
      `/api/v1/contractor/102/page/${page}/flyer`,
      ...(paid ? [`/api/v1/payment/${paid.id}/receipt`] : []),
    ],
    request: as(contractor),
    pause: 1000,
    callers: 1,
  },
  {
    name: 'exports',
    paths: [
      '/api/v1/reports-applications-export?format=xlsx',
      '/api/v1/reports-applications-export?format=csv',
    ],
    request: as(contractor),
    pause: 2500,
    callers: 1,
  },
];

interface Measured {
  times: number[];
  wrong: string[];
}
const measured = kinds.map((kind): Kind & Measured => ({ ...kind, times: [], wrong: [] }));
const end = Date.now() + minutes * 60_000;

async function call({ paths, request, pause, times, wrong }: Kind & Measured): Promise<void> {
  for (let turn = 0; Date.now() < end; turn += 1) {
    const path = paths[turn % paths.length] ?? '/';
    const started = performance.now();
    const status = await fetch(`${base}${path}`, request()).then(
      async (answer) => (await answer.arrayBuffer(), answer.status),
      (error: Error) => error.message,
    );
    times.push(performance.now() - started);
    if (status !== 200) wrong.push(`${status} ${path}`);
    await sleep(pause);
  }
}

const percentile = (times: readonly number[], share: number): number =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0);

/** The server's resident memory, and its JavaScript heap. */
async function memory(): Promise<string> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const megabytes = (name: string): number =>
    Math.round(Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0) / 1e6);
  return `${megabytes('process_resident_memory_bytes')} MB, ${megabytes('nodejs_heap_size_used_bytes')} MB of it objects`;
}

async function report(): Promise<void> {
  const started = Date.now();
  while (Date.now() < end) {
    await sleep(Math.min(reportInterval, end - Date.now()));
    const count = measured.reduce((sum, { times }) => sum + times.length, 0);
    const wrong = measured.reduce((sum, one) => sum + one.wrong.length, 0);
    const seconds = Math.round((Date.now() - started) / 1000);
    console.log(`${seconds} s: ${count} answers, ${wrong} wrong, ${await memory()}`);
  }
}

console.log(`0 s: ${await memory()}`);
await Promise.all([
  report(),
  ...measured.flatMap((kind) => Array.from({ length: kind.callers }, () => call(kind))),
]);
console.table(
  measured.map(({ name, times, wrong }) => ({
    kind: name,
    answers: times.length,
    wrong: wrong.length,
    'p50 ms': percentile(times, 0.5),
    'p99 ms': percentile(times, 0.99),
  })),
);
for (const { name, wrong } of measured)
  if (wrong.length > 0) console.log(`${name}: ${[...new Set(wrong)].join(', ')}`);
await sleep(5000);
console.log(`at rest: ${await memory()}`);
await stop();
