import { expect, type Page } from '@playwright/test';
import { password, test } from './support/portal.ts';
import { account, signInAt } from './support/shell.ts';

const readStorage = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify(localStorage));

async function signInAgain(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign into your Account' }).click();
}

test.describe('a draft', () => {
  test("of a customer's notes survives an expired session for its author only, and signing out asks first", async ({
    page,
  }) => {
    await signInAt(page, 'pro@demo.test', '/customers');
    await page.getByRole('button', { name: 'Add customer' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add customer' });
    await dialog.getByLabel('Notes').fill('Gate code 4711, ask for Casey');
    await expect.poll(() => readStorage(page)).toContain('lintel.kept.');
    expect(await readStorage(page)).not.toMatch(/4711|Casey/);

    // The session ends on the server; this browser isn't notified.
    await page.context().clearCookies({ name: /lintel_(access|refresh)/ });
    await page.goto('/customers');
    await expect(page).toHaveURL(/\/login/);
    await signInAgain(page, 'brand@demo.test');
    await expect(page.getByRole('button', { name: 'Add customer' }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Add customer' }).first().click();
    await expect(page.getByRole('dialog').getByLabel('Notes')).toHaveValue('');
    expect(await readStorage(page)).not.toMatch(/4711|Casey/);

    await page.context().clearCookies({ name: /lintel_(access|refresh)/ });
    await page.goto('/customers');
    await signInAgain(page, 'pro@demo.test');
    await page.getByRole('button', { name: 'Add customer' }).first().click();
    await expect(dialog.getByLabel('Notes')).toHaveValue('Gate code 4711, ask for Casey');
    await expect(dialog.getByText('Draft restored')).toBeVisible();
    await page.reload();

    await account(page).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    const question = page.getByRole('dialog', { name: 'Sign out?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(page).toHaveURL('/customers');
    await account(page).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await question.getByRole('button', { name: 'Sign out and discard the draft' }).click();
    await expect(page).toHaveURL('/login');
    expect(await readStorage(page)).not.toContain('lintel.kept.');
  });
});
