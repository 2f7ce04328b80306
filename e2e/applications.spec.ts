import { readFile } from 'node:fs/promises';
import { expect, type Download, type Page } from '@playwright/test';
import readSheets from 'read-excel-file/node';
import { expectAccessible, signIn, switchInto, test } from './support/portal.ts';

async function openReport(page: Page, search = ''): Promise<void> {
  await page.goto(`/reports-applications${search}`);
  await expect(page.getByRole('heading', { name: 'Applications', level: 1 })).toBeVisible();
}
const rows = (page: Page) => page.getByRole('table').getByRole('row');
const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

test('the report is a table with search and filters for dates, page, and status [ACC-089] [ACC-091] [ACC-092] [ACC-093] [ACC-094] [ACC-520]', async ({
  page,
}) => {
  await signIn(page, 'pro@demo.test');
  await openReport(page);
  await expect(page.getByRole('combobox', { name: 'Date', exact: true })).toHaveValue(
    'Last 30 days',
  );
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

test('the page filter appears only with more than two options [ACC-090]', async ({ page }) => {
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

test('credit decisions are explained in place [ADM-243] [ADM-244] [ADM-245]', async ({ page }) => {
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

const problems = {
  Canceled: 'Your subscription has expired.',
  Failed: 'A payment for your subscription failed.',
  Renewed: 'Your account was reopened and its first payment is due.',
};

async function exportAs(page: Page, format: string): Promise<Download> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ]);
  return download;
}
const days = 'currentPeriod=custom&customStart=2025-01-01&customEnd=2026-12-31';
const applicationCount = async (page: Page): Promise<number> =>
  Number(/of ([\d,]+)/.exec(await page.getByText(/^\d+–\d+ of/).innerText())?.[1]);

test('the owner filters the report, exports it, and opens the workbook [ACC-095] [ACC-447]', async ({
  page,
}) => {
  await signIn(page, 'pro@demo.test');
  await openReport(page, `?${days}&status=funded&order=%2BapplicantName`);
  await expect(rows(page).nth(1)).toBeVisible();
  const total = await applicationCount(page);
  const download = await exportAs(page, 'Excel (.xlsx)');
  expect(download.suggestedFilename()).toMatch(/^applications-2025-01-01-\d{4}-\d\d-\d\d\.xlsx$/);
  const [sheet] = await readSheets(await readFile(await download.path()));
  const [titles = [], ...cells] = sheet?.data ?? [];
  expect(cells).toHaveLength(total);
  expect(cells.every((row) => row[titles.indexOf('Funded on')] instanceof Date)).toBe(true);
  await expect(rows(page).nth(1)).toContainText(String(cells[0]?.[0]));
});

test('a Limited team user can export the report', { tag: '@slow' }, async ({ page }) => {
  await signIn(page, 'team@demo.test');
  await openReport(page, `?${days}`);
  await expect(rows(page).nth(1)).toBeVisible();
  const total = await applicationCount(page);
  const download = await exportAs(page, 'Comma-separated values (.csv)');
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(total + 1);
  expect(lines[0]).toContain('Applicant,E-mail,Phone');
});

test(
  "staff viewing a contractor export that contractor's rows",
  { tag: '@slow' },
  async ({ page }) => {
    await signIn(page, 'admin@demo.test');
    await switchInto(page, 'Oak & Iron Remodeling');
    await openReport(page, `?${days}`);
    const download = await exportAs(page, 'Comma-separated values (.csv)');
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain('oak-and-iron');
    expect(text).not.toContain('summit-');
  },
);

test(
  'the charts expand above the report and are accessible',
  { tag: '@slow' },
  async ({ page }) => {
    await signIn(page, 'pro@demo.test');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await openReport(page, '?currentPeriod=last-365');
      const toggle = page.getByRole('button', { name: 'Graphs' });
      if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
      await expect(
        page.getByRole('heading', { name: 'How far applications got', exact: true }),
      ).toBeVisible();
      await expect(page.getByText('summit-solar').first()).toBeVisible();
      await expectAccessible(page);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
    }
  },
);

test('the next step of an application is explained', { tag: '@slow' }, async ({ page }) => {
  await signIn(page, 'pro@demo.test');
  await openReport(page);
  await page.getByRole('button', { name: 'Homeowner: choose an offer' }).first().focus();
  await expect(page.getByRole('tooltip')).toContainText('The homeowner chooses one on your page.');
});

test('a report that fails to load offers a retry', { tag: '@slow' }, async ({ page }) => {
  await signIn(page, 'pro@demo.test');
  await page.route('**/api/v1/reports-applications?*', (route) => route.abort());
  await openReport(page);
  await expect(page.getByText('Something wrong')).toBeVisible({ timeout: 30_000 });
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(26);
});

test('applications are cards on a phone', { tag: '@slow' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'pro@demo.test');
  await openReport(page);
  const card = page
    .getByRole('list', { name: 'Applications', exact: true })
    .getByRole('listitem')
    .first();
  await expect(card).toBeVisible();
  expect((await card.boundingBox())?.height).toBeLessThanOrEqual(120);
  await card.getByRole('button', { name: /^More about/ }).click();
  await expect(card).toContainText('Requested');
  await expect(page.getByRole('table')).toBeHidden();
  await expectAccessible(page);
});

test('ten rows of the report fit at 1440 pixels', { tag: '@slow' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  // This account also shows the subscription line.
  await signIn(page, 'pro@demo.test');
  await openReport(page);
  await expect(page.getByText(problems.Failed)).toBeVisible();
  await expect(rows(page)).toHaveCount(26);
  const seen = await rows(page).evaluateAll(
    (all) => all.slice(1).filter((row) => row.getBoundingClientRect().bottom <= 900).length,
  );
  expect(seen).toBeGreaterThanOrEqual(10);
  const sideways = await page.evaluate(() => {
    const box = document.querySelector('table')?.closest('.mantine-ScrollArea-viewport');
    return (box?.scrollWidth ?? 0) - (box?.clientWidth ?? 0);
  });
  expect(sideways).toBe(0);
});

test(
  'a row opens its application, where a user adds a note and sets a follow-up',
  { tag: '@slow' },
  async ({ page }) => {
    await signIn(page, 'pro@demo.test');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await openReport(page, `?${days}&status=funded`);
      await page.locator('a[href^="/reports-applications/"]').first().click();
      await expect(page).toHaveURL(/\/reports-applications\/\d+$/);
      await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
      await expect(page.getByRole('table', { name: 'Offers' })).toBeVisible();
      await page.getByRole('textbox', { name: 'New note' }).fill(`Called at ${width}`);
      await page.getByRole('button', { name: 'Save note' }).click();
      await expect(page.getByText(`Called at ${width}`, { exact: true })).toBeVisible();
      await expectAccessible(page);
    }
    await page.getByRole('button', { name: 'Tomorrow' }).click();
    await page.getByRole('button', { name: 'Remind me', exact: true }).click();
    await expect(page.getByText('Set by')).toBeVisible();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Tomorrow' })).toBeVisible();
  },
);

test(
  'an application shows its customer, or creates one for a new homeowner',
  { tag: '@slow' },
  async ({ page }) => {
    await signIn(page, 'pro@demo.test');
    const made = page.getByRole('button', { name: 'Add as customer' });
    // Half of the newest applications belong to existing customers.
    await openReport(page, `?${days}&limit=75`);
    const paths = await page
      .locator('a[href^="/reports-applications/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    for (const path of new Set(paths)) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Customer', exact: true })).toBeVisible();
      if (await made.isVisible()) break;
    }
    await made.click();
    const customer = page.locator('a[href^="/customers/"]');
    await expect(customer).toBeVisible();
    await expectAccessible(page);
    await customer.click();
    await expect(page).toHaveURL(/\/customers\/\d+$/);
    await page.locator('a[href^="/reports-applications/"]').first().click();
    await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  },
);
