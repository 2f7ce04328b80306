import { expect } from '@playwright/test';
import { password, signIn, test } from './support/portal.ts';
import { account, signInAt } from './support/shell.ts';

test.describe('the session', () => {
  test('of a visitor is required, and sign-in returns to the requested page [ACC-393] [ADM-019] [ADM-020]', async ({
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

  test("that starts at an address containing another site's URL stays in the portal, signed in or out", async ({
    page,
  }) => {
    const hostile = [
      'https://evil.example/login',
      '//evil.example/x',
      '/\\evil.example',
      '/\t/evil.example',
    ];
    const requestUrls: string[] = [];
    page.on('request', (request) => requestUrls.push(new URL(request.url()).hostname));
    await page.goto(`/login?${new URLSearchParams({ returnTo: hostile[0] ?? '' }).toString()}`);
    await page.getByLabel('E-mail').fill('pro@demo.test');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign into your Account' }).click();
    await expect(page).toHaveURL('/');
    for (const returnTo of hostile) {
      await page.goto(`/login?${new URLSearchParams({ returnTo }).toString()}`);
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('heading', { level: 1, name: 'Hello, Priya' })).toBeVisible();
    }
    expect(new Set(requestUrls)).toEqual(new Set(['localhost']));
  });

  test('is refreshed silently when the access cookie is gone [ACC-457] [ADM-239]', async ({
    page,
  }) => {
    await signInAt(page, 'pro@demo.test', '/refer');
    await page.context().clearCookies({ name: 'lintel_access' });
    const refreshed = page.waitForResponse((answer) => answer.url().endsWith('/refresh'));
    await page.getByRole('link', { name: 'Co-branded Page', exact: true }).click();
    expect((await refreshed).status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1, name: 'Co-branded Page' })).toBeVisible();
    await expect(page).toHaveURL('/co-branded');
  });

  test('ends with a splash screen on Logout, and stays ended [MKT-042] [MKT-043] [MKT-044] [ADM-013]', async ({
    page,
  }) => {
    await signIn(page, 'pro@demo.test');
    await page.goto('/');
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

  test('ends in every tab of the browser on sign-out, and leaves nothing on screen', async ({
    page,
  }) => {
    await signInAt(page, 'pro@demo.test', '/personal-info');
    const [other, visiting] = await Promise.all([
      page.context().newPage(),
      page.context().newPage(),
    ]);
    await signInAt(other, 'pro@demo.test', '/refer');
    await visiting.goto('/restore');
    await expect(page.getByText('Natarajan').first()).toBeVisible();
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    await account(other).click();
    await other.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(other).toHaveURL('/login');
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Natarajan')).toHaveCount(0);
    await expect(page.getByTestId('splash')).toHaveCount(0);
    // Only the sign-in page requests passkey options.
    const own = '/api/v1/authentication/passkey/options';
    expect(
      calls.filter((address) => address.includes('/api/v1/') && !address.endsWith(own)),
    ).toEqual([]);
    await expect(visiting).toHaveURL('/restore');
    await page.goBack();
    await expect(page.getByText('Natarajan')).toHaveCount(0);
  });

  test('ends in the other tabs when one of them finds its cookies gone', async ({ page }) => {
    await signInAt(page, 'pro@demo.test', '/personal-info');
    const other = await page.context().newPage();
    await signInAt(other, 'pro@demo.test', '/refer');
    await page.context().clearCookies();
    await other.getByRole('link', { name: 'Co-branded Page', exact: true }).click();
    await expect(other).toHaveURL('/login?returnTo=%2Fco-branded');
    await expect(page).toHaveURL('/login?returnTo=%2Fpersonal-info');
    await expect(page.getByText('Natarajan')).toHaveCount(0);
  });

  test(
    'starts without a blank screen between sign-in and dashboard',
    { tag: '@slow' },
    async ({ page }) => {
      // The portal and the sign-in page are separate documents, so both count in the tab's storage.
      await page.addInitScript(() => {
        const checkPage = (): void => {
          const root = document.getElementById('root');
          if (root?.innerText.trim() === '') sessionStorage.setItem('seen-empty', root.outerHTML);
          requestAnimationFrame(checkPage);
        };
        checkPage();
      });
      await page.goto('/login');
      await page.getByLabel('E-mail').fill('pro@demo.test');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('textbox', { name: 'Password' }).fill(password);
      await page.evaluate(() => sessionStorage.removeItem('seen-empty'));
      await page.route('**/assets/*.js', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 400));
        await route.continue();
      });
      await page.getByRole('button', { name: 'Sign into your Account' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Hello, Priya' })).toBeVisible();
      await expect(page.getByText('Login successful!')).toBeVisible();
      expect(await page.evaluate(() => sessionStorage.getItem('seen-empty'))).toBeNull();
      // Shown once.
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: 'Hello, Priya' })).toBeVisible();
      await expect(page.getByText('Login successful!')).toHaveCount(0);
    },
  );

  test('of staff switches into a contractor and back [MKT-135] [MKT-136] [MKT-137] [MKT-199] [ADM-003] [ADM-004] [ADM-005]', async ({
    page,
  }) => {
    await signInAt(page, 'admin@demo.test', '/manage/contractors');
    await page.getByRole('searchbox').fill('Harborlight');
    await page.getByRole('button', { name: 'Switch to Harborlight Homes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch' }).click();
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

test('reloads the page once after a rejected call, then shows an error, and never loops [ADM-241] [ACC-499]', async ({
  page,
}) => {
  await signInAt(page, 'admin@demo.test', '/refer');
  await page.route('**/api/v1/manage/contractors?*', (route) =>
    route.fulfill({ status: 403, json: { error: 'access_denied', message: 'Access denied' } }),
  );
  let loads = 0;
  page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0));
  await page.getByRole('link', { name: 'Contractors' }).click();
  const dialog = page.getByRole('dialog', { name: 'ACCESS_DENIED' });
  await expect(dialog).toBeVisible();
  expect(loads).toBe(1);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL('/');
  await page.waitForTimeout(800);
  expect(loads).toBeLessThanOrEqual(2);
});
