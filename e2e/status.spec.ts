import { expect, type Browser, type Page } from '@playwright/test';
import { openMail } from './support/mail.ts';
import { expectAccessible, test } from './support/portal.ts';

test.use({ viewport: { width: 390, height: 844 } });

// A document can be removed for 20 seconds before it goes to the lender.
test.slow();

const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);
const file = (name: string, buffer = pdf) => ({ name, mimeType: 'application/pdf', buffer });
const next = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();

/** Applies with scripts and chooses Keystone, which then waits indefinitely. */
async function applyAndChoose(page: Page, email: string): Promise<void> {
  await page.goto('/p/oak-and-iron');
  await page.getByLabel('What is your project?').selectOption('Kitchen');
  await page.getByLabel('About how much will it cost?').fill('22000');
  await page.getByLabel('Good (680–719)').check();
  await next(page);
  await page.getByLabel('First name').fill('Dora');
  await page.getByLabel('Last name').fill('Paper');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Mobile phone').fill('5125550149');
  await next(page);
  await page.getByLabel('City').fill('Columbus');
  await page.getByLabel('State').selectOption('OH');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'See my offers' }).click();
  await page
    .getByRole('button', { name: /^Choose the offer from Keystone Home Credit/ })
    .click({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Yes, choose it' }).click();
  await expect(page.getByText('A copy of your driver’s license')).toBeVisible({ timeout: 60_000 });
}

const requestCard = (page: Page, what: string) =>
  page
    .getByRole('region', { name: /asks for/ })
    .getByRole('listitem')
    .filter({ hasText: what });

test(
  'a homeowner uploads a requested document, removes a file, and sees its status without a reload',
  { tag: '@slow' },
  async ({ page }) => {
    await applyAndChoose(page, `documents${Date.now()}@example.com`);
    await expect(page.getByText('Your turn')).toBeVisible();
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await expectAccessible(page);
    }
    const license = requestCard(page, 'driver’s license').first();
    const choose = license.locator('input[type=file]');
    await choose.setInputFiles(file('virus.exe'));
    await expect(license.getByRole('alert')).toHaveText(
      'Please choose a PDF or a picture (JPEG, PNG, HEIC).',
    );
    await choose.setInputFiles(file('photo.jpg'));
    await expect(license.getByRole('alert')).toHaveText(/contents don’t match its file type/);
    await expectAccessible(page);
    await choose.setInputFiles(file('wrong.pdf'));
    await license.getByRole('button', { name: 'Remove wrong.pdf' }).click();
    await expect(license.getByText('wrong.pdf')).toHaveCount(0);
    await choose.setInputFiles(file('blurry license.pdf'));
    await expect(license.getByText('Will be sent to the lender in a moment')).toBeVisible();
    await expectAccessible(page);
    await expect(license.getByText(/Not accepted: We cannot read it/)).toBeVisible({
      timeout: 90_000,
    });
    await expectAccessible(page);
    await choose.setInputFiles(file('license.pdf'));
    await expect(license.getByText('Keystone Home Credit has what it needs.')).toBeVisible({
      timeout: 90_000,
    });
    await expect(
      page.locator('#standing').getByRole('link', { name: '(800) 555-0150' }),
    ).toBeVisible();
    await expectAccessible(page);
  },
);

async function withoutScripts(browser: Browser): Promise<Page> {
  const baseURL = process.env['LINTEL_URL'];
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    ...(baseURL && { baseURL }),
  });
  return context.newPage();
}

/** The link in the newest message. */
async function linkIn(page: Page, email: string, subject: RegExp): Promise<string> {
  await openMail(page, email, subject);
  return (await page.locator('a[href*="/application/"]').first().getAttribute('href')) ?? '';
}

test(
  'a homeowner without scripts opens the link, uploads, chooses another offer, and withdraws with plain forms',
  { tag: '@slow' },
  async ({ page, browser }) => {
    const email = `plain${Date.now()}@example.com`;
    await applyAndChoose(page, email);
    const link = await linkIn(page, email, /Your financing offers are ready/);
    const plain = await withoutScripts(browser);
    await plain.goto(link);
    await expect(plain.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    await plain.getByLabel('Last four digits of your phone number').fill('1234');
    await plain.getByRole('button', { name: 'Open my application' }).click();
    await expect(plain.getByRole('alert')).toContainText("These aren't the last four digits");
    await plain.getByLabel('Last four digits of your phone number').fill('0149');
    await plain.getByRole('button', { name: 'Open my application' }).click();
    await expect(
      plain.getByRole('heading', { name: 'You chose Keystone Home Credit' }),
    ).toBeVisible();
    expect(plain.url()).toMatch(/\/p\/oak-and-iron\/application$/);

    const stubs = requestCard(plain, 'pay stubs').first();
    await stubs.getByRole('button', { name: 'Upload' }).click();
    await expect(plain.getByRole('alert')).toHaveText('Please choose a file.');
    await stubs.locator('input[type=file]').setInputFiles(file('stub.pdf'));
    await stubs.getByRole('button', { name: 'Upload' }).click();
    await expect(stubs.getByText('stub.pdf')).toBeVisible();
    await stubs.getByRole('button', { name: 'Remove stub.pdf' }).click();
    await expect(stubs.getByText('stub.pdf')).toHaveCount(0);
    await stubs.locator('input[type=file]').setInputFiles(file('stub2.pdf'));
    await stubs.getByRole('button', { name: 'Upload' }).click();
    await expect
      .poll(
        async () => {
          await plain.getByRole('link', { name: 'Refresh status' }).click();
          return stubs.textContent();
        },
        { timeout: 90_000, intervals: [3000] },
      )
      .toContain('has what it needs');

    await plain.getByRole('button', { name: /^Choose the offer from Mainstreet Direct/ }).click();
    await expect(
      plain.getByRole('heading', {
        name: 'You chose Keystone Home Credit. Choose Mainstreet Direct instead?',
      }),
    ).toBeVisible();
    await plain.getByRole('link', { name: 'Back to the offers' }).click();
    await plain.getByRole('button', { name: /^Choose the offer from Mainstreet Direct/ }).click();
    await plain.getByRole('button', { name: 'Choose Mainstreet Direct' }).click();
    await expect(plain.getByRole('heading', { name: 'You chose Mainstreet Direct' })).toBeVisible();

    await plain.getByRole('button', { name: 'Withdraw my application' }).click();
    await plain.getByRole('button', { name: 'Withdraw it' }).click();
    await expect(plain.getByText('You withdrew this application.')).toBeVisible();
    // The other page has updated by itself.
    await page.goto('/p/oak-and-iron');
    await expect(
      page.getByRole('heading', { name: 'Your application was withdrawn' }),
    ).toBeVisible();
    await plain.getByRole('button', { name: 'Leave this device' }).click();
    await plain.goto('/p/oak-and-iron/application');
    await expect(
      plain.getByRole('heading', { name: "Your application isn't open on this device" }),
    ).toBeVisible();
    await plain.goto(link);
    await expect(
      plain.getByRole('heading', { name: 'This link is no longer valid' }),
    ).toBeVisible();
    await plain.context().close();
  },
);
