import { expect, type Browser, type Page } from '@playwright/test';
import { openMailedLink, openMail } from './support/mail.ts';
import { expectAccessibleInBoth, password, test } from './support/portal.ts';
import { addPasskey } from './support/factors.ts';
import { account, signInAt, resize, sidebar } from './support/shell.ts';

// Two people in two browsers: slow on a busy machine.
test.describe.configure({ timeout: 120_000 });

const newPage = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ baseURL: process.env['LINTEL_URL'] ?? '' })).newPage();

const dialog = (page: Page) => page.locator('[role=dialog][aria-modal=true]');
const row = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });

/** Picks an item in an account's menu. */
async function pick(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('an administrator creates a role, invites a colleague with it, changes its privileges, and closes the account', async ({
  page,
  browser,
}) => {
  const stamp = Date.now();
  const email = `june-${stamp}@staff.test`;
  const roleName = `Desk ${stamp}`;
  await resize(page, 1440);
  await signInAt(page, 'admin@demo.test', '/manage/staff?tab=roles');
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Copy Payer' }).click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill(roleName);
  await dialog(page).getByRole('button', { name: 'Add role' }).click();
  await expect(page.getByRole('heading', { name: roleName })).toBeVisible();

  await page.getByRole('tab', { name: 'Staff' }).click();
  await page.getByRole('button', { name: 'Invite' }).click();
  await dialog(page).getByRole('textbox', { name: 'First name' }).fill('June');
  await dialog(page).getByRole('textbox', { name: 'Last name' }).fill('Ferris');
  await dialog(page).getByRole('textbox', { name: 'E-mail' }).fill(email);
  await dialog(page).getByRole('checkbox', { name: roleName }).check();
  await dialog(page).getByRole('button', { name: 'Send invitation' }).click();
  await expect(row(page, email)).toContainText('Invited');
  await expectAccessibleInBoth(page);

  const colleague = await newPage(browser);
  await resize(colleague, 1440);
  await openMailedLink(colleague, email, /invited you/, '/confirm');
  await colleague.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await colleague.getByRole('textbox', { name: 'Password Confirmation' }).fill(password);
  await colleague.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(colleague).toHaveURL(/secure-account/);
  await addPasskey(colleague.request);
  await colleague.goto('/');
  await expect(sidebar(colleague).getByRole('link')).toHaveText(['Lintel', 'Payouts']);

  await page.getByRole('tab', { name: 'Roles' }).click();
  await page.getByRole('button', { name: `Edit ${roleName}` }).click();
  await dialog(page).getByRole('checkbox', { name: 'Read and export the audit log' }).check();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await colleague.goto('/manage/audit');
  await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('Audit log');

  // The administrator's own account, whatever its roles.
  await account(colleague).click();
  await colleague.getByRole('menuitem', { name: 'Personal Info' }).click();
  await expect(colleague).toHaveURL('/personal-info');
  await colleague.getByRole('button', { name: 'Edit Profile' }).click();
  await colleague.getByRole('textbox', { name: 'Last name' }).fill('Ferris-Long');
  await colleague.getByRole('button', { name: 'Save' }).click();
  await expect(account(colleague)).toContainText('June Ferris-Long');
  await expectAccessibleInBoth(colleague);

  await page.getByRole('tab', { name: 'Staff' }).click();
  await expect(row(page, email)).toContainText('Active');
  await pick(page, 'June Ferris-Long', 'Deactivate');
  await dialog(page).getByRole('button', { name: 'Deactivate' }).click();
  await expect(row(page, email)).toContainText('Deactivated');
  await colleague.getByRole('link', { name: 'Payouts', exact: true }).click();
  await expect(colleague).toHaveURL(/\/login/);
  await openMail(colleague, email, /staff account was changed/);
  await expect(colleague.locator('body')).toContainText(email);
  await colleague.context().close();
});

test(
  'staff are cards with the same actions on a phone, and an invitation is withdrawn',
  { tag: '@slow' },
  async ({ page }) => {
    const email = `otto-${Date.now()}@staff.test`;
    await resize(page, 1440);
    await signInAt(page, 'admin@demo.test', '/manage/staff');
    const answer = await page.request.post('/api/v1/manage/staff', {
      data: { firstname: 'Otto', lastname: 'Bell', email, roles: [3] },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(answer.status()).toBe(200);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/manage/staff?search=${encodeURIComponent(email)}`);
    const card = page.getByRole('list', { name: 'Staff' }).getByRole('listitem');
    await expect(card).toContainText('Unsubscribers');
    await expectAccessibleInBoth(page);
    await pick(page, 'Otto Bell', 'Withdraw invitation');
    await dialog(page).getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByText('No one found')).toBeVisible();
  },
);

test(
  "the keyboard alone opens an account's menu and closes the form",
  { tag: '@slow' },
  async ({ page }) => {
    await resize(page, 1440);
    await signInAt(page, 'admin@demo.test', '/manage/staff?search=support');
    const actions = page.getByRole('button', { name: 'Actions for Sam Porter' });
    await actions.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('textbox', { name: 'First name' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(actions).toBeFocused();
  },
);
