import { expect, type Page } from '@playwright/test';
import { applyByApi, chooseByApi, resumeByToken, waitForLenders } from './support/homeowner.ts';
import { expectAccessible, test } from './support/portal.ts';

// Real-world interruptions: a slow network, no scripts, the back button, a closed tab. form.spec.ts
// covers the form's steps.

test.use({ viewport: { width: 390, height: 844 } });
test.slow();

const place = '/p/oak-and-iron';
const applied = (page: Page, who: string, phone: string) =>
  applyByApi(page.request, { phone, email: `${who}-${Date.now()}@example.com` });

/** Sums layout shifts without user input; each page adds its own from its start. */
async function countJumps(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let jumped = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) jumped += value;
      }
      Object.assign(window, { jumped });
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { jumped });
  });
  return () =>
    page.evaluate(async () => {
      // The last paint is reported with the next frame.
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      return (window as Window & { jumped?: number }).jumped ?? -1;
    });
}

test(
  'nothing shifts when a homeowner returns to offers or to a choice',
  { tag: '@slow' },
  async ({ page }) => {
    const offered = await applied(page, 'jump-offers', '6145550301');
    const chosen = await applied(page, 'jump-choice', '6145550309');
    await chooseByApi(chosen, 'Keystone Home Credit');
    await waitForLenders(chosen, ({ requests }) => requests.length === 3);
    await waitForLenders(offered, ({ status }) => status === 'offers');
    const jumps = await countJumps(page);
    for (const [application, there] of [
      [offered, '#sort-offers'],
      [chosen, '#standing'],
    ] as const) {
      await resumeByToken(page, application);
      await expect(page.locator(there)).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
      expect(await jumps()).toBeLessThan(0.02);
      // Holds back the offers script to make it load long after the rest.
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/outcome*.js', async (route) => {
        await held;
        await route.continue();
      });
      await page.reload();
      await expect(page.locator('.coming')).toBeVisible();
      release();
      await expect(page.locator(there)).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
      expect(await jumps()).toBeLessThan(0.02);
      await page.unroute('**/outcome*.js');
    }
  },
);

test(
  "on a slow network the page is readable and accepts input at once, keeps the input, and doesn't shift",
  { tag: '@slow' },
  async ({ page }) => {
    const jumps = await countJumps(page);
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: 400_000,
      uploadThroughput: 400_000,
    });
    await page.goto(place, { waitUntil: 'commit' });
    await page.getByLabel('What is your project?').selectOption('Kitchen');
    await page.getByLabel('About how much will it cost?').fill('22000');
    await page.getByLabel('Good (680–719)').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Step 2 of 3')).toBeVisible();
    await page.getByLabel('First name').fill('Slow');
    await page.reload();
    await expect(page.getByLabel('First name')).toHaveValue('Slow');
    expect(await jumps()).toBeLessThan(0.02);
    await page.goBack();
    // Input typed before the script loads isn't reformatted.
    await expect(page.getByLabel('About how much will it cost?')).toHaveValue(/^\$?22,?000$/);
  },
);

test("without scripts the page shows a phone number, and no form that can't be sent", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto(place);
  const noscriptCard = page.locator('#apply noscript .card');
  await expect(noscriptCard).toContainText('The form needs JavaScript.');
  await expect(noscriptCard).toBeVisible();
  await expect(noscriptCard.locator('a')).toHaveText('Call (614) 555-0120');
  await expect(noscriptCard.locator('a')).toHaveAttribute('href', 'tel:+16145550120');
  await expect(page.locator('#application')).toBeHidden();
  await page.getByText('Is Lintel a lender?').click();
  await expect(page.getByText('No. Lintel connects homeowners')).toBeVisible();
  await page.getByRole('link', { name: 'Español' }).click();
  await expect(noscriptCard).toContainText('El formulario necesita JavaScript.');
  await context.close();
});

test('after sending, the back button, a reload, and another tab open the offers, never the form', async ({
  page,
  context,
}) => {
  await page.goto(place);
  await page.getByLabel('What is your project?').selectOption('Kitchen');
  await page.getByLabel('About how much will it cost?').fill('22000');
  await page.getByLabel('Good (680–719)').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('First name').fill('Bea');
  await page.getByLabel('Last name').fill('Back');
  await page.getByLabel('E-mail').fill(`bea-${Date.now()}@example.com`);
  await page.getByLabel('Mobile phone').fill('6145550319');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('City').fill('Columbus');
  await page.getByLabel('State').selectOption('OH');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'See my offers' }).click();
  const offers = (shown: Page) => shown.getByRole('heading', { name: 'You have 5 offers' });
  await expect(offers(page)).toBeVisible({ timeout: 60_000 });
  await page.goBack();
  await expect(offers(page)).toBeVisible();
  await expect(page.getByText(/^Step \d of 3$/)).toHaveCount(0);
  await page.reload();
  await expect(offers(page)).toBeVisible();
  await page.getByRole('button', { name: /^Choose the offer from Keystone/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  // Closed during the confirmation: nothing was chosen.
  await page.close();
  const again = await context.newPage();
  await again.goto(place);
  await expect(offers(again)).toBeVisible();
  await again.getByRole('button', { name: /^Choose the offer from Keystone/ }).click();
  await again.getByRole('button', { name: 'Yes, choose it' }).click();
  await expect(again.getByText('Your choice')).toBeVisible();
  await again.close();
  const last = await context.newPage();
  await last.goto(place);
  await expect(last.getByRole('heading', { name: /^You chose Keystone/ })).toBeVisible();
  await last.getByRole('button', { name: 'What you agreed to' }).click();
  await expect(last.getByRole('heading', { level: 1, name: 'What you agreed to' })).toBeVisible();
  await expectAccessible(last);
  await last.goBack();
  await expect(last.getByRole('heading', { name: /^You chose Keystone/ })).toBeVisible();
});
