import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium as engine } from 'playwright-core';
import { chromium, chromiumArgs } from './lib/chromium.mjs';

/** `npm run screens -- [--as pro@demo.test] [--into 11] [--dark] [--full] <base> <folder> <path>…`: pictures of pages at three widths. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    as: { type: 'string' },
    into: { type: 'string' },
    dark: { type: 'boolean' },
    full: { type: 'boolean' },
    widths: { type: 'string' },
  },
});
const [base = '', folder = '', ...paths] = positionals;
const { path, env } = chromium();
const browser = await engine.launch({ executablePath: path, args: chromiumArgs, env: { ...process.env, ...env } });
mkdirSync(folder, { recursive: true });

const heights = { 1440: 900, 900: 1000, 390: 844, 320: 700 };
const context = await browser.newContext({ baseURL: base, colorScheme: values.dark ? 'dark' : 'light', reducedMotion: 'reduce' });
if (values.as) {
  const headers = { origin: new URL(base).origin };
  await context.request.post('/api/v1/authentication', { headers, form: { username: values.as, password: 'Demo-pass1' } });
  if (values.into) await context.request.post(`/api/v1/user/${values.into}/switch`, { headers, data: {} });
}
for (const width of (values.widths ?? '1440,900,390').split(',').map(Number)) {
  for (const one of paths) {
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && console.log(`${one}: ${message.text()}`));
    page.on('pageerror', (error) => console.log(`${one}: ${error.message}`));
    await page.setViewportSize({ width, height: heights[width as keyof typeof heights] ?? 900 });
    await page.goto(one, { waitUntil: 'networkidle' });
    const name =
      [one.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'root', width, values.dark ? 'dark' : 'light'].join('-') + '.png';
    await page.screenshot({ path: join(folder, name), fullPage: values.full ?? false });
    await page.close();
  }
}
await browser.close();
