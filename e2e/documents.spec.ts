import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBoth, signIn, test } from './support/portal.ts';
import { signInAt, resize } from './support/shell.ts';

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, level: 1 });

test.describe('a contractor', () => {
  test.describe.configure({ mode: 'serial' });

  test('writes an estimate, gets it signed, converts it to an invoice, and is paid in installments', async ({
    page,
    browser,
  }) => {
    test.slow();
    await signInAt(page, 'pro@demo.test', '/documents');
    await expect(page.getByRole('button', { name: /^Overdue/ }).first()).toBeVisible();
    await page.getByRole('button', { name: 'New document' }).click();
    await page.getByRole('menuitem', { name: 'New estimate' }).click();
    await expect(heading(page, 'New estimate')).toBeVisible();
    await page.getByRole('combobox', { name: 'Name' }).fill('Dora Journey');
    await page.getByLabel('E-mail').fill('dora.journey@example.com');
    const items = page.getByRole('list', { name: 'Items' });
    await items.getByLabel('Description').fill('Skylight, built in');
    await items.getByLabel('Unit price').fill('1000');
    const sums = page.getByRole('complementary', { name: 'Totals and actions' });
    await expect(sums.getByText('$1,088.10', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Save and send' }).click();
    const sending = page.getByRole('dialog', { name: 'Send Estimate' });
    await expect(sending.getByLabel('To')).toHaveValue('dora.journey@example.com');
    await expectAccessible(page);
    await sending.getByText('Link', { exact: true }).click();
    await sending.getByRole('button', { name: 'Create link' }).click();
    const link = await sending.getByText(/\/d\//).textContent();
    await sending.getByRole('button', { name: 'Done' }).click();
    await expect(heading(page, /^Estimate \d+/)).toBeVisible();
    await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible();

    const visitor = await browser.newContext();
    const customer = await visitor.newPage();
    await customer.goto(link ?? '');
    await customer.getByText('Accept this estimate').first().click();
    await customer.getByLabel('Your full name').fill('Dora Journey');
    await customer.getByRole('checkbox').first().check();
    await customer.getByRole('button', { name: 'Accept and sign' }).click();
    await expect(customer.getByText(/Accepted and signed by Dora Journey/)).toBeVisible();
    await visitor.close();

    await page.reload();
    await expect(page.getByText('Accepted', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Signature' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Turn into invoice' }).click();
    await expect(page.getByText('Created from Estimate')).toBeVisible();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const invoicing = page.getByRole('dialog', { name: 'Send Invoice' });
    await invoicing.getByText('Link', { exact: true }).click();
    await invoicing.getByRole('button', { name: 'Create link' }).click();
    await invoicing.getByRole('button', { name: 'Done' }).click();
    await pay(page, '$500.00');
    await expect(page.getByText('Partly paid')).toBeVisible();
    await pay(page, null);
    await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('$1,088.10 paid, $0.00 owed')).toBeVisible();
  });

  test(
    'keeps everything typed when the network goes down',
    { tag: '@slow' },
    async ({ page, context }) => {
      await signInAt(page, 'pro@demo.test', '/documents');
      await page.getByRole('button', { name: 'New document' }).click();
      await page.getByRole('menuitem', { name: 'New invoice' }).click();
      await expect(heading(page, 'New invoice')).toBeVisible();
      await page.getByRole('combobox', { name: 'Name' }).fill('Offline Journey');
      await page.reload();
      await expect(page.getByRole('combobox', { name: 'Name' })).toHaveValue('Offline Journey');
      await expect(page.getByText('Not saved yet – stored on this device').first()).toBeVisible();
      await context.setOffline(true);
      await page.getByLabel('Project name').fill('Barn');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await expect(page.getByText(/save this when you're back online/)).toBeVisible();
      await context.setOffline(false);
      await expect(heading(page, /^Invoice/)).toBeVisible({ timeout: 20_000 });
      await expect(page.getByText('Barn').first()).toBeVisible();
      await page.goto('/documents?search=offline%20journey');
      await expect(page.getByText('1 document', { exact: true })).toBeVisible();
      await expect(page.getByText('Not saved yet – stored on this device')).toBeHidden();
    },
  );

  test('reads the list in light and dark mode', { tag: '@slow' }, async ({ page }) => {
    await signInAt(page, 'pro@demo.test', '/documents');
    await expect(page.getByRole('link', { name: /^Invoice \d+/ }).first()).toBeVisible();
    await expectAccessibleInBoth(page);
  });

  test(
    'finds a document on a phone, and no screen overflows',
    { tag: '@slow' },
    async ({ page }) => {
      await resize(page, 390);
      await signInAt(page, 'pro@demo.test', '/documents?state=overdue');
      const list = page.getByRole('list', { name: 'Documents' });
      await list.getByRole('link').first().click();
      await expect(heading(page, /^Invoice \d+/)).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await expectAccessibleInBoth(page);
      await page.getByRole('button', { name: 'Revise' }).click();
      await expect(heading(page, /^Edit Invoice/)).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await expectAccessible(page);
    },
  );

  test(
    'turns a quick document into a saved one with its contents',
    { tag: '@slow' },
    async ({ page }) => {
      await signInAt(page, 'pro@demo.test', '/invoice-estimate');
      await page.getByLabel('Full name').fill('Quick Journey');
      await page.getByRole('link', { name: 'Save as a document' }).click();
      await expect(page.getByRole('combobox', { name: 'Name' })).toHaveValue('Quick Journey');
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(page.getByRole('combobox', { name: 'Name' })).toHaveValue('');
    },
  );
});

/** Records a payment; the full balance when `amount` is null. */
async function pay(page: Page, amount: string | null): Promise<void> {
  await page.getByRole('button', { name: 'Record payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record payment' });
  if (amount !== null) await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await expect(dialog).toBeHidden();
}

test(
  'a canceled contractor can view documents but not write them',
  { tag: '@slow' },
  async ({ page }) => {
    await signIn(page, 'canceled@demo.test');
    await page.goto('/documents');
    await expect(heading(page, 'Documents')).toBeVisible();
    await expect(page.getByText(/You can view documents here/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'New document' })).toBeHidden();
  },
);
