import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { applicationFilters } from '@lintel/contract/applications/report';
import {
  exportReport,
  type ExportDeps,
} from '../server/src/domains/applications/exports/export.ts';
import {
  askForLargeExport,
  largeExports,
} from '../server/src/domains/applications/exports/large/index.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import type { OpenDatabase } from '../server/src/platform/db/connect.ts';
import { mostSheetRows } from '../server/src/platform/spreadsheet/spreadsheet.ts';
import { diskStore } from '../server/src/platform/files/disk-store.ts';
import type { Caller } from '../server/src/platform/http/caller.ts';
import { startWorker } from '../server/src/platform/jobs/worker.ts';
import { Exports } from '../server/src/platform/spreadsheet/exports.ts';
import { copyStatement } from './applications-floor.ts';
import { medianOf } from './measure.ts';
import { processorApart, watchStretches } from './processor.ts';

export interface ExportBench {
  deps: ExportDeps;
  pool: Pool;
  contractorId: number;
  turns: number;
}
type Format = 'csv' | 'xlsx';

export const exportDepsOf = ({ db, pool }: Pick<OpenDatabase, 'db' | 'pool'>): ExportDeps => ({
  db,
  pool,
  clock: systemClock,
  timeZone: 'America/New_York',
  // Direct downloads are measured at any size.
  mostRowsAtOnce: Number.POSITIVE_INFINITY,
  mostSheetRows,
});

const filters = applicationFilters.parse({});
const order = { field: 'appFormStarted' as const, descending: true };

/** Seconds, CPU seconds, peak memory growth, and the delay of other work in milliseconds. */
interface Watched {
  seconds: number;
  here: number;
  database: number;
  grew: number;
  waited: number;
  longest: number;
  /** The longest time that this thread was blocked. */
  stretch: number;
}

/** This process's memory before its first export. */
let before = 0;

/** Measures the process while it runs the work. Each watch sees only its own run. */
async function watched(pool: Pool, run: () => Promise<unknown>): Promise<Watched> {
  let peak = process.memoryUsage.rss();
  const look = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50);
  const processor = await processorApart(pool);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const endStretches = watchStretches();
  const from = performance.now();
  try {
    await run();
    const seconds = (performance.now() - from) / 1000;
    const [waited, longest] = [delay.percentile(99) / 1e6, delay.max / 1e6];
    const stretch = endStretches();
    const after = await processorApart(pool);
    const here = (after.here - processor.here) / 1000;
    const database = (after.database - processor.database) / 1000;
    return { seconds, here, database, grew: peak - before, waited, longest, stretch };
  } finally {
    delay.disable();
    clearInterval(look);
  }
}

const waits = (list: readonly Watched[]): string =>
  `${medianOf(list.map(({ waited }) => waited)).toFixed(0)} ms (99th percentile), at most ${list.map(({ longest }) => longest.toFixed(0)).join(', ')} ms, of which this thread worked at a stretch ${Math.max(...list.map(({ stretch }) => stretch)).toFixed(0)} ms`;
const times = (list: readonly Watched[]): string => {
  const of = (name: 'seconds' | 'here' | 'database') =>
    medianOf(list.map((one) => one[name])).toFixed(1);
  return `${of('seconds')} s (processor ${of('here')} s here, ${of('database')} s in the database)`;
};

/**
 * An export's speed as a fraction of COPY's, its memory in MB, and the longest blocked time in ms.
 */
export interface MeasuredExport {
  name: string;
  speeds: number[];
  megabytes: number;
  stretch: number;
}

const speedsOf = (made: readonly Watched[], copies: readonly Watched[]): number[] =>
  made.map(({ seconds }, turn) => (copies[turn]?.seconds ?? Number.NaN) / seconds);

