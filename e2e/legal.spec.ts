import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { agree } from './support/homeowner.ts';
import { expectAccessible, test } from './support/portal.ts';
import { signInAt } from './support/shell.ts';

test.describe.configure({ timeout: 120_000 });

const phone = { width: 390, height: 844 };

/** Fills in a page's form up to its last step. */
async function fillForm(page: Page, email: string): Promise<void> {
  await page.goto('/p/harborlight');
  await page.getByLabel('What is your project?').selectOption('Kitchen');
  await page.getByLabel('About how much will it cost?').fill('22000');
  await page.getByLabel('Good (680–719)').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('First name').fill('Rosa');
  await page.getByLabel('Last name').fill('Reyes');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Mobile phone').fill('5125550149');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('City').fill('Denver');
  await page.getByLabel('State').selectOption('CO');
}

test('staff publish a text, a homeowner sees and agrees to it and withdraws the consent to calls, and staff download the record', async ({
  page,
  browser,
  baseURL,
}) => {
  const words = `as of ${Date.now()}`;
  await signInAt(page, 'admin@demo.test', '/manage/settings#legal-texts');
  const section = page.getByRole('region', { name: 'Legal texts' });
  await section.getByRole('button', { name: 'New version of Automated calls and texts' }).click();
  const editor = page.getByRole('form', { name: 'New version of Automated calls and texts' });
  for (const language of ['English', 'Español']) {
    const box = editor.getByLabel(language);
    await box.fill(`${await box.inputValue()}\n\n## ${language} ${words}`);
  }
  // An element half under the top bar would count as too small to press.
  await section.evaluate((element) => element.scrollIntoView());
  await expectAccessible(page);
  await editor.getByText('Preview', { exact: true }).click();
  await expect(editor.getByRole('heading', { name: `English ${words}` })).toBeVisible();
  await editor.getByRole('button', { name: 'Publish' }).click();
  const question = page.getByRole('dialog', { name: 'Publish this version?' });
  await question.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText(/^Version \d+ is published\.$/)).toBeVisible();

  const homeowner = await (
    await browser.newContext({ ...(baseURL && { baseURL }), viewport: phone })
  ).newPage();
  const email = `rosa${Date.now()}@example.com`;
  await fillForm(homeowner, email);
  const contact = homeowner.locator('.consent').last();
  await contact.getByText('Read the full text').click();
  await expect(contact.getByRole('heading', { name: `English ${words}` })).toBeVisible();
  await contact.getByRole('region').focus();
  await expectAccessible(homeowner);
  await agree(homeowner, { contact: true });
  await homeowner.getByRole('button', { name: 'See my offers' }).click();
  await homeowner.getByRole('button', { name: 'What you agreed to' }).click();
  await expect(
    homeowner.getByRole('heading', { level: 1, name: 'What you agreed to' }),
  ).toBeVisible();
  await expect(homeowner.getByText(`English ${words}`)).toBeVisible();
  await expectAccessible(homeowner);
  await homeowner.getByRole('button', { name: 'No more automated calls and texts' }).click();
  await expect(homeowner.getByRole('status')).toContainText('Done.');
  await homeowner.reload();
  await expect(homeowner.getByText(/^You withdrew this on/)).toBeVisible();

  await page.goto('/manage/privacy');
  await page.getByRole('searchbox', { name: 'Search consent records' }).fill(email);
  await expect(page.getByText('Calls and texts: withdrawn')).toBeVisible();
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Consents for application/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^consents-\d+\.pdf$/);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await homeowner.context().close();
});

test('a form that was open while a text changed keeps what was typed and asks for consent again', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await fillForm(page, `stale${Date.now()}@example.com`);
  // The page holds an outdated text, as after half a day.
  await page.route('**/submit', async (route) => {
    const body = route.request().postDataJSON() as { consents: { sharing: { hash: string } } };
    body.consents.sharing.hash = 'a'.repeat(64);
    await route.continue({ postData: JSON.stringify(body) });
  });
  await agree(page);
  await page.getByRole('button', { name: 'See my offers' }).click();
  await expect(page.getByText('The text has changed.')).toBeVisible();
  await page.unroute('**/submit');
  await page.reload();
  // The form resumes at the same step.
  await expect(page.getByLabel('City')).toHaveValue('Denver');
  await expect(page.getByLabel('State')).toHaveValue('CO');
});

test('the legal pages work without scripts, in English and Spanish, on a phone and on a desktop', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    javaScriptEnabled: false,
    viewport: phone,
  });
  const page = await context.newPage();
  await page.goto('/p/oak-and-iron');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('NMLS ID 9900100');
  await expect(footer).toContainText('18 Foundry Lane');
  await expect(footer).toContainText('License OH EX-48812');
  for (const name of ['Privacy notice', 'Terms of use', 'Licenses', 'List of lenders']) {
    await footer.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
  await page.goto('/p/oak-and-iron/legal/contact?lang=es');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Llamadas y mensajes de texto automatizados' }),
  ).toBeVisible();
  await context.close();
});
