import { expect, type Page } from '@playwright/test';
import { agree } from './support/homeowner.ts';
import { openMail } from './support/mail.ts';
import { expectAccessible, test } from './support/portal.ts';

test.use({ viewport: { width: 390, height: 844 } });

const next = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();

/** Applies on Oak & Iron's page; the phone's last digit decides how far the lender goes. */
async function apply(page: Page, email: string, phone: string): Promise<void> {
  await page.goto('/p/oak-and-iron');
  await page.getByLabel('What is your project?').selectOption('Kitchen');
  await page.getByLabel('About how much will it cost?').fill('22000');
  await page.getByLabel('Good (680–719)').check();
  await next(page);
  await page.getByLabel('First name').fill('Hana');
  await page.getByLabel('Last name').fill('Home');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Mobile phone').fill(phone);
  await next(page);
  await page.getByLabel('City').fill('Columbus');
  await page.getByLabel('State').selectOption('OH');
  await agree(page);
  await page.getByRole('button', { name: 'See my offers' }).click();
  await expect(page.getByRole('heading', { name: 'You have 5 offers' })).toBeVisible({
    timeout: 30_000,
  });
}
const chooseButton = (page: Page, lender: string) =>
  page.getByRole('button', { name: new RegExp(`^Choose the offer from ${lender}`) });
const sheet = (page: Page) => page.getByRole('dialog');

test('each step shows all of its errors at once and advances only when it is valid', async ({
  page,
}) => {
  await page.goto('/p/oak-and-iron');
  await page.getByLabel('About how much will it cost?').fill('12');
  await page.getByLabel('About how much will it cost?').press('Tab');
  await expect(page.getByText('Please enter an amount between $1,000 and $150,000.')).toBeVisible();
  await next(page);
  await expect(page.getByText('This field is required.')).toHaveCount(2);
  await expect(page.getByLabel('What is your project?')).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('What is your project?').selectOption('Kitchen');
  await page.getByLabel('About how much will it cost?').fill('22000');
  await page.getByLabel('Good (680–719)').check();
  await next(page);
  await page.getByLabel('First name').fill('<b>Bo</b>');
  await page.getByLabel('Last name').fill('Low');
  await page.getByLabel('E-mail').fill('bo@low');
  await page.getByLabel('Mobile phone').fill('123');
  await next(page);
  for (const text of [
    'Please use letters A to Z',
    'The Email is in invalid format',
    'Please enter a 10-digit number.',
  ])
    await expect(page.getByText(text)).toBeVisible();
  await expect(page.getByText('Step 2 of 3')).toBeVisible();
  await page.getByLabel('First name').fill('Bo');
  await page.getByLabel('E-mail').fill('bo@low.example');
  await page.getByLabel('Mobile phone').fill('5125550147');
  await next(page);
  await page.getByRole('button', { name: 'See my offers' }).click();
  for (const box of ['sharing', 'e-sign']) {
    const error = page.locator(`#error-${box}`);
    await expect(error).toBeVisible();
    await page.locator(`[name="consents.${box}.agreed"]`).check();
    await expect(error).toBeHidden();
  }
  await expect(page.locator('#error-contact')).toHaveCount(0);
});

