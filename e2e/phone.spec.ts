import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBoth, test } from './support/portal.ts';
import { signInAt, sidebar } from './support/shell.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, serviceWorkers: 'allow' });

const bar = (page: Page) => page.getByRole('navigation', { name: 'Shortcuts' });

test(
  'the bottom bar leads from the dashboard to applications, a link, customers, and the menu',
  { tag: '@slow' },
  async ({ page }) => {
    await signInAt(page, 'pro@demo.test');
    await expect(bar(page).getByRole('link', { name: 'Home' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    for (const target of await bar(page).locator('a, button').all()) {
      const box = await target.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.width).toBeGreaterThanOrEqual(44);
    }
    await expectAccessibleInBoth(page);
    for (const name of ['Applications', 'Customers']) {
      await bar(page).getByRole('link', { name }).tap();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(bar(page).locator('a[aria-current=page]')).toHaveText(name);
    }
    await bar(page).getByRole('button', { name: 'Send' }).tap();
    await expect(page.getByRole('dialog', { name: 'Send link' })).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).tap();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await bar(page).getByRole('button', { name: 'More' }).tap();
    await expect(sidebar(page)).toBeVisible();
    await sidebar(page).getByRole('link', { name: 'Refer a Friend' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Refer a Friend' })).toBeVisible();
    await expect(sidebar(page)).toHaveCount(0);
  },
);

test(
  'the bar never covers the end of a page or the focused element',
  { tag: '@slow' },
  async ({ page }) => {
    for (const path of ['/', '/reports-applications', '/customers', '/personal-info']) {
      await signInAt(page, 'pro@demo.test', path);
      await expect(bar(page)).toBeVisible();
      const ends = await page.evaluate(async () => {
        window.scrollTo(0, document.documentElement.scrollHeight);
        await new Promise(requestAnimationFrame);
        const shown = [...document.querySelectorAll('main *')].map((one) =>
          one.getBoundingClientRect(),
        );
        return Math.max(...shown.filter(({ height }) => height > 0).map(({ bottom }) => bottom));
      });
      const top = (await bar(page).boundingBox())?.y ?? 0;
      expect(ends, path).toBeLessThanOrEqual(top + 1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
    await page.evaluate(() => window.scrollTo(0, 0));
    const top = (await bar(page).boundingBox())?.y ?? 0;
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press('Tab');
      const bottom = await page.evaluate(() => {
        const at = document.activeElement;
        return at?.closest('main') ? at.getBoundingClientRect().bottom : 0;
      });
      expect(bottom).toBeLessThanOrEqual(top);
    }
  },
);

test(
  "the bar shows only what its user may open, and staff see it only in a contractor's account",
  { tag: '@slow' },
  async ({ page }) => {
    await signInAt(page, 'admin@demo.test', '/manage/contractors');
    await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
    await page.context().clearCookies();
    await signInAt(page, 'team@demo.test');
    await expect(bar(page).getByRole('button', { name: 'More' })).toBeVisible();
    await expect(bar(page).getByRole('link', { name: 'Applications' })).toBeVisible();
  },
);

test('offline, the portal marks what needs a connection, recovers by itself, and stores no personal data', async ({
  page,
  context,
}) => {
  await signInAt(page, 'pro@demo.test');
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state !== 'activated')
      await new Promise((resolve) => active?.addEventListener('statechange', resolve));
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/customers');
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
  const cachedUrls = await page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cachedUrls.length).toBeGreaterThan(10);
  expect(
    cachedUrls.filter(
      (path) =>
        !/^\/(assets\/[\w-]+\.(js|css|woff2)|offline\.(html|js)|icons\/192\.png)$/.test(path),
    ),
  ).toEqual([]);
  await context.setOffline(true);
  await page.goto('/reports-applications');
  await expect(page.getByRole('heading', { level: 1, name: 'No connection' })).toBeVisible();
  await expect(page.getByText('your changes are saved on this device')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).tap();
  await expect(page.getByRole('status')).toContainText('Still no connection');
  await expect(page.goto('/p/summit-roofing')).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
  await page.goto('/reports-applications').catch(() => undefined);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/reports-applications');
});
