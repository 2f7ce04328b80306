import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { applicationFilters } from '@lintel/contract/applications/report';
import { exportReport } from '../server/src/domains/applications/exports/export.ts';
import {
  largeExports,
  startLargeExport,
} from '../server/src/domains/applications/exports/large/index.ts';
import type { Context } from '../server/src/platform/context.ts';
import type { OpenDatabase } from '../server/src/platform/db/connect.ts';
import { diskStore } from '../server/src/platform/files/disk-store.ts';
import type { Caller } from '../server/src/platform/http/caller.ts';
import { startWorker } from '../server/src/platform/jobs/worker.ts';
import { Exports } from '../server/src/platform/spreadsheet/exports.ts';
import { copyStatement } from './applications-floor.ts';
import { openContext } from './context.ts';
import { medianValue } from './measure.ts';
import { processorTimes, watchBlockedTime } from './processor.ts';

export interface ExportBench {
  context: Context;
  pool: Pool;
  contractorId: number;
  rounds: number;
}
type Format = 'csv' | 'xlsx';

/** Direct downloads are measured at any size. */
export const exportContext = (database: OpenDatabase, folder: string): Promise<Context> =>
  openContext(database, folder, { exports: { mostRowsAtOnce: Number.POSITIVE_INFINITY } });

const filters = applicationFilters.parse({});
const order = { field: 'appFormStarted' as const, descending: true };

/** Seconds, CPU seconds, peak memory growth, and the delay of other work in milliseconds. */
interface Measured {
  seconds: number;
  process: number;
  database: number;
  growth: number;
  delayed: number;
  longest: number;
  /** The longest time that this thread was blocked. */
  longestBlock: number;
}

/** This process's memory before its first export. */
let before = 0;

/** Measures the process while it runs the work. Each watch sees only its own run. */
async function measure(pool: Pool, run: () => Promise<unknown>): Promise<Measured> {
  let peak = process.memoryUsage.rss();
  const look = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50);
  const processor = await processorTimes(pool);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const endStretches = watchBlockedTime();
  const from = performance.now();
  try {
    await run();
    const seconds = (performance.now() - from) / 1000;
    const [delayed, longest] = [delay.percentile(99) / 1e6, delay.max / 1e6];
    const longestBlock = endStretches();
    const after = await processorTimes(pool);
    const ownThread = (after.process - processor.process) / 1000;
    const database = (after.database - processor.database) / 1000;
    return {
      seconds,
      process: ownThread,
      database,
      growth: peak - before,
      delayed,
      longest,
      longestBlock,
    };
  } finally {
    delay.disable();
    clearInterval(look);
  }
}

const delays = (list: readonly Measured[]): string =>
  `${medianValue(list.map(({ delayed }) => delayed)).toFixed(0)} ms (99th percentile), at most ${list.map(({ longest }) => longest.toFixed(0)).join(', ')} ms, of which this thread worked at a stretch ${Math.max(...list.map(({ longestBlock }) => longestBlock)).toFixed(0)} ms`;
const times = (list: readonly Measured[]): string => {
  const column = (name: 'seconds' | 'process' | 'database') =>
    medianValue(list.map((one) => one[name])).toFixed(1);
  return `${column('seconds')} s (processor ${column('process')} s here, ${column('database')} s in the database)`;
};

/**
 * An export's speed as a fraction of COPY's, its memory in MB, and the longest blocked time in ms.
 */
export interface MeasuredExport {
  name: string;
  speeds: number[];
  megabytes: number;
  longestBlock: number;
}

const copySpeeds = (runs: readonly Measured[], copies: readonly Measured[]): number[] =>
  runs.map(({ seconds }, round) => (copies[round]?.seconds ?? Number.NaN) / seconds);

function summary(runs: readonly Measured[], copies: readonly Measured[]): string {
  const ratios = copySpeeds(runs, copies);
  return (
    `${times(runs)}; COPY ${times(copies)}; speed ${medianValue(ratios).toFixed(2)} of COPY ` +
    `(${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}); memory grew by at most ${Math.max(...runs.map(({ growth }) => growth / 1e6)).toFixed(0)} MB; ` +
    `others waited ${delays(runs)}; while COPY ran ${delays(copies)}`
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
  { pool, contractorId, rounds }: ExportBench,
  name: string,
  make: () => Promise<number>,
): Promise<MeasuredExport> {
  const [runs, copies]: [Measured[], Measured[]] = [[], []];
  let bytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    copies.push(await measure(pool, () => pool.query(copyStatement(contractorId))));
    runs.push(await measure(pool, async () => (bytes = await make())));
  }
  console.log(`\n${name}, ${Math.round(bytes / 1e6)} MB: ${summary(runs, copies)}`);
  return {
    name,
    speeds: copySpeeds(runs, copies),
    megabytes: Math.max(...runs.map(({ growth }) => growth / 1e6)),
    longestBlock: Math.max(...runs.map(({ longestBlock }) => longestBlock)),
  };
}

const asContractor = (contractorId: number): Caller => {
  const account = { id: 1, contractorId };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- exports read nothing else of their caller
  return { user: account, authenticated: account, address: '127.0.0.1' } as Caller;
};

async function download({ context, contractorId }: ExportBench, format: Format): Promise<number> {
  const query = { ...filters, order, format };
  const { content } = await exportReport(context, new Exports(), asContractor(contractorId), query);
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
  const folder = await mkdtemp(join(tmpdir(), 'lintel-exports-'));
  const { jobs } = largeExports({ ...bench.context, files: diskStore(folder) });
  const worker = await startWorker(bench.pool, {
    handlers: jobs ?? [],
    schedules: [],
    alone: true,
    log: (level, message) => {
      if (level === 'error' || level === 'warning') console.error(message);
    },
  });
  try {
    return await compare(bench, `job for ${format}`, () => exportAsJob(bench, format));
  } finally {
    await worker.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function exportAsJob(
  { context, pool, contractorId }: ExportBench,
  format: Format,
): Promise<number> {
  const timeZone = context.config.BUSINESS_TIME_ZONE;
  const filter = { ...filters, contractorId, pageId: undefined, timeZone };
  const fileName = `${randomUUID()}.${format}`;
  const { exportId } = await startLargeExport(context, asContractor(contractorId), {
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
    const [runs] = rows;
    if (runs?.state === 'ready') {
      await pool.query('delete from application_exports where export_id = $1', [exportId]);
      return Number(runs.bytes);
    }
    if (runs?.state !== 'preparing') throw new Error(`The export is ${runs?.state}`);
    await sleep(100);
  }
}
