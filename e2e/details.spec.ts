import { request as http, expect, type APIRequestContext, type Page } from '@playwright/test';
import { signInByApi } from './support/factors.ts';
import { agree } from './support/homeowner.ts';
import { expectAccessible, test } from './support/portal.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** Only the largest applications go to this lender, so it changes no other test. */
async function withLender(
  baseURL: string | undefined,
  needs: string[],
  work: () => Promise<void>,
): Promise<void> {
  const staff = await http.newContext(baseURL === undefined ? {} : { baseURL });
  await signInByApi(staff, 'admin@demo.test');
  const { lender } = await post(staff, '/manage/lenders', {
    name: 'Details Bank',
    connection: 'sandbox',
    minAmount: 149_000,
    states: ['TX'],
    needs,
  });
  await post(staff, `/manage/lenders/${lender.id}/resume`);
  try {
    await work();
  } finally {
    await post(staff, `/manage/lenders/${lender.id}/archive`, { archived: true });
    await staff.dispose();
  }
}

async function post(staff: APIRequestContext, path: string, data: object = {}) {
  const answer = await staff.post(`/api/v1${path}`, { data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** Fills in the first two steps and the third one's city. */
async function begin(page: Page, who: string): Promise<void> {
  await page.goto('/p/oak-and-iron');
  await page.getByLabel('What is your project?').selectOption('Kitchen');
  await page.getByLabel('About how much will it cost?').fill('149500');
  await page.getByLabel('Good (680–719)').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('First name').fill('Dee');
  await page.getByLabel('Last name').fill('Tail');
  await page.getByLabel('E-mail').fill(`${who}-${Date.now()}@example.com`);
  await page.getByLabel('Mobile phone').fill('512-555-0147');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('City').fill('Austin');
}

test('a homeowner gives details only where a lender needs them', async ({ page, baseURL }) => {
  await withLender(baseURL, ['home-address', 'birth-date', 'ssn-ending'], async () => {
    await begin(page, 'asked');
    await page.getByLabel('State').selectOption('OH');
    await expect(page.getByText('Step 3 of 3')).toBeVisible();
    await expect(page.getByRole('button', { name: 'See my offers' })).toBeVisible();
    await page.getByLabel('State').selectOption('TX');
    await expect(page.getByText('Step 3 of 4')).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Details for lenders' })).toBeFocused();
    await expect(page.getByLabel('Yearly income before taxes')).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'See my offers' }).click();
    await expect(page.getByRole('alert')).toHaveText('6 answers need another look:');
    await page.getByLabel('Street address').fill('7 Oak Lane');
    await page.getByLabel('ZIP code').fill('97201');
    await page.getByLabel('Date of birth').fill('05171980');
    await expect(page.getByText('This ZIP code isn’t in Texas.')).toBeVisible();
    await page.getByLabel('ZIP code').fill('78701');
    await expect(page.getByLabel('Date of birth')).toHaveValue('05/17/1980');
    await page.getByLabel('Last four digits of your Social Security number').fill('4821');
    await agree(page);
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    for (const secret of ['Oak Lane', '05/17/1980', '4821']) expect(stored).not.toContain(secret);
    // Going back and forth loses nothing.
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('Street address')).toHaveValue('7 Oak Lane');
    await page.getByRole('button', { name: 'See my offers' }).click();
    await expect(page.getByRole('heading', { name: /You have \d+ offers/ })).toBeVisible({
      timeout: 30_000,
    });
  });
});

test('a page that was open before a lender needed details asks for them then, in Spanish', async ({
  page,
  baseURL,
}) => {
  await begin(page, 'late');
  await page.getByLabel('State').selectOption('TX');
  await agree(page);
  await withLender(baseURL, ['income', 'employment'], async () => {
    await page.getByRole('button', { name: 'See my offers' }).click();
    await expect(page.getByText('Step 4 of 4')).toBeVisible();
    await expect(page.getByLabel('Yearly income before taxes')).toBeFocused();
    await page.getByRole('link', { name: 'Español' }).click();
    await expect(page.getByRole('heading', { name: 'Datos para los prestamistas' })).toBeVisible();
    await page.getByLabel('Ingreso anual antes de impuestos').fill('85000');
    await page.getByLabel('Empleo', { exact: true }).selectOption({ label: 'Con empleo' });
    await page.getByLabel('Empleador').fill('Acme');
    await expectAccessible(page);
    await agree(page);
    await page.getByRole('button', { name: 'Ver mis ofertas' }).click();
    await expect(page.getByRole('heading', { name: /Tiene \d+ ofertas/ })).toBeVisible({
      timeout: 30_000,
    });
  });
});
