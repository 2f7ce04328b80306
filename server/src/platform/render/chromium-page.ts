import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page, Route } from 'playwright-core';
import type { HelperBounds } from '../helper/bounds.ts';
import { watch } from '../helper/process-usage.ts';
import type { LiveChromium } from './chromium-live.ts';
import { busy, RenderError } from './render-error.ts';

export interface PageContent {
  html: string;
  /** CSS pixels, and device pixels per CSS pixel. */
  width: number;
  height: number;
  scale: number;
  media: 'screen' | 'print';
  bounds: Pick<HelperBounds, 'time' | 'patience'>;
}

/** The page's fictitious address: the top-level domain `invalid` is reserved. */
const address = 'https://page.invalid/';

const policy = [
  "default-src 'none'",
  'img-src data:',
  'font-src data:',
  "style-src 'unsafe-inline'",
  "form-action 'none'",
  "base-uri 'none'",
  'sandbox',
].join('; ');

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
};

/** How long a page may take to close, in milliseconds, before its browser counts as stuck. */
const closing = 2000;

/**
 * Opens the HTML on a new page, which neither runs nor loads anything, passes it to `take` once its
 * fonts and images are ready, and closes it. Throws `timeout` above its CPU limit, and `busy` when
 * the machine didn't get to it in time; a browser that can't even close the page is killed.
 */
export async function onFreshPage(
  live: LiveChromium,
  content: PageContent,
  take: (page: Page) => Promise<Buffer>,
): Promise<Buffer> {
  const { width, height, scale } = content;
  const opening = live.browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    javaScriptEnabled: false,
    offline: true,
    serviceWorkers: 'block',
    acceptDownloads: false,
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  try {
    const drawing = opening.then((context) => draw(context, content, take));
    return await withinBounds(drawing, live, content.bounds);
  } finally {
    const closed = opening.then((context) => context.close()).catch(() => null);
    const stuck = await Promise.race([closed.then(() => false), setTimeout(closing, true)]);
    if (stuck) void live.end();
  }
}

async function draw(
  context: BrowserContext,
  content: PageContent,
  take: (page: Page) => Promise<Buffer>,
): Promise<Buffer> {
  const page = await context.newPage();
  const refused = await answerOnce(context, page, content.html);
  if (content.media === 'print') await page.emulateMedia({ media: 'print' });
  await page.goto(address, { waitUntil: 'load', timeout: 0 });
  // As text: a compiled function could reference helpers that the compiler adds. Fonts load only
  // once a layout needs them.
  await page.evaluate(
    'document.documentElement.getBoundingClientRect(); document.fonts.ready.then(() => null)',
  );
  const result = await take(page);
  if (refused.length > 0)
    throw new RenderError('unsupported', `The page asked for ${refused[0]}, which is not allowed`);
  return result;
}

/**
 * Answers the page's own navigation, once, and nothing else. Returns the list of other requests,
 * which grows while the page runs.
 */
async function answerOnce(context: BrowserContext, page: Page, html: string): Promise<string[]> {
  const refused: string[] = [];
  let answered = false;
  await context.route('**/*', async (route: Route) => {
    const request = route.request();
    const isPage =
      request.isNavigationRequest() &&
      request.frame() === page.mainFrame() &&
      request.url() === address;
    if (isPage && !answered) {
      answered = true;
      await route.fulfill({ status: 200, headers, body: html });
    } else {
      refused.push(request.url().slice(0, 100));
      await route.abort('blockedbyclient');
    }
  });
  return refused;
}

/** The interval of CPU checks, in milliseconds. */
const lookEvery = 250;

/**
 * The work's result, unless one of the browser's processes exceeds its CPU limit. Each page has its
 * own process, so concurrent pages don't count.
 */
async function withinBounds<Result>(
  work: Promise<Result>,
  live: LiveChromium,
  { time, patience }: PageContent['bounds'],
): Promise<Result> {
  const finished = new AbortController();
  // The browser may close before the work is awaited.
  work.catch(() => null);
  const before = await live.work();
  const spent = async (): Promise<number> =>
    Math.max(0, ...[...(await live.work())].map(([pid, used]) => used - (before.get(pid) ?? 0)));
  const limit = new Promise<never>((_resolve, reject) => {
    const stop = watch(lookEvery, async () => {
      if ((await spent()) > time) reject(tooMuchWork(time));
    });
    finished.signal.addEventListener('abort', stop);
  });
  const late = setTimeout(patience, null, { signal: finished.signal }).then(() =>
    Promise.reject(busy()),
  );
  try {
    return await Promise.race([work, limit, late]);
  } finally {
    finished.abort();
    // The loser of the race may reject unawaited.
    for (const one of [limit, late]) one.catch(() => null);
  }
}

const tooMuchWork = (milliseconds: number): RenderError =>
  new RenderError(
    'timeout',
    `The page takes more than ${milliseconds / 1000} seconds of work to draw`,
  );
