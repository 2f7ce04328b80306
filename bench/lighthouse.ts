import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { chromium as engine } from 'playwright-core';
import { chromium, chromiumArgs } from '../scripts/lib/chromium.mjs';
import { medianValue } from './measure.ts';

const port = 9333;

/** A page's Lighthouse results: scores out of 100, and milliseconds. */
export interface Marks {
  name: string;
  performance: number;
  /** The other categories. */
  otherScores: number[];
  lcp: number;
  blocking: number;
  shift: number;
}

const score = (category?: { score: number | null }): number =>
  Math.round((category?.score ?? 0) * 100);

async function auditOnce(name: string, address: string): Promise<Marks> {
  const result = await lighthouse(address, {
    port,
    output: 'json',
    logLevel: 'error',
    disableStorageReset: true,
  });
  const { categories = {}, audits = {} } = result?.lhr ?? {};
  const { performance, ...otherScores } = categories;
  const auditValue = (id: string): number => audits[id]?.numericValue ?? Number.NaN;
  return {
    name,
    performance: score(performance),
    otherScores: Object.values(otherScores).map((category) => score(category)),
    lcp: auditValue('largest-contentful-paint'),
    blocking: auditValue('total-blocking-time'),
    shift: auditValue('cumulative-layout-shift'),
  };
}

/** The medians of `times` runs: single runs vary with the machine's load. */
async function mark(name: string, address: string, times: number): Promise<Marks> {
  const marks: Marks[] = [];
  for (let round = 0; round < times; round += 1) marks.push(await auditOnce(name, address));
  const median = (pick: (one: Marks) => number): number => medianValue(marks.map(pick));
  return {
    name,
    performance: median(({ performance }) => performance),
    otherScores:
      marks[0]?.otherScores.map((_, at) => median(({ otherScores }) => otherScores[at] ?? 0)) ?? [],
    lcp: median(({ lcp }) => lcp),
    blocking: median(({ blocking }) => blocking),
    shift: median(({ shift }) => shift),
  };
}

/**
 * Runs Lighthouse (mobile, simulated throttling) on the sign-in page, the public page, and the
 * dashboard.
 */
export async function measurePages(base: string, times = 3): Promise<Marks[]> {
  const { path, env } = chromium();
  const context = await engine.launchPersistentContext(
    mkdtempSync(join(tmpdir(), 'lintel-lighthouse-')),
    {
      executablePath: path,
      args: [...chromiumArgs, `--remote-debugging-port=${port}`],
      env: { ...process.env, ...env },
    },
  );
  const signIn = await mark('sign-in', `${base}/login`, times);
  const publicPage = await mark('public page', `${base}/p/summit-roofing`, times);
  const page = await context.newPage();
  await page.goto(`${base}/login`);
  await page.evaluate(async () => {
    await fetch('/api/v1/authentication', {
      method: 'POST',
      body: new URLSearchParams({ username: 'pro@demo.test', password: 'Demo-pass1' }),
    });
    localStorage.setItem('lintel.signed-in', '1');
  });
  const dashboard = await mark('dashboard', `${base}/`, times);
  await context.close();
  return [signIn, publicPage, dashboard];
}

/** `npx tsx bench/lighthouse.ts http://localhost:3000` */
if (process.argv[1] === import.meta.filename)
  console.table(await measurePages(process.argv[2] ?? 'http://localhost:3000'));
