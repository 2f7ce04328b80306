import { expect, type FrameLocator, type Page } from '@playwright/test';
import {
  asContractor,
  hostileStyles,
  openHostSite,
  strictPolicy,
  watchShifts,
  type HostSite,
} from './support/host-site.ts';
import { expectAccessible, test } from './support/portal.ts';
import { consoleErrors } from './support/shell.ts';

let site: HostSite;
test.beforeAll(async () => {
  site = await openHostSite();
});
test.afterAll(() => site.close());

const portalOrigin = (): string => process.env['LINTEL_URL'] ?? '';
const colors = 'color1=$FF531B&color2=$054078';

interface Code {
  html: string;
  script: string;
}

/** The embed codes of a Summit Roofing page, as the contractor copies them. */
async function embedCodes(page: Page, options = '&border=1&hideLink=0') {
  const { data } = await asContractor<{ data: { id: number; pageName: string }[] }>(
    page,
    'pro@demo.test',
    '/contractor/101/co-branded-pages/filter-list',
  );
  const { id = 0 } = data.find(({ pageName }) => pageName === 'summit-roofing') ?? {};
  const get = (path: string): Promise<Code> => asContractor(page, 'pro@demo.test', path);
  return {
    id,
    calculator: await get(
      `/widgets/payment-calculator/${id}?${colors}&coBrandedColor=$FFFFFF${options}`,
    ),
    fullPage: await get(
      `/widgets/full-page/${id}?${colors}&coBrandedColor=$FFFFFF${options.replace('&border=1', '')}`,
    ),
    button: await get(`/widgets/real/${id}?${colors}&color3=$FFFFFF`),
    banner: await asContractor<{ code: string }>(
      page,
      'pro@demo.test',
      `/widgets/banner/4?pageId=${id}&width=728&height=90`,
    ),
  };
}

const calculator = (page: Page, nth = 0): FrameLocator =>
  page.locator('[data-lintel=calculator]').nth(nth).locator('iframe').contentFrame();
const alive = (frame: FrameLocator) =>
  expect(frame.getByText('$248.94', { exact: true })).toBeVisible();
const forgeMessage = () => window.parent.postMessage({ lintel: 'height', height: 5000 }, '*');
const paragraphs = (text: string): string => `<p>${text}</p>`.repeat(3);

/** Expects no layout shift after everything has loaded. */
async function expectNoShift(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  expect(await page.evaluate(() => window.shifts)).toEqual([]);
}

const expectNoSidewaysScroll = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

test("all widgets work without layout shifts under the strictest policy, which blocks only the banner's style", async ({
  page,
}) => {
  const { calculator: one, button, banner } = await embedCodes(page);
  const errors = consoleErrors(page);
  await watchShifts(page);
  const body = `<h1>Roofs</h1>${banner.code}<p>Before</p>${one.html}${one.script}<p>Between</p>${button.html}${button.script}${paragraphs('After')}`;
  await page.setViewportSize({ width: 1000, height: 1100 });
  await page.goto(site.put({ body, policy: strictPolicy(portalOrigin()) }));
  await alive(calculator(page));
  await expect(page.getByRole('button', { name: 'Apply now' })).toBeVisible();
  const picture = page
    .getByRole('link', { name: /^Financing with Summit Roofing LLC/ })
    .getByRole('img');
  expect(
    await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
  ).toEqual([728, 90]);
  await calculator(page).getByLabel('Loan amount', { exact: true }).fill('30000');
  await expect(calculator(page).getByText('$497.88', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Apply now' }).click();
  await expect(page.getByRole('dialog', { name: 'Apply now' })).toBeVisible();
  await expectNoShift(page);
  expect(errors).toEqual([expect.stringContaining('Applying inline style violates')]);
});

for (const width of [320, 360, 390])
  test(
    `a banner fits a ${width}-pixel page by using the phone image`,
    { tag: '@slow' },
    async ({ page }) => {
      const { banner } = await embedCodes(page);
      await watchShifts(page);
      await page.setViewportSize({ width, height: 800 });
      await page.goto(site.put({ body: `<h1>Roofs</h1>${banner.code}${paragraphs('After')}` }));
      const image = page
        .getByRole('link', { name: /^Financing with Summit Roofing LLC/ })
        .getByRole('img');
      await expect
        .poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth))
        .toBe(320);
      await expectNoSidewaysScroll(page);
      await expectNoShift(page);
      const box = await image.boundingBox();
      expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(3.2, 1);
    },
  );

