import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './support/portal.ts';
import { signInAt } from './support/shell.ts';

// These tests share one contractor's card and payments.
test.describe.configure({ mode: 'serial' });

const field = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name, exact: true });
const boxTitled = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** Types a card number key by key, as people do. */
async function typeCard(page: Page, number: string): Promise<void> {
  const parts = {
    'Card number': number,
    'Cardholder name': 'Priya Natarajan',
    Expiration: '1230',
    CVC: '123',
    Zip: '80202',
  };
  for (const [name, text] of Object.entries(parts)) {
    await field(page, name).fill('');
    await field(page, name).pressSequentially(text);
  }
}

test(
  "very long words don't hide payment amounts and receipts on a phone",
  { tag: '@slow' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const long = 'x'.repeat(200);
    await page.route('**/api/v1/payment?*', async (route) => {
      const answer = await route.fetch();
      const { data, total } = await answer.json();
      const described = data.map((one: object) => ({
        ...one,
        description: long,
        failureMessage: long,
      }));
      await route.fulfill({ response: answer, json: { data: described, total } });
    });
    await signInAt(page, 'pro@demo.test', '/card-payments');
    const payments = page.getByRole('list', { name: 'Payments' });
    await expect(payments.getByText('$99.00').first()).toBeVisible();
    const right = await payments.evaluate((list) =>
      Math.max(...[...list.querySelectorAll('*')].map((one) => one.getBoundingClientRect().right)),
    );
    expect(right).toBeLessThanOrEqual(390);
  },
);

test('a contractor updates the card from the URL that opens the form [ACC-018] [ACC-468]', async ({
  page,
}) => {
  await signInAt(page, 'pro@demo.test', '/card-payments?action=update-card');
  await page.getByText('Test mode.').click();
  // This test card requires authentication for every charge.
  await page.getByRole('button', { name: /^Use 4000 0027 6000 3184/ }).click();
  await expect(field(page, 'Card number')).toHaveValue('4000 0027 6000 3184');
  await typeCard(page, '4000002760003184');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('Card updated successfully')).toBeVisible();
  await expect(page).toHaveURL('/card-payments');
  await expect(page.getByText('•••• •••• •••• 3184')).toBeVisible();
  // The server has tried an off-session charge.
  const reason = boxTitled(page, 'Retry Failed Payments').getByText(
    'The bank wants the cardholder to authenticate this payment.',
  );
  await expect(reason).toBeVisible({ timeout: 20_000 });
});

test('a contractor retries a failed payment with bank authentication and returns [ACC-207] [ACC-208] [ACC-209] [ACC-470]', async ({
  page,
}) => {
  await signInAt(page, 'pro@demo.test', '/card-payments');
  const box = boxTitled(page, 'Retry Failed Payments');
  const invoice = await box.getByText(/^\d+-\d+-\d+$/).textContent();
  await box.getByRole('button', { name: 'Retry' }).click();
  await expect(page).toHaveURL(/\/sandbox\/authenticate\//);
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(page.getByText('Payment is failed')).toBeVisible();
  await expect(page).toHaveURL('/card-payments');
  await box.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByText('Your payment has been completed successfully')).toBeVisible();
  await expect(page).toHaveURL('/card-payments');
  await expect(box.getByText(invoice ?? '', { exact: true })).toBeHidden();
  await expect(
    page.getByRole('button', { name: `Download the receipt for ${invoice}` }),
  ).toBeVisible();
});

test('a contractor saves a payment receipt', async ({ page }) => {
  await signInAt(page, 'brand@demo.test', '/card-payments');
  const saving = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^Download the receipt for/ })
    .first()
    .click();
  expect((await saving).suggestedFilename()).toMatch(/^Receipt-[\d-]+\.pdf$/);
});

test('payments are cards on a phone, without overflow', { tag: '@slow' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await signInAt(page, 'brand@demo.test', '/card-payments');
  await expect(page.getByRole('list', { name: 'Payments' }).getByRole('listitem')).toHaveCount(5);
  await page.getByRole('button', { name: 'Update card' }).click();
  await expect(field(page, 'Card number')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});