function told(made: readonly Watched[], copies: readonly Watched[]): string {
  const ratios = speedsOf(made, copies);
  return (
    `${times(made)}; COPY ${times(copies)}; speed ${medianOf(ratios).toFixed(2)} of COPY ` +
    `(${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}); memory grew by at most ${Math.max(...made.map(({ grew }) => grew / 1e6)).toFixed(0)} MB; ` +
    `others waited ${waits(made)}; while COPY ran ${waits(copies)}`
  );
}

/** The export as a download and as a job, alternating with COPY. */
export async function compareExports(bench: ExportBench): Promise<MeasuredExport[]> {
  before = process.memoryUsage.rss();
  const measured: MeasuredExport[] = [];
  for (const format of ['csv', 'xlsx'] as const) {
    measured.push(await compare(bench, `download as ${format}`, () => download(bench, format)));
    measured.push(await compareJob(bench, format));
  }
  return measured;
}

async function compare(
  { pool, contractorId, turns }: ExportBench,
  name: string,
  make: () => Promise<number>,
): Promise<MeasuredExport> {
  const [made, copies]: [Watched[], Watched[]] = [[], []];
  let bytes = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    copies.push(await watched(pool, () => pool.query(copyStatement(contractorId))));
    made.push(await watched(pool, async () => (bytes = await make())));
  }
  console.log(`\n${name}, ${Math.round(bytes / 1e6)} MB: ${told(made, copies)}`);
  return {
    name,
    speeds: speedsOf(made, copies),
    megabytes: Math.max(...made.map(({ grew }) => grew / 1e6)),
    stretch: Math.max(...made.map(({ stretch }) => stretch)),
  };
}

const callerOf = (contractorId: number): Caller => {
  const account = { id: 1, contractorId };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- exports read nothing else of their caller
  return { user: account, authenticated: account, address: '127.0.0.1' } as Caller;
};

async function download({ deps, contractorId }: ExportBench, format: Format): Promise<number> {
  const query = { ...filters, order, format };
  const { content } = await exportReport(deps, new Exports(), callerOf(contractorId), query);
  if (!(content instanceof Readable)) throw new Error('The export is no stream');
  let bytes = 0;
  for await (const piece of content) {
    const { length }: Buffer = piece;
    bytes += length;
  }
  return bytes;
}

/**
 * The same export as a job: this process works jobs like the product, with a folder as its file
 * store.
 */
async function compareJob(bench: ExportBench, format: Format): Promise<MeasuredExport> {
  const { deps } = bench;
  const folder = await mkdtemp(join(tmpdir(), 'lintel-exports-'));
  const log = pino({ level: 'warn' });
  const { jobs } = largeExports({
    ...deps,
    files: diskStore(folder),
    log,
    publicUrl: 'http://localhost',
    progressRows: 10_000,
    accountOf: async () => null,
    queueMail: async () => undefined,
  });
  const worker = await startWorker(bench.pool, {
    handlers: jobs ?? [],
    schedules: [],
    alone: true,
    log: (level, message) => {
      if (level === 'error' || level === 'warning') console.error(message);
    },
  });
  try {
    return await compare(bench, `job for ${format}`, () => asJob(bench, format));
  } finally {
    await worker.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function asJob({ deps, pool, contractorId }: ExportBench, format: Format): Promise<number> {
  const filter = { ...filters, contractorId, pageId: undefined, timeZone: deps.timeZone };
  const fileName = `${randomUUID()}.${format}`;
  const { exportId } = await askForLargeExport(deps, callerOf(contractorId), {
    filter,
    order,
    format,
    fileName,
    rows: 0,
    filters: [],
  });
  for (;;) {
    const { rows } = await pool.query<{ state: string; bytes: string }>(
      'select state, bytes from application_exports where contractor_id = $1 and export_id = $2',
      [contractorId, exportId],
    );
    const [made] = rows;
    if (made?.state === 'ready') {
      await pool.query('delete from application_exports where export_id = $1', [exportId]);
      return Number(made.bytes);
    }
    if (made?.state !== 'preparing') throw new Error(`The export is ${made?.state}`);
    await sleep(100);
  }
}
