import { expect, type Page } from '@playwright/test';
import { asContractor, openHostSite, watchShifts, type HostSite } from './support/host-site.ts';
import { expectAccessible, test } from './support/portal.ts';

let site: HostSite;
test.beforeAll(async () => {
  site = await openHostSite();
});
test.afterAll(() => site.close());

const paragraphs = '<p>Much to read about roofs.</p>'.repeat(60);

/** A website with Oak & Iron's button. */
async function openWithButton(
  page: Page,
  options = '',
  around = (html: string): string => html,
): Promise<void> {
  const email = 'brand@demo.test';
  const { data } = await asContractor<{ data: { id: number }[] }>(
    page,
    email,
    '/contractor/102/co-branded-pages/filter-list',
  );
  const { html, script } = await asContractor<{ html: string; script: string }>(
    page,
    email,
    `/widgets/real/${data[0]?.id}?color1=$68BA62&color2=$1C418C&color3=$FFFFFF${options}`,
  );
  const body = `<main><h1>Roofs</h1><p><a href="#x">A link</a></p>${around(html)}</main>${script}${paragraphs}`;
  await page.goto(site.put({ body }));
  await expect(button(page)).toBeVisible();
}

const button = (page: Page) =>
  page.locator('[data-lintel=real-widget]').getByRole('button').first();
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Apply now' });
const form = (page: Page) => dialog(page).locator('iframe').contentFrame();

test('the button opens the form by keyboard, traps focus, and restores it on Escape', async ({
  page,
}) => {
  await openWithButton(page);
  await page.getByRole('link', { name: 'A link' }).focus();
  await page.keyboard.press('Tab');
  await expect(button(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(
    form(page).getByRole('heading', { level: 1, name: 'See what you qualify for' }),
  ).toBeFocused();
  for (let keys = 0; keys < 25; keys += 1) {
    await page.keyboard.press('Tab');
    // The focus may pass the edge of the frame before it returns.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.matches('[data-lintel]')))
      .toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(button(page)).toBeFocused();
});

test(
  'Escape inside the form and the close button both close the dialog',
  { tag: '@slow' },
  async ({ page }) => {
    await openWithButton(page);
    for (const close of [
      () => form(page).getByLabel('About how much will it cost?').press('Escape'),
      () => dialog(page).getByRole('button', { name: 'Close' }).click(),
    ]) {
      await button(page).click();
      await expect(form(page).getByRole('heading', { level: 1 })).toBeFocused();
      await close();
      await expect(dialog(page)).toBeHidden();
      await expect(button(page)).toBeFocused();
    }
  },
);

test(
  "the website doesn't scroll behind the dialog and is restored afterward",
  { tag: '@slow' },
  async ({ page }) => {
    await openWithButton(page);
    await watchShifts(page);
    await page.evaluate(() => document.documentElement.style.setProperty('overflow', 'scroll'));
    await button(page).click();
    await expect(form(page).getByRole('heading', { level: 1 })).toBeVisible();
    await page.mouse.move(20, 20);
    await page.mouse.wheel(0, 800);
    await page.waitForTimeout(200);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    // The browser fires the close event with a delay.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.style.cssText))
      .toBe('overflow: scroll;');
  },
);

test('axe finds no violations in the button and form', { tag: '@slow' }, async ({ page }) => {
  await openWithButton(page);
  await expectAccessible(page);
  await button(page).click();
  await expect(form(page).getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
});

test('closing the dialog keeps what was typed, and the application records the button as its source', async ({
  page,
}) => {
  await openWithButton(page);
  await button(page).click();
  await form(page).getByLabel('What is your project?').selectOption('Kitchen');
  await form(page).getByLabel('About how much will it cost?').fill('25000');
  await form(page).getByLabel(/^Good/).check();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await button(page).click();
  await expect(form(page).getByLabel('About how much will it cost?')).toHaveValue(/25,?000/);
  const started = page.waitForRequest((request) =>
    request.url().endsWith('/homeowner/pages/oak-and-iron/applications'),
  );
  await form(page).getByRole('button', { name: 'Continue' }).click();
  expect(((await started).postDataJSON() as { source: string }).source).toBe('real-widget');
  await expect(form(page).getByText('Step 2 of 3')).toBeVisible();
});

test('the button is 400 pixels wide, 95% of a narrow column, and at least 300 where there is room [MKT-257] [MKT-258] [MKT-259]', async ({
  page,
}) => {
  const frameWidth = async (): Promise<number> => (await button(page).boundingBox())?.width ?? 0;
  await openWithButton(page);
  expect(await frameWidth()).toBe(400);
  await openWithButton(page, '&widthbtn=300');
  expect(await frameWidth()).toBe(300);
  await openWithButton(page, '&widthbtn=900', (html) => `<div style="width: 600px">${html}</div>`);
  expect(await frameWidth()).toBe(570);
  await openWithButton(page, '', (html) => `<div style="width: 280px">${html}</div>`);
  expect(await frameWidth()).toBe(266);
});

test("the button shows the contractor's chosen text", async ({ page }) => {
  await openWithButton(page, '&textButton=Start%20your%20roof');
  await expect(button(page)).toHaveText('Start your roof');
  await button(page).click();
  await expect(page.getByRole('dialog', { name: 'Start your roof' })).toBeVisible();
});
