import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { applyByApi, waitForLenders } from './support/homeowner.ts';
import { asContractor, openHostSite, type HostSite } from './support/host-site.ts';
import { test } from './support/portal.ts';

let site: HostSite;
test.beforeAll(async () => {
  site = await openHostSite();
});
test.afterAll(() => site.close());

const portalOrigin = (): string => process.env['LINTEL_URL'] ?? '';
const email = 'brand@demo.test';

/** Oak & Iron's page id, and the code of its full-page widget. */
async function embedCode(page: Page) {
  const { data } = await asContractor<{ data: { id: number }[] }>(
    page,
    email,
    '/contractor/102/co-branded-pages/filter-list',
  );
  const id = data[0]?.id ?? 0;
  const code = await asContractor<{ html: string; script: string }>(
    page,
    email,
    `/widgets/full-page/${id}?color1=$FF531B&color2=$054078&coBrandedColor=$FFFFFF&hideLink=0`,
  );
  return { id, code: code.html + code.script };
}

const about = '<h1>Kitchens</h1><p>Much to read about kitchens.</p>'.repeat(20);

/** An element's position in the top window, and that window's height. */
async function inTopWindow(page: Page, frame: Locator, inside: Locator) {
  const outer = await frame.evaluate((one) => one.getBoundingClientRect().top);
  const { top, bottom } = await inside.evaluate((one) => {
    const rect = one.getBoundingClientRect();
    return { top: rect.top, bottom: rect.bottom };
  });
  return { top: outer + top, bottom: outer + bottom, height: page.viewportSize()?.height ?? 0 };
}

async function expectSeen(page: Page, frame: Locator, inside: Locator): Promise<void> {
  await expect(async () => {
    const { top, bottom, height } = await inTopWindow(page, frame, inside);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(height);
  }).toPass({ timeout: 10_000 });
}

/** Fills in the first step, and checks what is visible after an invalid and a valid submit. */
async function fillIn(page: Page, frame: Locator): Promise<void> {
  const inside = frame.contentFrame();
  const next = () => inside.getByRole('button', { name: 'Continue' }).click();
  await next();
  await expectSeen(page, frame, inside.locator('.problem'));
  await expect(inside.getByLabel('What is your project?')).toBeFocused();
  await expectSeen(page, frame, inside.getByLabel('What is your project?'));
  await inside.getByLabel('What is your project?').selectOption('Kitchen');
  await inside.getByLabel('About how much will it cost?').fill('22000');
  await inside.getByLabel('Good (680–719)').check();
  await next();
  await expectSeen(page, frame, inside.getByText('Step 2 of 3'));
  await inside.getByLabel('First name').fill('Hana');
  await next();
  await expectSeen(page, frame, inside.locator('.problem'));
}

/** Reopens the frame in a browser that remembers an application with offers. */
async function withOffers(page: Page, frame: Locator): Promise<FrameLocator> {
  const applied = await applyByApi(page.request, {
    phone: '5125550149',
    email: `hana${Date.now()}@example.com`,
  });
  await waitForLenders(applied, ({ status }) => status === 'offers');
  const inside = frame.contentFrame();
  const [key, value] = [`lintel.application.page-${applied.pageId}`, applied.token];
  await inside
    .locator('body')
    .evaluate((_, [name, token]) => localStorage.setItem(name, token), [key, value] as const);
  await page.reload();
  await expect(inside.getByRole('heading', { name: 'You have 5 offers' })).toBeVisible();
  return inside;
}

/**
 * Scrolls with the wheel, in a fast reader's steps, until the window shows the frame's end, its
 * middle, or none of it.
 */
async function scrollTo(page: Page, frame: Locator, where: 'end' | 'away' | 'middle') {
  const distance = await frame.evaluate((one, to) => {
    const { top, bottom, height } = one.getBoundingClientRect();
    if (to === 'end') return bottom - innerHeight;
    return to === 'away' ? bottom + 50 : top + height / 2 - innerHeight / 2;
  }, where);
  for (let step = 0; step < 5; step += 1) await page.mouse.wheel(0, distance / 5);
}

/** Opens the last offer's sheet, closes it, and confirms on the second try. */
async function choose(page: Page, frame: Locator): Promise<void> {
  const inside = frame.contentFrame();
  const sheet = inside.getByRole('dialog');
  const button = inside.getByRole('button', { name: /^Choose the offer from/ }).last();
  for (const last of [false, true]) {
    await button.click();
    await expectSeen(page, frame, sheet);
    await expectSeen(page, frame, sheet.getByRole('button').last());
    if (last) break;
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(button).toBeFocused();
    await expectSeen(page, frame, button);
  }
  await scrollTo(page, frame, 'end');
  await expect(sheet).toBeInViewport({ ratio: 0.4 });
  await scrollTo(page, frame, 'away');
  await expect(frame).not.toBeInViewport();
  await scrollTo(page, frame, 'middle');
  await expect(sheet).toBeInViewport({ ratio: 0.4 });
  await sheet.getByRole('button').last().click();
  await expect(inside.locator('#standing')).toBeFocused();
  await expectSeen(page, frame, inside.locator('#standing'));
}

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(
    `a homeowner sees every error, step, and dialog of a full-page widget that is taller than the window (${width} px)`,
    { tag: '@slow' },
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      const { code } = await embedCode(page);
      await page.goto(site.put({ body: `${about}${code}${about}` }));
      const frame = page.locator('[data-lintel=full-page] iframe');
      await fillIn(page, frame);
      await withOffers(page, frame);
      await choose(page, frame);
    },
  );

  test(
    `a homeowner sees the same in a frame without the loader (${width} px)`,
    { tag: '@slow' },
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      const { id } = await embedCode(page);
      const plain = `<iframe src="${portalOrigin()}/embeds/full-page/${id}" style="width:100%;height:6000px;border:0" title="Financing"></iframe>`;
      await page.goto(site.put({ body: `${about}${plain}${about}` }));
      const frame = page.locator('iframe');
      await fillIn(page, frame);
      const inside = await withOffers(page, frame);
      await choose(page, frame);
      await inside.getByRole('button', { name: 'Withdraw my application' }).click();
      await expectSeen(page, frame, inside.getByRole('dialog'));
    },
  );
}

test(
  'a failed call scrolls the homeowner from the sheet to the reason',
  { tag: '@slow' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { code } = await embedCode(page);
    await page.goto(site.put({ body: `${about}${code}${about}` }));
    const frame = page.locator('[data-lintel=full-page] iframe');
    const inside = await withOffers(page, frame);
    await page.route('**/choose', (route) => route.abort());
    await inside
      .getByRole('button', { name: /^Choose the offer from/ })
      .last()
      .click();
    await inside.getByRole('dialog').getByRole('button').last().click();
    await expect(inside.locator('#problem')).toBeFocused();
    await expectSeen(page, frame, inside.locator('#problem'));
  },
);