for (const [name, host, width, lang] of [
  ['wide', '<div>', 1000, 'en'],
  ['280 pixels narrow', '<div style="width: 280px">', 400, 'en'],
  ['narrow, on a phone', '<div>', 320, 'en'],
  ['wide', '<div>', 1000, 'es'],
  ['280 pixels narrow', '<div style="width: 280px">', 400, 'es'],
  ['narrow, on a phone', '<div>', 320, 'es'],
] as const)
  test(
    `a calculator (${lang}) in a column that is ${name} reserves its space from the first paint`,
    { tag: '@slow' },
    async ({ page }) => {
      const { calculator: one } = await embedCodes(page, `&border=1&hideLink=0&lang=${lang}`);
      await watchShifts(page);
      await page.setViewportSize({ width, height: 1200 });
      await page.goto(
        site.put({
          body: `<h1>Roofs</h1>${host}${one.html}</div>${one.script}${paragraphs('After')}`,
        }),
      );
      await alive(calculator(page));
      await expectNoShift(page);
      await expectNoSidewaysScroll(page);
      const frame = calculator(page).locator('html');
      expect(
        await frame.evaluate((html) => [
          html.scrollHeight > innerHeight,
          html.scrollWidth > innerWidth,
        ]),
      ).toEqual([false, false]);
    },
  );

test(
  "a website's CSS reset doesn't affect the widgets, and the widgets don't affect the website",
  { tag: '@slow' },
  async ({ page }) => {
    const { calculator: one, button } = await embedCodes(page);
    const body = `<h1>Roofs</h1><button id="own">Own</button>${one.html}${one.script}${one.html}${one.script}${button.html}${button.script}`;
    const readLayout = () =>
      page
        .locator('#own')
        .evaluate((own) =>
          Array.from(
            getComputedStyle(own),
            (name) => `${name}: ${getComputedStyle(own).getPropertyValue(name)}`,
          ).join(),
        );
    await page.goto(
      site.put({ body: body.replaceAll(/<script.*?<\/script>/g, ''), head: hostileStyles }),
    );
    const before = await readLayout();
    await watchShifts(page);
    await page.goto(site.put({ body, head: hostileStyles }));
    for (const nth of [0, 1]) {
      await alive(calculator(page, nth));
      const box = await page
        .locator('[data-lintel=calculator]')
        .nth(nth)
        .locator('iframe')
        .boundingBox();
      expect(box?.width).toBeGreaterThan(1000);
      expect(box?.height).toBeGreaterThan(400);
    }
    const apply = page.getByRole('button', { name: 'Apply now' });
    const box = await apply.boundingBox();
    expect([box?.width, box?.height]).toEqual([400, 56]);
    expect(await apply.evaluate((own) => getComputedStyle(own).backgroundColor)).toBe(
      'rgb(255, 83, 27)',
    );
    await expectNoShift(page);
    expect(await readLayout()).toBe(before);
    expect(
      await page.evaluate(() => [document.styleSheets.length, document.adoptedStyleSheets.length]),
    ).toEqual([1, 0]);
  },
);

test('the loader runs once however often it is included, adds one global, and finds elements added later', async ({
  page,
}) => {
  const { calculator: one } = await embedCodes(page);
  await page.goto(site.put({ body: '<p>No widget</p>' }));
  const before = await page.evaluate(() => Object.getOwnPropertyNames(window));
  await page.goto(site.put({ body: `${one.html}${one.script}${one.script}${one.script}` }));
  await alive(calculator(page));
  expect(page.frames()).toHaveLength(2);
  const names = await page.evaluate(() => Object.getOwnPropertyNames(window));
  expect(names.filter((name) => !before.includes(name) && name !== '0')).toEqual(['lintel']);
  await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), one.html);
  await alive(calculator(page, 1));
});

test('without scripts there are plain links to the page, and no empty space', async ({
  browser,
  page,
}) => {
  const { calculator: one, fullPage, button } = await embedCodes(page);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(
    site.put({
      body: [one, fullPage, button].map(({ html, script }) => html + script).join('<p>and</p>'),
    }),
  );
  for (const [name, source] of [
    ['Monthly payment calculator of Summit Roofing LLC', 'calculator'],
    ['Financing with Summit Roofing LLC', 'full-page'],
    ['Apply now', 'real-widget'],
  ] as const)
    await expect(plain.getByRole('link', { name })).toHaveAttribute(
      'href',
      `${portalOrigin()}/p/summit-roofing?source=${source}`,
    );
  expect((await plain.locator('body').boundingBox())?.height).toBeLessThan(250);
  await plain.getByRole('link', { name: 'Apply now' }).click();
  await expect(plain).toHaveURL(`${portalOrigin()}/p/summit-roofing?source=real-widget`);
  await context.close();
});

