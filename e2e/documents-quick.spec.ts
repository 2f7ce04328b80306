import { expect, type Locator, type Page } from '@playwright/test';
import { openMail } from './support/mail.ts';
import { expectAccessible, test } from './support/portal.ts';
import { signInAt } from './support/shell.ts';

const row = (page: Page, place: number) =>
  page.getByRole('list', { name: 'Items' }).getByRole('listitem').nth(place);

async function typeItem(
  page: Page,
  place: number,
  description: string,
  price: string,
): Promise<void> {
  await row(page, place).getByLabel('Description').fill(description);
  await typeOver(row(page, place).getByLabel('Unit price'), price);
}

/** Clicks a number field and types over it: the click selects the number after a delay. */
async function typeOver(field: Locator, number: string): Promise<void> {
  await field.click();
  await expect
    .poll(() =>
      field.evaluate((input: HTMLInputElement) => input.selectionStart !== input.selectionEnd),
    )
    .toBe(true);
  await field.page().keyboard.type(number);
}

test(
  'a contractor fills in an invoice and its PDF opens in a new window [ACC-045] [ACC-403]',
  { tag: '@smoke' },
  async ({ page }) => {
    await signInAt(page, 'brand@demo.test', '/invoice-estimate');
    await page.getByLabel('Full name').fill('Casey   Nguyen');
    await typeItem(page, 0, 'Ridge vent', '14.25');
    await row(page, 0).getByLabel('Unit price').press('Enter');
    await typeItem(page, 1, 'Shingles', '1250');
    await page.getByLabel('Tax rate').click();
    await page.keyboard.type('8.25');
    const totals = page.getByRole('complementary', { name: 'Totals and actions' });
    await expect(totals).toContainText('$1,368.55');
    const opening = page.waitForEvent('popup');
    // The test browser has no PDF viewer, so it downloads the file.
    const saving = opening.then((view) => view.waitForEvent('download'));
    const answering = page.waitForResponse(/\/widgets\/\d+\/price$/);
    await page.getByRole('button', { name: 'Download PDF' }).click();
    const answer = await answering;
    expect(answer.headers()['content-disposition']).toBe('inline; filename="Invoice-1001.pdf"');
    expect((await saving).url()).toMatch(/^blob:/);
    await expect(totals).toContainText('Invoice-1001.pdf opened in a new window.');
    await expectAccessible(page);
  },
);

test('a draft survives a reload, and errors appear on their fields', async ({ page }) => {
  await signInAt(page, 'brand@demo.test', '/invoice-estimate');
  await page.getByText('Estimate', { exact: true }).click();
  await page.getByLabel('Project name').fill('New roof');
  await page.reload();
  await expect(page.getByText('Draft restored')).toBeVisible();
  await expect(page.getByLabel('Project name')).toHaveValue('New roof');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  await expect(page.getByLabel('Full name')).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect(page.getByLabel('Project name')).toHaveValue('');
});

test('items are reordered by dragging, and fit on a phone', { tag: '@slow' }, async ({ page }) => {
  await signInAt(page, 'brand@demo.test', '/invoice-estimate');
  await typeItem(page, 0, 'First', '1');
  await page.getByRole('button', { name: 'Add item' }).click();
  await typeItem(page, 1, 'Second', '2');
  await row(page, 1).locator('[draggable]').dragTo(row(page, 0));
  await expect(row(page, 0).getByLabel('Description')).toHaveValue('Second');
  await page.setViewportSize({ width: 320, height: 700 });
  await expect(row(page, 0).getByLabel('Unit price')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

test("the customer gets the page's URL by e-mail [ACC-454] [ACC-463]", async ({ page }) => {
  await signInAt(page, 'brand@demo.test', '/invoice-estimate');
  await page.getByLabel("Customer's e-mail").fill('casey@homeowner.example');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Success!')).toBeVisible();
  await openMail(page, 'casey@homeowner.example', /Pay over time/);
  await expect(page.locator('a[href*="/p/oak-and-iron?source=invoice"]').first()).toBeVisible();
});
