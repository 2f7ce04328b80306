import { expect } from '@playwright/test';
import { expectAccessible, test } from './support/portal.ts';
import { account, consoleErrors, signInAt, resize, sidebar } from './support/shell.ts';

test.describe("the layout adapts to the window's width", () => {
  test('the sidebar is expanded from 1024 px and collapsed at 1023 px [MKT-028] [MKT-255]', async ({
    page,
  }) => {
    await signInAt(page, 'pro@demo.test');
    const widths = [
      [1440, 256],
      [1024, 256],
      [1023, 72],
      [769, 72],
    ] as const;
    for (const [width, expected] of widths) {
      await resize(page, width);
      await expect
        .poll(async () => (await sidebar(page).boundingBox())?.width, `at ${width} px`)
        .toBe(expected);
    }
    await expect(page.getByRole('link', { name: 'Billing' })).toBeVisible();
    await expect(page.getByText('Marketing Materials', { exact: true })).not.toBeInViewport({
      ratio: 0.9,
    });
  });

  test('the sidebar is hidden at 768 px, below 769 px, until opened [MKT-029] [MKT-255] [ACC-537] [ADM-526]', async ({
    page,
  }) => {
    await signInAt(page, 'pro@demo.test');
    await resize(page, 768);
    await expect(sidebar(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await expect(sidebar(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sidebar(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Open the menu' })).toBeFocused();
  });

  test('on a phone the sidebar collapses after a click on an item [MKT-030]', async ({ page }) => {
    await signInAt(page, 'pro@demo.test');
    await resize(page, 390);
    await page.getByRole('button', { name: 'Open the menu' }).click();
    expect((await sidebar(page).boundingBox())?.width).toBe(256);
    await page.getByRole('link', { name: 'Refer a Friend' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Refer a Friend' })).toBeVisible();
    await expect(sidebar(page)).toHaveCount(0);
  });

  test('below 500 px the top bar shows the initials, and the menu shows the name [ADM-525]', async ({
    page,
  }) => {
    await signInAt(page, 'pro@demo.test');
    const name = page.getByRole('banner').getByText('Priya Natarajan');
    await resize(page, 500);
    await expect(name).toBeVisible();
    await resize(page, 499);
    await expect(name).toBeHidden();
    await expect(page.getByRole('banner').getByText('PN')).toBeVisible();
    await account(page).click();
    await expect(page.getByRole('menu').getByText('Priya Natarajan')).toBeVisible();
  });

  test('a tooltip is small at 760 px or less [ACC-538]', async ({ page }) => {
    await signInAt(page, 'admin@demo.test', '/manage/contractors');
    await page.getByRole('searchbox').fill('Summit Roofing');
    const button = page.getByRole('button', { name: 'Switch to Summit Roofing LLC' });
    const sizeAt = async (width: number): Promise<string> => {
      await resize(page, width);
      await page.mouse.move(0, 0);
      await button.hover();
      const tip = page.getByRole('tooltip');
      await expect(tip).toBeVisible();
      return tip.evaluate((element) => getComputedStyle(element).fontSize);
    };
    expect(await sizeAt(761)).toBe('13px');
    expect(await sizeAt(760)).toBe('11px');
  });

  test(
    "a menu longer than the window scrolls to the current page's item",
    { tag: '@slow' },
    async ({ page }) => {
      await page.setViewportSize({ width: 1440, height: 600 });
      await signInAt(page, 'admin@demo.test', '/manage/settings');
      await expect(sidebar(page).getByRole('link', { name: 'Settings' })).toBeInViewport({
        ratio: 1,
      });
      await page.goto('/');
      await expect(sidebar(page).getByRole('link', { name: 'Settings' })).not.toBeInViewport();
    },
  );

  test('nothing scrolls sideways at 320 px', { tag: '@slow' }, async ({ page }) => {
    await signInAt(page, 'pro@demo.test');
    await resize(page, 320);
    for (const path of ['/', '/refer', '/co-branded']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        path,
      ).toBeLessThanOrEqual(320);
    }
  });
});

test.describe('by the keyboard', () => {
  test("a user skips the menu and lands on the next page's heading", async ({ page }) => {
    await signInAt(page, 'pro@demo.test');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.getByRole('link', { name: 'Billing' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeFocused();
    await expect(page).toHaveTitle('Billing · Lintel');
  });

  test(
    'a user moves through the account menu and closes it',
    { tag: '@slow' },
    async ({ page }) => {
      await signInAt(page, 'pro@demo.test');
      await account(page).focus();
      await page.keyboard.press('Enter');
      await expect(
        page.getByRole('menuitem', { name: 'Service Provider Agreement' }),
      ).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
      await expect(account(page)).toBeFocused();
    },
  );
});

test('the chosen appearance survives a reload', { tag: '@slow' }, async ({ page }) => {
  await signInAt(page, 'pro@demo.test');
  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('a team user and the owner both use the contractor area, each within their permissions [ACC-001]', async ({
  page,
}) => {
  await signInAt(page, 'pro@demo.test');
  const menu = page.getByRole('navigation', { name: 'Main' });
  for (const label of [
    'Co-branded Page',
    'Invoice / Estimate',
    'Billing',
    'Personal Info',
    'ACH Info',
    'Applications',
    'Commissions',
    'Refer a Friend',
    'Social Media Images',
  ]) {
    await expect(menu.getByRole('link', { name: label, exact: true })).toBeVisible();
  }
  await page.context().clearCookies();
  await signInAt(page, 'team@demo.test');
  await expect(menu.getByRole('link', { name: 'Applications', exact: true })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Social Media Images' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Billing' })).toHaveCount(0);
});

test('a contractor with a pending agreement and quiz sees those instead of the menu [MKT-052] [MKT-053]', async ({
  page,
}) => {
  await signInAt(page, 'free@demo.test');
  await expect(sidebar(page)).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: /Service Provider Agreement/ })).toBeVisible();
  await expectAccessible(page);
});

test.describe('the browser', () => {
  test('without cookies shows a warning for as long as they are off [ADM-504]', async ({
    page,
  }) => {
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false }),
    );
    await page.goto('/login');
    const notice = page.getByText(
      'Cookies are disabled in your browser. Please enable cookies to allow normal functionality...',
    );
    await expect(notice).toBeVisible();
    await page.waitForTimeout(6000);
    await expect(notice).toBeVisible();
  });

  test('shows a warning when it is outdated, and none when it is current [ADM-505] [ADM-506]', async ({
    page,
    browser,
  }) => {
    const words = 'Try a different browser! The browser you are using has limited functionality...';
    const old = await browser.newContext({
      baseURL: process.env['LINTEL_URL'] ?? '',
      userAgent:
        'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/69.0.3497.100 Safari/537.36',
    });
    const oldPage = await old.newPage();
    await oldPage.goto('/login');
    await expect(oldPage.getByText(words)).toBeVisible();
    await old.close();
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByText(words)).toHaveCount(0);
  });

  test('requests only a passkey challenge on the sign-in page, with a clean console', async ({
    page,
  }) => {
    const errors = consoleErrors(page);
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()));
    await page.goto('/login', { waitUntil: 'networkidle' });
    expect(calls.map((address) => new URL(address).pathname)).toEqual([
      '/api/v1/authentication/passkey/options',
    ]);
    await signInAt(page, 'pro@demo.test');
    await page.waitForLoadState('networkidle');
    expect(errors).toEqual([]);
  });
});