test(
  'a visitor with a Spanish browser gets every widget in Spanish, or in English where the code says so',
  { tag: '@slow' },
  async ({ browser, page }) => {
    const auto = await embedCodes(page);
    const english = await embedCodes(page, '&border=1&hideLink=0&lang=en');
    const context = await browser.newContext({ locale: 'es-MX' });
    const visitor = await context.newPage();
    await visitor.setViewportSize({ width: 360, height: 800 });
    await watchShifts(visitor);
    const { calculator: one, button, fullPage, banner } = auto;
    const body = `<main><h1>Techos</h1>${banner.code}${one.html}${one.script}${button.html}${english.calculator.html}${fullPage.html}</main>`;
    await visitor.goto(site.put({ body }));
    const frame = calculator(visitor);
    await alive(frame);
    await expect(frame.locator('html')).toHaveAttribute('lang', 'es-US');
    await expect(
      visitor.locator('iframe[title="Calculadora de pagos mensuales de Summit Roofing LLC"]'),
    ).toBeVisible();
    await frame.getByLabel('Monto del préstamo', { exact: true }).fill('30000');
    await expect(frame.getByText('$497.88', { exact: true })).toBeVisible();
    await expect(frame.getByText(/^84 pagos con una APR de 9.99%/)).toBeVisible();
    await expect(
      calculator(visitor, 1).getByRole('heading', { name: 'Monthly payment calculator' }),
    ).toBeVisible();
    await expect(
      visitor.locator('[data-lintel=full-page] iframe').contentFrame().locator('html'),
    ).toHaveAttribute('lang', 'es-US');
    await expectAccessible(visitor);
    await expectNoSidewaysScroll(visitor);
    await visitor.getByRole('button', { name: 'Solicite ahora' }).press('Enter');
    const dialog = visitor.getByRole('dialog', { name: 'Solicite ahora' });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Cerrar' }).click();
    await expect(dialog).toBeHidden();
    await context.close();
  },
);

test(
  'a Spanish calculator links to the Spanish page, and loads no fonts',
  { tag: '@slow' },
  async ({ page }) => {
    const { calculator: one } = await embedCodes(page, '&border=1&hideLink=0&lang=es');
    const fonts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'font') fonts.push(request.url());
    });
    await page.goto(site.put({ body: `<main><h1>Roofs</h1>${one.html}</main>${one.script}` }));
    const frame = calculator(page);
    await alive(frame);
    await expectAccessible(page);
    expect(fonts).toEqual([]);
    await expect(
      frame.getByRole('link', { name: 'Vea sus ofertas personalizadas' }),
    ).toHaveAttribute('href', `${portalOrigin()}/p/summit-roofing?source=calculator&lang=es`);
    await page.goto(one.html.match(/href="([^"]*)"/)?.[1]?.replaceAll('&amp;', '&') ?? '');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es-US');
  },
);

