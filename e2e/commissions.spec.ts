import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, signIn, test } from './support/portal.ts';

async function openReport(page: Page, search = '?currentPeriod=last-365'): Promise<void> {
  await page.goto(`/reports-commissions${search}`);
  await expect(page.getByRole('heading', { name: 'Commissions', level: 1 })).toBeVisible();
}
const rows = (page: Page) => page.getByRole('region', { name: 'Commissions' }).getByRole('row');
const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

test('a contractor filters, searches, and sorts commissions and sees their total [ACC-098] [ACC-099] [ACC-100] [ACC-101] [ACC-106]', async ({
  page,
}) => {
  await signIn(page, 'pro@demo.test');
  await openReport(page);
  await expect(rows(page)).toHaveCount(26);
  await expect(page.getByText(/^Commission \(Total\) \$[\d,]+\.\d\d$/)).toBeVisible();
  await expectAccessible(page);
  await choose(page, 'Type', 'HELOC (per qualified lead)');
  await expect(page).toHaveURL(/type=heloc/);
  await expect(rows(page).nth(1)).toContainText('$15.00');
  await page
    .getByRole('button', { name: 'Remove the filter Type: HELOC (per qualified lead)' })
    .click();
  await page.getByRole('searchbox', { name: 'Search commissions' }).fill('summit solar');
  await expect(page).toHaveURL(/search=summit/);
  await expect(rows(page).nth(1)).toContainText('Summit Solar');
  await page.getByRole('button', { name: 'Commission (USD)' }).click();
  await expect(page).toHaveURL(/order=/);
});

test('a contractor downloads the report as a spreadsheet and a monthly statement [ACC-108] [ACC-448]', async ({
  page,
}) => {
  await signIn(page, 'pro@demo.test');
  await openReport(page);
  await page.getByRole('button', { name: 'Export' }).click();
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Comma-separated values (.csv)' }).click(),
  ]);
  expect(csv.url()).toMatch(
    /\/api\/v1\/reports-commissions-export\?order=-date&userId=11&filters=%7B%22viewDate/,
  );
  expect(csv.suggestedFilename()).toMatch(/^commissions-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await csv.path(), 'utf8')).trim().split('\r\n');
  const shown = await page.getByText(/^1–25 of \d+$/).textContent();
  expect(lines).toHaveLength(Number(shown?.split(' of ')[1]) + 1);
  await page.getByRole('button', { name: 'Statements' }).click();
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem').nth(1).click(),
  ]);
  expect(pdf.suggestedFilename()).toMatch(/^commissions-statement-\d{4}-\d\d\.pdf$/);
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test(
  "staff viewing a contractor export that contractor's rows",
  { tag: '@slow' },
  async ({ page }) => {
    await signIn(page, 'admin@demo.test');
    await page.goto('/');
    const { origin } = new URL(page.url());
    expect(
      (await page.request.post('/api/v1/user/11/switch', { headers: { origin }, data: {} })).ok(),
    ).toBe(true);
    await openReport(page);
    await expect(rows(page)).toHaveCount(26);
    await page.getByRole('button', { name: 'Export' }).click();
    const [xlsx] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click(),
    ]);
    expect((await readFile(await xlsx.path())).subarray(0, 2).toString()).toBe('PK');
  },
);

test('commissions are cards on a phone, without overflow', { tag: '@slow' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'pro@demo.test');
  await openReport(page);
  await expect(page.getByRole('list', { name: 'Commissions' }).getByRole('listitem')).toHaveCount(
    25,
  );
  await page.getByRole('button', { name: /^Month by month/ }).click();
  await page.getByText('Show the numbers in a table').click();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});

test('a contractor copies the referral link, which opens sign-up, and sees referred friends [ACC-115] [ACC-116] [ACC-117] [ACC-118] [ACC-119]', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'pro@demo.test');
  await page.goto('/refer');
  await expect(page.getByRole('heading', { name: '$200 for a friend' })).toBeVisible();
  const url = await page.getByLabel('Your referral link').inputValue();
  expect(url).toMatch(/\/get-started\?ref=[0-9A-Z]{8}$/);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await expect(page.getByRole('link', { name: 'Share on Facebook' })).toHaveAttribute(
    'href',
    /facebook\.com\/sharer/,
  );
  await expect(page.getByRole('list', { name: 'Your friends' }).getByRole('listitem')).toHaveCount(
    7,
  );
  await expectAccessible(page);
});
