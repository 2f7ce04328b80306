import { setTimeout as sleep } from 'node:timers/promises';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { demoPassword } from '../../server/src/demo/people.ts';
import { screenPaths, visitor } from './places.ts';

export const widths = [1440, 900, 390] as const;
const heights: Record<number, number> = { 1440: 900, 900: 1000, 390: 844, 320: 700 };
export const viewportHeight = (width: number): number => heights[width] ?? 900;

/** A page as one account sees it. */
export interface Capture {
  account: string;
  path: string;
  /** The final URL, which differs from the requested one after a redirect. */
  ended: string;
  /** File names in the gallery's folder, by width. */
  files: [width: number, file: string][];
  /** Browser errors. */
  problems: string[];
}

const fileName = (text: string): string =>
  text.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'root';

/** A browser context for a demo account; signed out for the visitor. */
export async function signedInContext(
  browser: Browser,
  base: string,
  account: string,
  dark: boolean,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: base,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    viewport: { width: widths[0], height: viewportHeight(widths[0]) },
  });
  if (account === visitor) return context;
  const headers = { origin: new URL(base).origin };
  const form = { username: account, password: demoPassword };
  const answer = await context.request.post('/api/v1/authentication', { headers, form });
  if (!answer.ok()) throw new Error(`${account} could not sign in: ${answer.status()}`);
  if ((await answer.json()).needs === 'factor') await enterCode(context, headers, account);
  return context;
}

/**
 * Takes pictures of every page as this account. Each page is opened once and then narrowed, as a
 * window is.
 */
export async function captureAll(
  browser: Browser,
  {
    base,
    folder,
    account,
    only,
    dark,
  }: { base: string; folder: string; account: string; only: string; dark: boolean },
): Promise<Capture[]> {
  const context = await signedInContext(browser, base, account, dark);
  const own = fileName(account);
  mkdirSync(join(folder, own), { recursive: true });
  const captures: Capture[] = [];
  for (const path of screenPaths(account).filter((one) => one.includes(only))) {
    const page = await context.newPage();
    const problems = collectProblems(page);
    await page
      .goto(path, { waitUntil: 'networkidle' })
      .catch((error: Error) => problems.push(error.message));
    const files: Capture['files'] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: viewportHeight(width) });
      await page.evaluate(waitForPaint);
      const file = `${own}/${fileName(path)}-${width}.png`;
      await page.screenshot({ path: join(folder, file), fullPage: true });
      files.push([width, file]);
    }
    captures.push({ account, path, ended: new URL(page.url()).pathname, files, problems });
    await page.close();
  }
  await context.close();
  return captures;
}

/** Resolves once the page has rendered at the new width. */
const waitForPaint = (): Promise<unknown> =>
  new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)));

/** Collects the first line of each browser error from now on. */
function collectProblems(page: Page): string[] {
  const problems: string[] = [];
  const note = (text: string): void => void problems.push(text.split('\n', 1)[0] ?? '');
  page.on('console', (message) => message.type() === 'error' && note(message.text()));
  page.on('pageerror', (error) => note(error.message));
  return problems;
}

/** Enters the code shown in the outbox. Codes work once, so this may wait for the next one. */
async function enterCode(
  { request }: BrowserContext,
  headers: Record<string, string>,
  account: string,
): Promise<void> {
  for (let tries = 0; tries < 45; tries += 1) {
    const codes: { email: string; code: string | null }[] = await (
      await request.get('/outbox/codes')
    ).json();
    const code = codes.find(({ email }) => email === account)?.code;
    const form = { code: code ?? '' };
    if (code && (await request.post('/api/v1/authentication/factor', { headers, form })).ok())
      return;
    await sleep(1000);
  }
  throw new Error(`${account} found no code to sign in with`);
}