test('the calculator works with a keyboard and screen readers, and its button opens the page', async ({
  page,
}) => {
  const { calculator: one } = await embedCodes(page);
  await page.goto(site.put({ body: `<main><h1>Roofs</h1>${one.html}</main>${one.script}` }));
  const frame = calculator(page);
  await alive(frame);
  await expectAccessible(page);
  await expect(
    page.locator('iframe[title="Monthly payment calculator of Summit Roofing LLC"]'),
  ).toBeVisible();
  await frame.getByLabel('Loan amount', { exact: true }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(frame.getByLabel('Loan amount', { exact: true })).toHaveValue('15,500');
  await page.keyboard.press('Tab');
  await page.keyboard.press('E');
  await expect(frame.getByLabel('Credit score')).toHaveValue('excellent');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowLeft');
  await expect(frame.getByRole('radio', { name: '5 years', exact: true })).toBeChecked();
  await expect(frame.getByRole('status')).toContainText('60 payments at 7.49% APR');
  await expect(frame.getByRole('link', { name: 'See Your Personalized Offers' })).toHaveAttribute(
    'href',
    `${portalOrigin()}/p/summit-roofing?source=calculator`,
  );
});

test(
  'codes without border and offers button render neither',
  { tag: '@slow' },
  async ({ page }) => {
    const { calculator: one, fullPage } = await embedCodes(page, '&border=0&hideLink=1');
    await page.goto(site.put({ body: one.html + one.script + fullPage.html }));
    await alive(calculator(page));
    expect(
      await calculator(page)
        .getByRole('main')
        .evaluate((card) => getComputedStyle(card).borderTopColor),
    ).toBe('rgba(0, 0, 0, 0)');
    await expect(calculator(page).getByRole('link')).toHaveCount(0);
    const whole = page.locator('[data-lintel=full-page] iframe').contentFrame();
    await expect(whole.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(whole.getByRole('link', { name: 'See Your Personalized Offers' })).toHaveCount(0);
  },
);

test(
  'the full-page widget is as tall as its content, and its button scrolls the website to the form',
  { tag: '@slow' },
  async ({ page }) => {
    const { fullPage } = await embedCodes(page);
    await watchShifts(page);
    await page.goto(
      site.put({
        body: `<h1>Roofs</h1>${fullPage.html}${fullPage.script}<footer>The end</footer>`,
      }),
    );
    const frame = page.locator('[data-lintel=full-page] iframe').contentFrame();
    await expect(frame.getByRole('heading', { name: 'See what you qualify for' })).toBeAttached();
    await expect
      .poll(() => frame.locator('html').evaluate((html) => html.scrollHeight - innerHeight))
      .toBe(0);
    await expectNoShift(page);
    const start = frame.getByRole('link', { name: 'See Your Personalized Offers' });
    expect(await start.evaluate((link) => getComputedStyle(link).backgroundColor)).toBe(
      'rgb(255, 83, 27)',
    );
    await start.click();
    await expect(frame.getByLabel('What is your project?')).toBeInViewport();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
  },
);

test('a contractor opens the full-page preview, which runs the real widget code [MKT-220]', async ({
  page,
}) => {
  const { id } = await embedCodes(page);
  await page.goto(
    `/api/v1/widgets/full-page/${id}/preview?userId=11&${colors}&coBrandedColor=$FFFFFF&hideLink=0`,
  );
  const frame = page.locator('[data-lintel=full-page] iframe').contentFrame();
  await expect(frame.getByRole('link', { name: 'See Your Personalized Offers' })).toBeVisible();
});

test('only the frame itself can send messages, and only on its own website', async ({ page }) => {
  const { calculator: one } = await embedCodes(page);
  await page.goto(
    site.put({
      body: `${one.html}${one.script}<iframe id="other" srcdoc="<p>Another frame</p>"></iframe>`,
    }),
  );
  await alive(calculator(page));
  const height = () => page.locator('[data-lintel] iframe').evaluate((frame) => frame.clientHeight);
  const before = await height();
  await page.evaluate(forgeMessage);
  await page.frame({ url: 'about:srcdoc' })?.evaluate(forgeMessage);
  await page.waitForTimeout(200);
  expect(await height()).toBe(before);
});

test("an unlisted website gets a notice and can't frame the widget", async ({ page }) => {
  const email = 'concierge@demo.test';
  const { data } = await asContractor<{ data: { id: number }[] }>(
    page,
    email,
    '/contractor/103/co-branded-pages/filter-list',
  );
  const pageId = data[0]?.id ?? 0;
  const one = await asContractor<Code>(
    page,
    email,
    `/widgets/payment-calculator/${pageId}?${colors}&coBrandedColor=$FFFFFF`,
  );
  const body = `${one.html}${one.script}<iframe id="bare" src="${portalOrigin()}/embeds/calculator/${pageId}" width="600" height="500"></iframe>`;
  const [listed, other] = [
    site.put({ body }, 'harborlight.localhost'),
    site.put({ body }, 'thief.localhost'),
  ];
  const sites = '/contractor/103/widget-sites';
  await asContractor(page, email, sites, { sites: [new URL(listed).origin] });
  await page.goto(listed);
  await alive(calculator(page));
  await alive(page.locator('#bare').contentFrame());
  const errors = consoleErrors(page);
  await page.goto(other);
  await expect(
    calculator(page).getByRole('heading', { name: 'This is shown on another website' }),
  ).toBeVisible();
  await expect.poll(() => errors.join()).toContain('frame-ancestors');
  await expect(page.locator('#bare').contentFrame().locator('#payment')).toHaveCount(0);
  const { sightings } = await asContractor<{ sightings: { site: string; widget: string }[] }>(
    page,
    email,
    sites,
  );
  const places = sightings.map(({ site: place }) => place);
  expect(places).toContain(new URL(listed).host + new URL(listed).pathname);
  expect(places.filter((place) => place.startsWith('thief'))).toEqual([]);
  await asContractor(page, email, sites, { sites: [] });
});
