import { expect } from '@playwright/test';
import { openMailedLink } from './support/mail.ts';
import { expectAccessibleInBoth, password, signIn, test } from './support/portal.ts';
import { signInAt } from './support/shell.ts';

test('a contractor signs out another browser, which lands on the sign-in page at its next call', async ({
  page,
  browser,
}) => {
  await signIn(page, 'brand@demo.test');
  const otherContext = await browser.newContext({
    baseURL: process.env['LINTEL_URL'] ?? '',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0',
  });
  const other = await otherContext.newPage();
  await signInAt(other, 'brand@demo.test', '/refer');
  await page.goto('/personal-info');
  const devices = page.getByRole('list', { name: 'Signed-in devices' });
  await expect(devices.getByRole('listitem').first()).toContainText('This device');
  await expectAccessibleInBoth(page);
  await devices
    .getByRole('listitem')
    .filter({ hasText: 'Firefox on Windows' })
    .first()
    .getByRole('button', { name: 'Sign out' })
    .click();
  await expect(page.getByText('The device was signed out.')).toBeVisible();
  await other.getByRole('link', { name: 'Co-branded Page', exact: true }).click();
  await expect(other).toHaveURL('/login?returnTo=%2Fco-branded');
  await page.reload();
  await expect(devices.getByRole('listitem').first()).toContainText('This device');
  await otherContext.close();
});

test("a session that isn't remembered has no cookie that outlives the browser", async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill('concierge@demo.test');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('checkbox', { name: 'Keep me signed in' }).uncheck();
  await page.getByRole('button', { name: 'Sign into your Account' }).click();
  await expect(page).toHaveURL('/');
  const activeSessions = async (): Promise<Record<string, boolean>> =>
    Object.fromEntries(
      (await page.context().cookies(`${process.env['LINTEL_URL']}/api/v1`)).map(
        ({ name, expires }) => [name, expires !== -1],
      ),
    );
  expect(await activeSessions()).toEqual({
    lintel_access: false,
    lintel_refresh: false,
    lintel_device: true,
  });
});

test('an owner locks out a stranger with the link in the new-device message', async ({
  page,
  browser,
}) => {
  const email = `shut-out-${Date.now()}@accounts.test`;
  const origin = process.env['LINTEL_URL'] ?? '';
  await signInAt(page, 'concierge@demo.test');
  const added = await page.request.post('/api/v1/contractor/103/team/user', {
    headers: { origin },
    data: { firstname: 'Tim', lastname: 'Hale', email, contractorTeamAccess: { type: 'Full' } },
  });
  expect(added.status()).toBe(200);
  await page.context().clearCookies();
  const choose = async (label: string, value: string, button: string): Promise<void> => {
    await page.getByRole('textbox', { name: label, exact: true }).fill(value);
    await page.getByRole('textbox', { name: 'Password Confirmation' }).fill(value);
    await page.getByRole('button', { name: button, exact: true }).click();
  };
  await openMailedLink(page, email, /./, '/confirm');
  await choose('Password', password, 'Confirm');
  // The first sign-in sends no notice; the stranger's does.
  await expect(page.getByText('Your account successfully confirmed')).toBeVisible();
  const context = await browser.newContext({ baseURL: origin });
  const otherPage = await context.newPage();
  await signInAt(otherPage, email);
  await openMailedLink(page, email, /new sign-in/i, '/not-me');
  await expect(page.getByRole('heading', { name: 'Was this you?' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: "This wasn't me" }).click();
  await expect(page).toHaveURL(/\/np\?m=/);
  await choose('New Password', 'Password1', 'Reset Password');
  await expect(page.getByText(/^This password is easy to guess\./)).toBeVisible();
  await expect(page.getByText(/^Easy to guess\. This is a commonly used password\./)).toBeVisible();
  await choose('New Password', password, 'Reset Password');
  await expect(page).toHaveURL(/\/login/);
  await otherPage.goto('/refer');
  await expect(otherPage).toHaveURL(/\/login/);
  await context.close();
});