test("a homeowner confirms a choice, changes it, reads the lender's requests, returns on another device, and withdraws", async ({
  page,
  browser,
}) => {
  const email = `hana${Date.now()}@example.com`;
  await apply(page, email, '5125550149');
  await chooseButton(page, 'Keystone Home Credit').click();
  for (const text of ['$22,000', '9.49%', '120 months'])
    await expect(sheet(page)).toContainText(text);
  await expect(
    sheet(page).getByRole('heading', { name: 'Choose the offer from Keystone Home Credit?' }),
  ).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  await expect(chooseButton(page, 'Keystone Home Credit')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Yes, choose it' }).click();
  await expect(page.getByText('Your choice')).toBeVisible();
  await expect(page.getByText('Keystone Home Credit needs something from you')).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByRole('region', { name: 'What Keystone Home Credit needs' })).toContainText(
    'pay stubs',
  );

  await chooseButton(page, 'Mainstreet Direct').click();
  await expect(sheet(page)).toContainText(
    'You chose Keystone Home Credit. Choose Mainstreet Direct instead?',
  );
  await sheet(page).getByRole('button', { name: 'Choose Mainstreet Direct' }).click();
  await expect(page.getByRole('heading', { name: 'You chose Mainstreet Direct' })).toBeVisible();
  await expect(page.getByText('Your choice')).toHaveCount(1);

  const baseURL = process.env['LINTEL_URL'];
  const other = await browser.newContext({
    viewport: { width: 390, height: 844 },
    ...(baseURL && { baseURL }),
  });
  const device = await other.newPage();
  await openMail(device, email, /Your financing offers are ready/);
  const href = await device.locator('a[href*="/application/"]').first().getAttribute('href');
  await device.goto(href ?? '');
  await expect(device.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(device.getByText('Mainstreet Direct')).toBeHidden();
  await device.getByLabel('Last four digits of your phone number').fill('0000');
  await device.getByRole('button', { name: 'Open my application' }).click();
  await expect(device.getByText("These aren't the last four digits")).toBeVisible();
  await expectAccessible(device);
  await device.getByLabel('Last four digits of your phone number').fill('0149');
  await device.getByRole('button', { name: 'Open my application' }).click();
  await expect(device.getByRole('heading', { name: 'You chose Mainstreet Direct' })).toBeVisible();
  expect(device.url()).not.toContain('back=');

  await device.getByRole('button', { name: 'Withdraw my application' }).click();
  await sheet(device).getByRole('button', { name: 'Withdraw it' }).click();
  await expect(
    device.getByRole('heading', { name: 'Your application was withdrawn' }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your application was withdrawn' })).toBeVisible({
    timeout: 90_000,
  });
  await device.goto(href ?? '');
  await expect(device.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  // Older links, from before the path changed, show the same on the page itself.
  await device.goto(`/p/oak-and-iron#back=${(href ?? '').split('/application/')[1]}`);
  await device.getByLabel('Last four digits of your phone number').fill('0149');
  await device.getByRole('button', { name: 'Open my application' }).click();
  await expect(device.getByText('This link no longer works')).toBeVisible();
  // A browser with another application keeps that one.
  await device.getByRole('button', { name: 'Not now' }).click();
  expect(device.url()).not.toContain('back=');
  await expect(
    device.getByRole('heading', { name: 'Your application was withdrawn' }),
  ).toBeVisible();
  await other.close();
});

test('the page follows the lender to approval without a reload, and then offers no other choice', async ({
  page,
}) => {
  await apply(page, `approved${Date.now()}@example.com`, '5125550148');
  await chooseButton(page, 'Bright Harbor Bank').click();
  await page.getByRole('button', { name: 'Yes, choose it' }).click();
  await expect(page.getByRole('heading', { name: 'Your financing is approved' })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText('Other offers (4)')).toBeVisible();
  await expect(chooseButton(page, 'Keystone Home Credit')).toHaveCount(0);
});

test('two tabs that choose at once make one choice, and the other tab shows it', async ({
  page,
  context,
}) => {
  await apply(page, `tabs${Date.now()}@example.com`, '5125550139');
  const second = await context.newPage();
  await second.goto('/p/oak-and-iron');
  await chooseButton(second, 'Mainstreet Direct').click();
  await chooseButton(page, 'Keystone Home Credit').click();
  await page.getByRole('button', { name: 'Yes, choose it' }).click();
  await expect(page.getByText('Your choice')).toBeVisible();
  await second.getByRole('button', { name: 'Yes, choose it' }).click();
  await expect(second.getByRole('alert')).toContainText('You already chose Keystone Home Credit.');
  await expect(
    second.getByRole('heading', { name: 'You chose Keystone Home Credit' }),
  ).toBeVisible();
});
