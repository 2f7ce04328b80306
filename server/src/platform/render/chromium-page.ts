import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page, Route } from 'playwright-core';
import type { HelperBounds } from '../helper/bounds.ts';
import { watch } from '../helper/process-usage.ts';
import type { LiveChromium } from './chromium-live.ts';
import { busy, RenderError } from './render-error.ts';

export interface PageContent {
  html: string;
  /** CSS pixels, and device pixels for each. */
  width: number;
  height: number;
  scale: number;
  media: 'screen' | 'print';
  bounds: Pick<HelperBounds, 'time' | 'patience'>;
}

/** The page's made-up address: the top domain `invalid` belongs to nobody. */
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
 * Opens the HTML on a page of its own, which neither runs nor loads anything, hands it to `take`
 * once its fonts and pictures are there, and closes it. Throws `timeout` after so much work, and
 * `busy` when the machine did not come to it in time; a browser that cannot even close the page
 * then is ended.
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
  // As text: a function could refer to what a compiler adds around it. Fonts are asked for only
  // once there is a layout that needs them.
  await page.evaluate(
    'document.documentElement.getBoundingClientRect(); document.fonts.ready.then(() => null)',
  );
  const result = await take(page);
  if (refused.length > 0)
    throw new RenderError('unsupported', `The page asked for ${refused[0]}, which is not allowed`);
  return result;
}

/**
 * Answers the page's own navigation, once, and nothing else. Returns the list of what else was
 * asked for, which fills as the page goes on.
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

/** How often the browser's work is looked at, in milliseconds. */
const lookEvery = 250;

/**
 * The work's result, unless one of the browser's processes works more for it than it may. A page
 * has a process of its own, so that a page beside it counts nothing.
 */
async function withinBounds<Result>(
  work: Promise<Result>,
  live: LiveChromium,
  { time, patience }: PageContent['bounds'],
): Promise<Result> {
  const finished = new AbortController();
  // The browser may be closed before anybody waits for the work.
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
    // Whichever came second ends with an error that nobody waits for.
    for (const one of [limit, late]) one.catch(() => null);
  }
}

const tooMuchWork = (milliseconds: number): RenderError =>
  new RenderError(
    'timeout',
    `The page takes more than ${milliseconds / 1000} seconds of work to draw`,
  );
