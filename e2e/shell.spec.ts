import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, password, signIn, test } from './support/portal.ts';

/** Signs in by the call that the form makes: for tests that are about what comes after. */
async function enter(page: Page, email: string, path = '/'): Promise<void> {
  const answer = await page.request.post('/api/v1/authentication', { form: { username: email, password } });
  expect(answer.status()).toBe(200);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const sidebar = (page: Page): Locator => page.getByTestId('sidebar');
const account = (page: Page): Locator => page.getByRole('button', { name: /^Account:/ });
const resize = (page: Page, width: number): Promise<void> => page.setViewportSize({ width, height: 900 });

/** The errors that the browser's console shows from now on. */
function consoleErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

const ownerPaths = [
  '/',
  '/co-branded',
  '/homeowner-flyer',
  '/social-media-images',
  '/banners',
  '/monthly-payment-calculator',
  '/full-page-widget',
  '/real-widget',
  '/invoice-estimate',
  '/reports-applications',
  '/reports-commissions',
  '/card-payments',
  '/payout-tax',
  '/personal-info',
  '/training-and-faqs',
  '/refer',
  '/no-such-place',
];
const staffPaths = ['/', '/manage/contractors', '/manage/emails', '/manage/plans', '/manage/settings'];
const visitorPaths = ['/login', '/restore?email=pro%40demo.test', '/np?m=x', '/ne?m=x', '/confirm?m=x'];

test.describe('the layout follows the width of the window', () => {
  test('the sidebar is whole from 1024 px and collapsed at 1023 px [MKT-028] [MKT-255]', async ({ page }) => {
    await enter(page, 'pro@demo.test');
    const widths: number[] = [];
    for (const width of [1440, 1024, 1023, 769]) {
      await resize(page, width);
      widths.push((await sidebar(page).boundingBox())?.width ?? 0);
    }
    expect(widths).toEqual([256, 256, 72, 72]);
    await expect(page.getByRole('link', { name: 'Billing' })).toBeVisible();
    await expect(page.getByText('Marketing Materials')).not.toBeInViewport({ ratio: 0.9 });
  });

  test('the sidebar is away at 768 px, under 769 px, until it is opened [MKT-029] [MKT-255] [ACC-537] [ADM-526]', async ({
    page,
  }) => {
    await enter(page, 'pro@demo.test');
    await resize(page, 768);
    await expect(sidebar(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await expect(sidebar(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sidebar(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Open the menu' })).toBeFocused();
  });

  test('on a phone the sidebar collapses again after a click on one of its items [MKT-030]', async ({ page }) => {
    await enter(page, 'pro@demo.test');
    await resize(page, 390);
    await page.getByRole('button', { name: 'Open the menu' }).click();
    expect((await sidebar(page).boundingBox())?.width).toBe(256);
    await page.getByRole('link', { name: 'Refer a Friend' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Refer a Friend' })).toBeVisible();
    await expect(sidebar(page)).toHaveCount(0);
  });

  test('under 500 px the top bar keeps the initials and leaves the name to the menu [ADM-525]', async ({ page }) => {
    await enter(page, 'pro@demo.test');
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
    await enter(page, 'admin@demo.test', '/manage/contractors');
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

  test('nothing has to be scrolled sideways at 320 px', async ({ page }) => {
    await enter(page, 'pro@demo.test');
    await resize(page, 320);
    for (const path of ['/', '/refer', '/co-branded']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
    }
  });
});

test.describe('by the keyboard', () => {
  test('one skips the menu, and finds the heading focused after going elsewhere', async ({ page }) => {
    await enter(page, 'pro@demo.test');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.getByRole('link', { name: 'Billing' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeFocused();
    await expect(page).toHaveTitle('Billing · Lintel');
  });

  test('one walks through the account menu and leaves it', async ({ page }) => {
    await enter(page, 'pro@demo.test');
    await account(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Service Provider Agreement' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(account(page)).toBeFocused();
  });
});

test('the chosen appearance stays after a reload', async ({ page }) => {
  await enter(page, 'pro@demo.test');
  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test.describe('the session', () => {
  test('of a visitor is asked for, and leads through sign-in back to the wanted page [ACC-393] [ADM-019] [ADM-020]', async ({
    page,
  }) => {
    await page.goto('/refer');
    await expect(page).toHaveURL('/login?returnTo=%2Frefer');
    await page.getByLabel('E-mail').fill('pro@demo.test');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign into your Account' }).click();
    await expect(page).toHaveURL('/refer');
    await expect(page.getByText('Login successful!')).toBeVisible();
  });

  test('is refreshed unnoticed when the access cookie is gone [ACC-457] [ADM-239]', async ({ page }) => {
    await enter(page, 'pro@demo.test', '/refer');
    await page.context().clearCookies({ name: 'lintel_access' });
    const refreshed = page.waitForResponse((answer) => answer.url().endsWith('/refresh'));
    await page.getByRole('link', { name: 'Co-branded Page', exact: true }).click();
    expect((await refreshed).status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1, name: 'Co-branded Page' })).toBeVisible();
    await expect(page).toHaveURL('/co-branded');
  });

  test('that cannot be refreshed leads to sign-in [ACC-458] [ADM-240]', async ({ page }) => {
    await enter(page, 'pro@demo.test', '/refer');
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Co-branded Page', exact: true }).dispatchEvent('click');
    await expect(page).toHaveURL(/\/login/);
  });

  test('ends by Logout behind a splash, and stays ended [MKT-042] [MKT-043] [MKT-044] [ADM-013]', async ({ page }) => {
    await signIn(page, 'pro@demo.test');
    await page.route('**/api/v1/logout', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await account(page).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByTestId('splash')).toBeVisible();
    await expect(page).toHaveURL('/login');
    await expect(page.getByTestId('splash')).toHaveCount(0);
    await page.goto('/refer');
    await expect(page).toHaveURL(/\/login/);
  });

  test('of staff is switched into a contractor and back [MKT-135] [MKT-136] [MKT-137] [MKT-199] [ADM-003] [ADM-004] [ADM-005]', async ({
    page,
  }) => {
    await enter(page, 'admin@demo.test', '/manage/contractors');
    await page.getByRole('searchbox').fill('Harborlight');
    await page.getByRole('button', { name: 'Switch to Harborlight Homes' }).click();
    await expect(page).toHaveURL('/');
    const banner = page.getByRole('region', { name: 'Switched account' });
    await expect(banner).toContainText('Logged in as Harborlight Homes concierge@demo.test');
    await page.reload();
    await expect(banner).toBeVisible();
    await account(page).click();
    await page.getByRole('menuitem', { name: 'Back to my account' }).click();
    await expect(page).toHaveURL('/');
    await expect(banner).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Hello, Avery' })).toBeVisible();
  });
});

test('a contractor is denied a staff screen and returned to the dashboard [ADM-014] [ADM-021] [ADM-022] [ACC-497]', async ({
  page,
}) => {
  await page.request.post('/api/v1/authentication', { form: { username: 'pro@demo.test', password } });
  await page.goto('/manage/settings');
  const dialog = page.getByRole('dialog', { name: 'ACCESS_DENIED' });
  await expect(dialog).toContainText('Access denied');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL('/');
});

test('a refused call reloads the page once, then tells, and never loops [ADM-241] [ACC-499]', async ({ page }) => {
  await enter(page, 'admin@demo.test', '/refer');
  await page.route('**/api/v1/manage/contractors?*', (route) =>
    route.fulfill({ status: 403, json: { error: 'access_denied', message: 'Access denied' } }),
  );
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.getByRole('link', { name: 'Contractors' }).click();
  const dialog = page.getByRole('dialog', { name: 'ACCESS_DENIED' });
  await expect(dialog).toBeVisible();
  expect(loads).toBe(1);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL('/');
  await page.waitForTimeout(800);
  expect(loads).toBeLessThanOrEqual(2);
});

test('a team user and the owner both use the contractor area, each what is open to them [ACC-001]', async ({ page }) => {
  await enter(page, 'pro@demo.test');
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
  await enter(page, 'team@demo.test');
  await expect(menu.getByRole('link', { name: 'Applications', exact: true })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Social Media Images' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Billing' })).toHaveCount(0);
});

test('a contractor with the agreement and the questions still to do sees what is needed instead of the menu [MKT-052] [MKT-053]', async ({
  page,
}) => {
  await enter(page, 'free@demo.test');
  await expect(sidebar(page)).toHaveCount(0);
  await expect(page.getByText('Review and accept the Service Provider Agreement')).toBeVisible();
  await expectAccessible(page);
});

test.describe('the browser', () => {
  test('without cookies is told so, for as long as it has none [ADM-504]', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false }));
    await page.goto('/login');
    const notice = page.getByText('Cookies are disabled in your browser. Please enable cookies to allow normal functionality...');
    await expect(notice).toBeVisible();
    await page.waitForTimeout(6000);
    await expect(notice).toBeVisible();
  });

  test('that is too old is told so, one of today is not [ADM-505] [ADM-506]', async ({ page, browser }) => {
    const words = 'Try a different browser! The browser you are using has limited functionality...';
    const old = await browser.newContext({
      baseURL: process.env['LINTEL_URL'] ?? '',
      userAgent: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/69.0.3497.100 Safari/537.36',
    });
    const oldPage = await old.newPage();
    await oldPage.goto('/login');
    await expect(oldPage.getByText(words)).toBeVisible();
    await old.close();
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByText(words)).toHaveCount(0);
  });

  test('asks nothing of the server on the sign-in page, and its console stays clean', async ({ page }) => {
    const errors = consoleErrors(page);
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()));
    await page.goto('/login', { waitUntil: 'networkidle' });
    expect(calls).toEqual([]);
    await enter(page, 'pro@demo.test');
    await page.waitForLoadState('networkidle');
    expect(errors).toEqual([]);
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} appearance`, () => {
    test.use({ colorScheme });
    const check = async (page: Page, paths: readonly string[]): Promise<void> => {
      for (const path of paths) {
        await test.step(path, async () => {
          await page.goto(path, { waitUntil: 'networkidle' });
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expectAccessible(page);
        });
      }
    };

    test('every page of a visitor is accessible', ({ page }) => check(page, visitorPaths));

    test('every page of a contractor is accessible', async ({ page }) => {
      await enter(page, 'pro@demo.test');
      await check(page, ownerPaths);
    });

    test('every page of staff is accessible, menus and dialogs included', async ({ page }) => {
      await enter(page, 'admin@demo.test');
      await check(page, staffPaths);
      await account(page).click();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Help' }).click();
      await expectAccessible(page);
      await resize(page, 390);
      await page.getByRole('button', { name: 'Open the menu' }).click();
      await expectAccessible(page);
    });
  });
}
