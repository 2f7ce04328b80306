import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium as engine, type Browser } from 'playwright-core';
import { startDemo } from '../server/test/built-server.ts';
import {
  captureAll,
  signedInContext,
  viewportHeight,
  widths,
  type Capture,
} from './gallery/capture.ts';
import { galleryPage } from './gallery/index-page.ts';
import { cast, visitor } from './gallery/places.ts';
import { chromium, chromiumArgs } from './lib/chromium.mjs';

/**
 * `npm run screens`: pictures of every page as each demo account sees it, at three widths, with an
 * index, in `gallery/`. `-- [--as <e-mail>] [--only <part of a path>] [--dark]
 * [<address> [<folder>]]` limits the accounts and pages, or uses a running server.
 *
 * `npm run screens -- [--as …] [--into 11] [--dark] [--full] [--widths 1440,390] <address> <folder>
 * <path>…`: pictures of these pages.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    as: { type: 'string' },
    into: { type: 'string' },
    only: { type: 'string', default: '' },
    dark: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    widths: { type: 'string', default: widths.join(',') },
  },
});
const [address, folder = 'gallery', ...paths] = positionals;
mkdirSync(folder, { recursive: true });
const { path, env } = chromium();

async function capturePaths(browser: Browser, base: string): Promise<void> {
  const context = await signedInContext(browser, base, values.as ?? visitor, values.dark);
  if (values.into) {
    await context.request.post(`/api/v1/user/${values.into}/switch`, {
      headers: { origin: new URL(base).origin },
      data: {},
    });
  }
  for (const width of values.widths.split(',').map(Number)) {
    for (const one of paths) {
      const page = await context.newPage();
      page.on(
        'console',
        (message) => message.type() === 'error' && console.log(`${one}: ${message.text()}`),
      );
      page.on('pageerror', (error) => console.log(`${one}: ${error.message}`));
      await page.setViewportSize({ width, height: viewportHeight(width) });
      await page.goto(one, { waitUntil: 'networkidle' });
      const name = [
        one.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'root',
        width,
        values.dark ? 'dark' : 'light',
      ].join('-');
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: values.full });
      await page.close();
    }
  }
}

/** Two accounts run in parallel, each in its own context. */
async function gallery(browser: Browser, base: string): Promise<void> {
  const people = cast.filter((account) => values.as === undefined || account === values.as);
  const captures: Capture[] = [];
  const next = async (): Promise<void> => {
    for (let account = people.shift(); account !== undefined; account = people.shift()) {
      const taken = await captureAll(browser, {
        base,
        folder,
        account,
        only: values.only,
        dark: values.dark,
      });
      captures.push(...taken);
      console.log(`${account}: ${taken.length} pages`);
    }
  };
  await Promise.all([next(), next()]);
  captures.sort((a, b) => cast.indexOf(a.account) - cast.indexOf(b.account));
  writeFileSync(join(folder, 'index.html'), galleryPage(captures));
  const complaints = captures.flatMap(({ account, path: at, problems }) =>
    problems.map((problem) => `${account} ${at}: ${problem}`),
  );
  console.log(
    [
      ...complaints,
      `${captures.length * widths.length} pictures in ${join(folder, 'index.html')}`,
    ].join('\n'),
  );
}

const own = address === undefined ? await startDemo() : null;
const base = address ?? own?.base ?? '';
const browser = await engine.launch({
  executablePath: path,
  args: chromiumArgs,
  env: { ...process.env, ...env },
});
try {
  await (paths.length > 0 ? capturePaths(browser, base) : gallery(browser, base));
} finally {
  await browser.close();
  await own?.stop();
}
