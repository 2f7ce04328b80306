import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { chromium as engine } from 'playwright-core';
import { chromium, chromiumArgs } from '../scripts/lib/chromium.mjs';

/**
 * `npx tsx bench/lighthouse.ts http://localhost:3000`: Lighthouse (mobile throttling) on sign-in,
 * dashboard and public page.
 */
const base = process.argv[2] ?? 'http://localhost:3000';
const port = 9333;
const { path, env } = chromium();
const context = await engine.launchPersistentContext(
  mkdtempSync(join(tmpdir(), 'lintel-lighthouse-')),
  {
    executablePath: path,
    args: [...chromiumArgs, `--remote-debugging-port=${port}`],
    env: { ...process.env, ...env },
  },
);

async function measure(name: string, address: string): Promise<void> {
  const result = await lighthouse(`${base}${address}`, {
    port,
    output: 'json',
    logLevel: 'error',
    disableStorageReset: true,
  });
  const { categories = {}, audits = {} } = result?.lhr ?? {};
  const scores = Object.values(categories).map(
    ({ title, score }) => `${title} ${Math.round((score ?? 0) * 100)}`,
  );
  const metrics = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ];
  console.log(
    `${name}: ${scores.join(', ')} | ${metrics.map((id) => `${id} ${audits[id]?.displayValue}`).join(', ')}`,
  );
  const failed = Object.values(audits).filter(
    ({ score, scoreDisplayMode }) =>
      score !== null && score < 0.9 && scoreDisplayMode !== 'informative',
  );
  for (const { id, displayValue } of failed) console.log(`   ${id} ${displayValue ?? ''}`);
}

await measure('sign-in', '/login');
await measure('public page', '/p/summit-roofing');
const page = await context.newPage();
await page.goto(`${base}/login`);
await page.evaluate(async () => {
  await fetch('/api/v1/authentication', {
    method: 'POST',
    body: new URLSearchParams({ username: 'pro@demo.test', password: 'Demo-pass1' }),
  });
  localStorage.setItem('lintel.signed-in', '1');
});
await measure('dashboard', '/');
await context.close();
