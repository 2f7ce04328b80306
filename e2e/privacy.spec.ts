import { expect, type Browser, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { readConsents } from './support/homeowner.ts';
import { openMail } from './support/mail.ts';
import { expectAccessible, test } from './support/portal.ts';
import { signInAt } from './support/shell.ts';

test.describe.configure({ timeout: 120_000 });

/** A separate browser, optionally a phone. */
async function newPage(browser: Browser, isPhone = false): Promise<Page> {
  const baseURL = process.env['LINTEL_URL'];
  const context = await browser.newContext({
    ...(baseURL !== undefined && { baseURL }),
    ...(isPhone && { viewport: { width: 390, height: 844 } }),
  });
  return context.newPage();
}

/** Starts an application at Summit Roofing and withdraws it, so that none is active. */
async function applyAndWithdraw(page: Page, email: string, name: string): Promise<void> {
  const started = await page.request.post('/api/v1/homeowner/pages/summit-roofing/applications', {
    data: {},
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  const { token } = (await started.json()) as { token: string };
  const post = (path: string, data: object) =>
    page.request.post(`/api/v1/homeowner/applications/${token}${path}`, {
      data,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
  const sent = await post('/submit', {
    firstName: name,
    lastName: 'Quill',
    email,
    phone: '5125550188',
    city: 'Austin',
    state: 'TX',
    creditBand: 'good',
    requestedAmount: 31_337,
    project: 'Painting',
    consents: await readConsents(page, 'summit-roofing'),
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  expect((await post('/withdraw', {})).ok()).toBe(true);
}

/**
 * Submits a request from the page's footer link on a phone, and confirms it with the e-mailed link.
 */
async function requestData(page: Page, email: string, kind: string): Promise<void> {
  await page.goto('/p/summit-roofing');
  await page.getByRole('link', { name: /^Privacy: get a copy/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your personal data' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await expect(page.getByText('This field is required.')).toBeVisible();
  await page.getByLabel('Your e-mail address').fill(email);
  await page.getByLabel(kind).check();
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible();
  await follow(page, email, /Please confirm your privacy request/);
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Yes, / }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'We received your request' }),
  ).toBeVisible();
}

async function follow(page: Page, email: string, subject: RegExp): Promise<void> {
  await openMail(page, email, subject);
  const href = await page.locator('a[href*="/privacy/"]').first().getAttribute('href');
  await page.goto(href ?? '');
}

/** Opens the request in the staff list. */
async function openRequest(page: Page, email: string) {
  await page.goto(`/manage/privacy?search=${encodeURIComponent(email)}`);
  await page.getByRole('button', { name: email }).first().click();
  return page.getByRole('dialog');
}

test('a homeowner gets a copy of their data as a document and as data', async ({ browser }) => {
  const email = `copy-${Date.now()}@homeowner.example`;
  const phone = await newPage(browser, true);
  await applyAndWithdraw(phone, email, 'Nora');
  await requestData(phone, email, 'A copy of my data');
  const staff = await newPage(browser);
  await signInAt(staff, 'admin@demo.test');
  const dialog = await openRequest(staff, email);
  await expect(dialog.getByText('Applications: 1')).toBeVisible();
  await expectAccessible(staff);
  await dialog.getByRole('button', { name: 'Send the copy' }).click();
  await expect(dialog.getByText('Fulfilled')).toBeVisible();
  await follow(phone, email, /The copy of your data is ready/);
  await expectAccessible(phone);
  for (const [name, file] of [
    ['Download as data (JSON)', 'personal-data.json'],
    ['Download as a document (PDF)', 'personal-data.pdf'],
  ] as const) {
    const download = phone.waitForEvent('download');
    await phone.getByRole('link', { name }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe(file);
    const bytes = await readFile(await saved.path());
    expect(bytes.subarray(0, 4).toString()).toBe(file.endsWith('pdf') ? '%PDF' : '{\n  ');
    if (file.endsWith('json')) expect(bytes.toString()).toContain('Nora Quill');
  }
  for (const page of [phone, staff]) await page.context().close();
});

test("a deletion anonymizes the application in the contractor's report and notifies the contractor", async ({
  browser,
}) => {
  const email = `gone-${Date.now()}@homeowner.example`;
  const phone = await newPage(browser, true);
  await applyAndWithdraw(phone, email, 'Vera');
  await requestData(phone, email, 'Delete my data');
  const staff = await newPage(browser);
  await signInAt(staff, 'admin@demo.test');
  const dialog = await openRequest(staff, email);
  await dialog.getByRole('button', { name: 'Delete the data' }).click();
  await staff
    .getByRole('dialog', { name: 'Delete this person’s data?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(dialog.getByText('Data deleted')).toBeVisible();
  await openMail(phone, email, /Your data was deleted/);
  await openMail(phone, 'pro@demo.test', /A customer’s personal data was deleted/);
  const contractor = await newPage(browser);
  await signInAt(contractor, 'pro@demo.test');
  await contractor.goto('/reports-applications?search=Vera');
  await expect(contractor.getByText('No applications found')).toBeVisible();
  await contractor.goto('/reports-applications?search=Personal%20data%20removed');
  const row = contractor.getByRole('row').filter({ hasText: '$31,337' });
  await expect(row.getByText('Personal data removed')).toBeVisible();
  for (const page of [phone, staff, contractor]) await page.context().close();
});
