import { expect, type Page } from '@playwright/test';
import { openMail } from './support/mail.ts';
import { expectAccessible, test } from './support/portal.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const address = '/p/oak-and-iron';
const next = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();
const step = (page: Page, number: number) =>
  expect(page.getByText(`Step ${number} of 3`)).toBeVisible();

async function fillInProject(page: Page): Promise<void> {
  await page.getByLabel('What is your project?').selectOption('Kitchen');
  await page.getByLabel('About how much will it cost?').fill('22000');
  await page.getByLabel('Good (680–719)').check();
}
async function fillInPerson(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('José');
  await page.getByLabel('Last name').fill('Muñoz');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Mobile phone').fill('+1 (512) 555-0147');
}
const noSidewaysScroll = async (page: Page): Promise<void> => {
  const isScrollingSideways = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  expect(await isScrollingSideways()).toBeLessThanOrEqual(0);
};

test('a homeowner applies in Spanish, from the page to the offers', async ({ page }) => {
  await page.goto(`${address}?lang=es`);
  await expect(page.getByRole('heading', { name: 'Cómo funciona' })).toBeVisible();
  await expectAccessible(page);
  await noSidewaysScroll(page);
  const goToNextStep = () => page.getByRole('button', { name: 'Continuar' }).click();
  await goToNextStep();
  await expect(page.getByText('Revise 3 respuestas:')).toBeVisible();
  await expect(page.getByText('Este campo es obligatorio.')).toHaveCount(3);
  await expectAccessible(page);
  await page.getByLabel('¿Cuál es su proyecto?').selectOption({ label: 'Cocina' });
  await page.getByLabel('¿Cuánto costará más o menos?').fill('12');
  await page.getByLabel('¿Cuánto costará más o menos?').blur();
  await expect(page.getByText('Escriba un monto entre $1,000 y $150,000.')).toBeVisible();
  await page.getByLabel('¿Cuánto costará más o menos?').fill('22000');
  await page.getByLabel('¿Cuánto le gustaría pagar al mes, más o menos? (opcional)').fill('300');
  await page.getByLabel('Bueno (680–719)').check();
  await goToNextStep();
  await expect(page.getByText('Paso 2 de 3')).toBeVisible();
  await page.getByLabel('Nombre', { exact: true }).fill('José');
  await page.getByLabel('Apellidos').fill('Muñoz');
  await page.getByLabel('Correo electrónico').fill(`jose${Date.now()}@example.com`);
  await page.getByLabel('Teléfono celular').fill('512.555.0147');
  await noSidewaysScroll(page);
  await goToNextStep();
  await page.getByLabel('Ciudad').fill('Columbus');
  await page.getByLabel('Estado').selectOption('OH');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ver mis ofertas' }).click();
  await expect(page.getByRole('heading', { name: 'Tiene 5 ofertas' })).toBeVisible({
    timeout: 30_000,
  });
  await noSidewaysScroll(page);
  await page.reload();
  await expect(page.getByText('Hola de nuevo, José')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Tiene 5 ofertas' })).toBeInViewport();
});

test(
  'each error of a step is listed once and links to its field',
  { tag: '@slow' },
  async ({ page }) => {
    await page.goto(address);
    await next(page);
    await expect(page.getByRole('alert')).toHaveText('3 answers need another look:');
    await expect(page.getByLabel('What is your project?')).toBeFocused();
    await page.getByRole('link', { name: 'About how much will it cost?' }).click();
    await expect(page.getByLabel('About how much will it cost?')).toBeFocused();
    await page.getByLabel('About how much will it cost?').fill('22000');
    await expect(page.getByRole('link', { name: 'About how much will it cost?' })).toHaveCount(0);
    await page.getByRole('link', { name: 'How would you rate your credit?' }).click();
    await expect(page.getByLabel('Excellent (720 or more)')).toBeFocused();
  },
);

test("the browser's back button goes back one step at a time and loses nothing", async ({
  page,
}) => {
  await page.goto(address);
  await fillInProject(page);
  await page.getByLabel('About how much can you pay a month? (optional)').fill('250');
  await next(page);
  await step(page, 2);
  await expect(page.getByRole('heading', { name: 'About you' })).toBeInViewport();
  // The marketing sections are hidden while the form is in progress.
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeHidden();
  await fillInPerson(page, 'back@example.com');
  await next(page);
  await step(page, 3);
  await page.getByLabel('City').fill('Columbus');
  await page.goBack();
  await step(page, 2);
  await expect(page.getByLabel('Last name')).toHaveValue('Muñoz');
  await expect(page.getByLabel('Mobile phone')).toHaveValue('512-555-0147');
  await page.goBack();
  await step(page, 1);
  await expect(page.getByLabel('About how much can you pay a month? (optional)')).toHaveValue(
    '$250',
  );
  await page.goForward();
  await page.goForward();
  await step(page, 3);
  await expect(page.getByLabel('City')).toHaveValue('Columbus');
  await page.getByRole('button', { name: 'Back' }).click();
  await step(page, 2);
  await page.getByRole('button', { name: 'Back' }).click();
  await step(page, 1);
});

test('reloading or switching languages keeps the step and what was typed', async ({ page }) => {
  await page.goto(address);
  await fillInProject(page);
  await page.reload();
  await expect(page.getByLabel('What is your project?')).toHaveValue('Kitchen');
  await expect(page.getByLabel('About how much will it cost?')).toHaveValue('$22,000');
  await next(page);
  await step(page, 2);
  await page.getByLabel('First name').fill('José');
  await page.reload();
  await step(page, 2);
  await expect(page.getByLabel('First name')).toHaveValue('José');
  await page.getByRole('link', { name: 'Español' }).click();
  await expect(page.getByText('Paso 2 de 3')).toBeVisible();
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('José');
  await page.getByRole('link', { name: 'English' }).click();
  await fillInPerson(page, 'reload@example.com');
  await next(page);
  await step(page, 3);
  await page.getByLabel('City').fill('Columbus');
  await page.reload();
  await step(page, 3);
  await expect(page.getByLabel('City')).toHaveValue('Columbus');
});

test('a tab closed mid-form resumes in a new tab, at the top of the page', async ({
  page,
  context,
}) => {
  await page.goto(address);
  await fillInProject(page);
  await next(page);
  await fillInPerson(page, 'tab@example.com');
  await next(page);
  await step(page, 3);
  await page.close();
  const again = await context.newPage();
  await again.goto(address);
  await step(again, 3);
  await expect(
    again.getByText('Welcome back, José. Your answers are still here.'),
  ).toBeInViewport();
  await expect(again.getByRole('heading', { name: 'Where you live' })).toBeInViewport();
  await expectAccessible(again);
  await again.goBack();
  await step(again, 2);
  await expect(again.getByLabel('Last name')).toHaveValue('Muñoz');
});

test('input typed before the script loads is kept', async ({ page }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/homeowner/**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  await fillInProject(page);
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
  release();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
  await expect(page.getByLabel('What is your project?')).toHaveValue('Kitchen');
  await next(page);
  await step(page, 2);
});

test('submitting a step twice at once saves it once', async ({ page }) => {
  await page.goto(address);
  await fillInProject(page);
  let starts = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/pages\/[^/]+\/applications$/.test(request.url()))
      starts += 1;
  });
  await page.getByRole('button', { name: 'Continue' }).evaluate((button) => {
    if (!(button instanceof HTMLButtonElement)) throw new Error('This is no button');
    button.click();
    button.click();
  });
  await step(page, 2);
  expect(starts).toBe(1);
});

test('a homeowner who stops gets an e-mailed link and resumes on another device', async ({
  page,
  browser,
}) => {
  const email = `later${Date.now()}@example.com`;
  await page.goto(address);
  await fillInProject(page);
  await next(page);
  await expect(page.getByRole('button', { name: 'E-mail me the link' })).toHaveCount(0);
  await fillInPerson(page, email);
  await page.getByRole('button', { name: 'E-mail me the link' }).click();
  await expect(page.getByText(`If ${email} can receive e-mail from us`)).toBeVisible();
  await expectAccessible(page);

  const baseURL = process.env['LINTEL_URL'];
  const other = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(baseURL && { baseURL }),
  });
  const device = await other.newPage();
  await openMail(device, email, /Continue your financing application/);
  const href = await device.locator('a[href*="/application/"]').first().getAttribute('href');
  await device.goto(href ?? '');
  await device.getByLabel('Last four digits of your phone number').fill('0147');
  await device.getByRole('button', { name: 'Open my application' }).click();
  await step(device, 3);
  await expect(device.getByText('Welcome back, José. Your answers are still here.')).toBeVisible();
  await device.goBack();
  await expect(device.getByLabel('Last name')).toHaveValue('Muñoz');
  await other.close();
});
