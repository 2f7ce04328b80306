import { chromium as engine, type Browser, type BrowserContext } from 'playwright-core';
import { screens } from '../portal/src/routes/screens.ts';
import { signedInContext } from '../scripts/gallery/capture.ts';
import { chromium, chromiumArgs } from '../scripts/lib/chromium.mjs';

/** A screen's cost with an empty cache. */
export interface ScreenCost {
  path: string;
  width: number;
  /**
   * All requests of the page except its frames: the document, code, styles, fonts, images, and
   * data.
   */
  requests: number;
  /** API requests. */
  data: number;
  /** The sum of all layout shifts, an upper bound of the score that browsers report. */
  shift: number;
  /** The elements that moved most, for finding the cause. */
  moved: string[];
  /** API requests by path. */
  calls: string[];
}

interface Shift {
  value: number;
  moved: string[];
}
declare global {
  interface Window {
    lintelShifts?: Shift[];
  }
}

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

const owner = 'pro@demo.test';
const staff = 'admin@demo.test';

/** Records layout shifts from the start of the page. */
function noteShifts(): void {
  // As for a returning user.
  localStorage.setItem('lintel.signed-in', '1');
  // A headless browser's mouse starts in the corner, on the logo, which preloads its screen.
  window.addEventListener(
    'mouseover',
    (event) => {
      if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation();
    },
    true,
  );
  interface LayoutShift extends PerformanceEntry {
    value: number;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  }
  const shifts: Shift[] = [];
  window.lintelShifts = shifts;
  new PerformanceObserver((list) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the observer returns entries of this type only; TypeScript can't infer it
    for (const { value, sources } of list.getEntries() as LayoutShift[])
      shifts.push({
        value,
        moved: sources.map(({ node, previousRect: from, currentRect: to }) => {
          const name = (node instanceof Element ? node : node?.parentElement)?.className;
          const places = [from, to].map(({ x, y, width, height }) =>
            [x, y, width, height].map(Math.round).join(),
          );
          return `${node?.nodeName}.${name} ${places.join(' → ')}`;
        }),
      });
  }).observe({ type: 'layout-shift', buffered: true });
}

async function measureScreen(
  context: BrowserContext,
  path: string,
  width: number,
): Promise<ScreenCost> {
  const page = await context.newPage();
  const requestUrls: string[] = [];
  page.on('request', (request) => {
    // Requests of a preview's frame don't belong to the page.
    const isOurs = request.frame() === page.mainFrame() && request.url().startsWith('http');
    if (isOurs) requestUrls.push(new URL(request.url()).pathname);
  });
  await page.addInitScript(noteShifts);
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.waitForTimeout(500);
  const shifts = await page.evaluate(() => window.lintelShifts ?? []);
  await page.close();
  const calls = requestUrls.filter((one) => one.startsWith('/api/'));
  return {
    path,
    width,
    requests: requestUrls.length,
    data: calls.length,
    shift: shifts.reduce((sum, { value }) => sum + value, 0),
    moved: shifts
      .toSorted((one, other) => other.value - one.value)
      .slice(0, 3)
      .flatMap(({ value, moved }) => moved.map((one) => `${value.toFixed(3)} ${one}`)),
    calls: calls.map((one) => one.replace('/api/v1', '')),
  };
}

interface WithId {
  data: { id: number }[];
}

/** The paths of all screens; those with an id use a demo record. */
async function screenPaths(context: BrowserContext, isStaff: boolean): Promise<string[]> {
  const idFrom = async (path: string): Promise<string> => {
    const answer = await context.request.get(`/api/v1${path}`);
    const { data }: WithId = await answer.json();
    return String(data[0]?.id ?? '');
  };
  const records: Record<string, () => Promise<string>> = {
    '/customers/$id': () => idFrom('/customers'),
    '/documents/$id': () => idFrom('/documents'),
    '/documents/$id/edit': () => idFrom('/documents?state=draft'),
    '/reports-applications/$id': () => idFrom('/reports-applications'),
    '/manage/leads/$id': () => Promise.resolve('5001'),
  };
  const paths = screens
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/manage') === isStaff);
  return Promise.all(
    paths.map(async (path) => path.replace('$id', (await records[path]?.()) ?? '')),
  );
}

/** Opens every portal screen at two widths, each with an empty cache. */
export async function measureScreens(base: string, only = ''): Promise<ScreenCost[]> {
  const { path, env } = chromium();
  const browser = await engine.launch({
    executablePath: path,
    args: chromiumArgs,
    env: { ...process.env, ...env },
  });
  const costs: ScreenCost[] = [];
  for (const user of [owner, staff])
    costs.push(...(await measureScreensAs(browser, base, user, only)));
  await browser.close();
  return costs;
}

/** Signs in once, and opens each page in a new context with that session. */
async function measureScreensAs(browser: Browser, base: string, user: string, only: string) {
  const signedIn = await signedInContext(browser, base, user, false);
  const storageState = await signedIn.storageState();
  const costs: ScreenCost[] = [];
  for (const path of await screenPaths(signedIn, user === staff))
    for (const viewport of sizes) {
      if (!path.includes(only)) continue;
      const context = await browser.newContext({
        storageState,
        viewport,
        baseURL: base,
        serviceWorkers: 'block',
      });
      costs.push(await measureScreen(context, path, viewport.width));
      await context.close();
    }
  await signedIn.close();
  return costs;
}

/** `npx tsx bench/screens.ts http://localhost:3000 [part of a path] [--why]` */
if (process.argv[1] === import.meta.filename) {
  const [base = 'http://localhost:3000', only = ''] = process.argv
    .slice(2)
    .filter((word) => word !== '--why');
  const costs = await measureScreens(base, only);
  for (const { path, width, requests, data, shift, moved, calls } of costs) {
    console.log(`${path} ${width}: ${requests} requests, ${data} of data, ${shift.toFixed(3)}`);
    if (process.argv.includes('--why'))
      for (const line of [...moved, calls.join(' ')]) console.log(`    ${line}`);
  }
}
