import { expect, type Page } from '@playwright/test';
import { expectAccessible, signIn, test } from './support/portal.ts';

async function openReport(page: Page, search = ''): Promise<void> {
  await page.goto(`/reports-applications${search}`);
  await expect(page.getByRole('heading', { name: 'Applications', level: 1 })).toBeVisible();
}
const rows = (page: Page) => page.getByRole('table').getByRole('row');
const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

test('the report is a table with filters for dates, page, status and a search [ACC-089] [ACC-091] [ACC-092] [ACC-093] [ACC-094] [ACC-520]', async ({
  page,
}) => {
  await signIn(page, 'pro@demo.test');
  await openReport(page);
  await expect(page.getByRole('combobox', { name: 'Date', exact: true })).toHaveValue('Last 30 days');
  await expect(rows(page)).toHaveCount(26);
  await expectAccessible(page);
  await choose(page, 'Status', 'Funded');
  await expect(page).toHaveURL(/status=funded/);
  await expect(page.getByText('Status: Funded')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the filter Status: Funded' }).click();
  await page.getByRole('searchbox', { name: 'Search applications' }).fill('abbott');
  await expect(page).toHaveURL(/search=abbott/);
  await expect(rows(page).nth(1)).toContainText('Abbott');
  await page.getByRole('button', { name: 'Remove the filter Search: abbott' }).click();
  await page.getByLabel('Per page').selectOption('10');
  await expect(rows(page)).toHaveCount(11);
});

test('the period and its days are in the address [ACC-014]', async ({ page }) => {
  await signIn(page, 'pro@demo.test');
  await openReport(page);
  await choose(page, 'Date', 'This year');
  await expect(page).toHaveURL(/currentPeriod=this-year/);
  await openReport(page, '?currentPeriod=custom&customStart=2025-01-01&customEnd=2025-06-30');
  await expect(page.getByText('01/01/2025 to 06/30/2025')).toBeVisible();
  await expect(rows(page).nth(1)).toContainText('2025');
});

test('the page filter shows with more than two options only [ACC-090]', async ({ page }) => {
  await signIn(page, 'pro@demo.test');
  await openReport(page);
  await choose(page, 'Co-branded page', 'summit-solar');
  await expect(page).toHaveURL(/coBrandedPage=/);
  await page.context().clearCookies();
  await signIn(page, 'brand@demo.test');
  await openReport(page);
  await expect(page.getByRole('combobox', { name: 'Status', exact: true })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Co-branded page', exact: true })).toBeHidden();
});

test('the credit decisions are explained where they stand [ADM-243] [ADM-244] [ADM-245]', async ({ page }) => {
  await page.setViewportSize({ width: 1900, height: 900 });
  await signIn(page, 'pro@demo.test');
  await openReport(page);
  await page.getByRole('button', { name: 'What the credit decisions mean' }).click();
  const help = page.getByRole('dialog');
  for (const text of [
    'APPROVED',
    'EXPIRED',
    '50-day wait',
    'can later become APPROVED',
    'Pending, no offers, or only qualified',
    'later become EXPIRED or APPROVED',
  ]) {
    await expect(help).toContainText(text);
  }
});

test('an expired subscription is announced above the report [ACC-096]', async ({ page }) => {
  await signIn(page, 'pro@demo.test');
  for (const paymentStatus of ['Canceled', 'Failed', 'Renewed', 'Paid']) {
    await page.route('**/api/v1/reports-applications?*', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), paymentStatus } });
    });
    await openReport(page);
    await expect(rows(page).nth(1)).toBeVisible();
    const banner = page.getByText('Your subscription has expired.');
    if (paymentStatus === 'Paid') await expect(banner).toBeHidden();
    else await expect(banner).toBeVisible();
    await page.unrouteAll();
  }
});

test('a plan without the report says so [ACC-097]', async ({ page }) => {
  await signIn(page, 'canceled@demo.test');
  await openReport(page);
  await expect(page.getByText('This report is not available in your Plan. Please contact your manager.')).toBeVisible();
});

test('a report that cannot be loaded offers another try', async ({ page }) => {
  await signIn(page, 'pro@demo.test');
  await page.route('**/api/v1/reports-applications?*', (route) => route.abort());
  await openReport(page);
  await expect(page.getByText('Something wrong')).toBeVisible({ timeout: 30_000 });
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(26);
});

test('on a phone each application is a card', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'pro@demo.test');
  await openReport(page);
  await expect(page.getByRole('list', { name: 'Applications', exact: true }).getByRole('listitem').first()).toContainText(
    'Requested',
  );
  await expect(page.getByRole('table')).toBeHidden();
  await expectAccessible(page);
});
