import { expect } from '@playwright/test';
import { expectAccessible, expectAccessibleInBoth, signIn, test } from './support/portal.ts';
import { consoleErrors, signInAt, resize } from './support/shell.ts';

test.describe('a contractor', () => {
  test.describe.configure({ mode: 'serial' });

  test('adds a customer, gets a warning about a duplicate, and finds the customer by phone', async ({
    page,
  }) => {
    const errors = consoleErrors(page);
    // A retry needs a different person.
    const turn = test.info().retry;
    await signInAt(page, 'pro@demo.test', '/customers');
    await expect(page.getByRole('link', { name: 'Margaret Okafor' })).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.getByRole('button', { name: 'Add customer' }).click();
    const form = page.getByRole('dialog', { name: 'Add customer' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Wilma Journey');
    await form.getByLabel('Phone').fill('3035550141');
    await expect(form.getByText('Already a customer: open it?')).toBeVisible();
    await expect(form.getByRole('link', { name: 'Margaret Okafor' })).toBeVisible();
    await expectAccessible(page);
    await form.getByLabel('Phone').fill(`303555990${turn}`);
    await expect(form.getByText('Already a customer: open it?')).toBeHidden();
    await form.getByLabel('Tags').fill('Journey');
    await form.getByLabel('Tags').press('Enter');
    await form.getByRole('button', { name: 'Add customer' }).click();
    await expect(page.getByRole('heading', { name: 'Wilma Journey', level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Call Wilma Journey' })).toHaveAttribute(
      'href',
      `tel:+1303555990${turn}`,
    );
    await page.getByRole('link', { name: 'All customers' }).click();
    await page.getByRole('searchbox', { name: 'Search customers' }).fill(`(303) 555-990${turn}`);
    await expect(page.getByRole('link', { name: 'Wilma Journey' })).toBeVisible();
    await expect(page.getByText('1 customer', { exact: true })).toBeVisible();
    expect(errors).toEqual([]);
  });

  test(
    'imports a file after fixing its errors, and undoes the import',
    { tag: '@slow' },
    async ({ page }) => {
      await signInAt(page, 'pro@demo.test', '/customers');
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Import a file' }).click();
      const dialog = page.getByRole('dialog', { name: 'Import customers' });
      const choose = (text: string) =>
        dialog
          .getByLabel('CSV file')
          .setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
      await choose('Client;Mobile\nXena Imported;12\n');
      await expect(dialog.getByText('Xena Imported')).toBeVisible();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Check the file' }).click();
      await expect(
        dialog.getByText('Line 2, Phone: Please enter a 10-digit number.'),
      ).toBeVisible();
      await dialog.getByRole('button', { name: 'Change the columns' }).click();
      await dialog.getByRole('button', { name: 'Another file' }).click();
      await choose('Client;Mobile\nXena Imported;303 555 9912\nMaggie;3035550141\n');
      await dialog.getByRole('button', { name: 'Check the file' }).click();
      await expect(dialog.getByText('Customers to add: 1')).toBeVisible();
      await expect(dialog.getByText('Rows to skip: 1')).toBeVisible();
      await dialog.getByRole('button', { name: 'Import', exact: true }).click();
      await expect(page.getByRole('link', { name: 'Xena Imported' })).toBeVisible();
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Imports' }).click();
      await page.getByRole('button', { name: 'Undo' }).first().click();
      await page
        .getByRole('dialog', { name: 'Undo this import?' })
        .getByRole('button', { name: 'Undo' })
        .click();
      await expect(page.getByText('Undone: 1 removed, 0 kept.')).toBeVisible();
    },
  );

  test('merges two customers on a phone', { tag: '@slow' }, async ({ page }) => {
    await resize(page, 390);
    await signInAt(page, 'pro@demo.test', '/customers?search=wilma');
    await page.getByRole('link', { name: 'Wilma Journey' }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Merge with another' }).click();
    await page.getByRole('combobox', { name: 'The other customer' }).fill('walter brandt');
    await page.getByRole('option', { name: /Walter Brandt/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge two customers' });
    await dialog.getByRole('radio', { name: 'Aurora, CO' }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Merge' }).click();
    const question = page.getByRole('dialog', { name: 'Permanently merge into Wilma Journey?' });
    await expect(question.getByText("A merge can't be undone")).toBeVisible();
    await question.getByRole('button', { name: 'Merge' }).click();
    await expect(page.getByText('was merged into this one')).toBeVisible();
    await expect(page.getByText('Aurora, CO')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessibleInBoth(page);
    await page.goto('/customers?search=walter%20brandt');
    await expect(page.getByText('No one found')).toBeVisible();
  });
});

test(
  'a canceled contractor can view customers but not change them',
  { tag: '@slow' },
  async ({ page }) => {
    await signIn(page, 'canceled@demo.test');
    await page.goto('/customers');
    await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
    await expect(page.getByText('No customers yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add customer' })).toBeHidden();
  },
);
