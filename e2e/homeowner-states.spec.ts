import { expect, type Browser, type Page } from '@playwright/test';
import {
  agree,
  applyByApi,
  chooseByApi,
  resumeByToken,
  waitForLenders,
  type AppliedHomeowner,
} from './support/homeowner.ts';
import { openMail } from './support/mail.ts';
import { expectAccessible, test } from './support/portal.ts';

// Every state that a homeowner can see, in both languages and widths, without axe violations or
// horizontal scrolling.

test.describe.configure({ timeout: 240_000 });

const widths = [1440, 390];
const place = '/p/oak-and-iron';
const run = Date.now();

async function capture(page: Page, state: string): Promise<void> {
  await test.step(state, async () => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wide, `${state} at ${width}`).toBeLessThanOrEqual(0);
      await expectAccessible(page, { hasFrames: false });
    }
  });
}

/** Checks pages that need no setup. */
async function capturePages(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await capture(page, address);
  }
}

/** Changes the application that the homeowner's page receives, as a lender could. */
async function overrideApplication(
  page: Page,
  change: (application: HomeownerView) => void,
): Promise<void> {
  await page.route(readings, async (route) => {
    const application = (await (await route.fetch()).json()) as HomeownerView;
    change(application);
    await route.fulfill({ json: application });
  });
}
const readings = /\/homeowner\/applications\/[\w-]+(\/submit)?$/;
interface HomeownerView {
  status: string;
  offers: { withdrawn: boolean; chosen: boolean }[];
  next: { step: string; actor: string };
  information: { what: string; how: string; until: string } | null;
}

const pdfFile = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ),
});

async function mailedLink(browser: Browser, email: string, subject: RegExp): Promise<string> {
  const baseURL = process.env['LINTEL_URL'];
  const page = await browser.newPage({ ...(baseURL && { baseURL }) });
  await openMail(page, email, subject);
  const href = await page.locator('a[href*="/application/"]').first().getAttribute('href');
  await page.close();
  return href ?? '';
}

const texts = {
  en: { offersMail: /Your financing offers are ready/, phone: '614555' },
  es: { offersMail: /Sus ofertas de financiamiento/, phone: '513555' },
} as const;

for (const language of ['en', 'es'] as const) {
  const { offersMail, phone } = texts[language];
  const email = (who: string) => `${who}-${language}-${run}@example.com`;

  test.describe(language, () => {
    test.use({ locale: `${language}-US` });

    test(
      `the page, its form, and its surroundings are accessible (${language})`,
      { tag: '@slow' },
      async ({ page }) => {
        await page.goto(place);
        await expect(page.locator('html')).toHaveAttribute('lang', `${language}-US`);
        await capture(page, 'the page');
        for (const [query, canonical] of [
          ['', ''],
          ['?source=flyer', ''],
          [`?lang=${language}`, `?lang=${language}`],
        ])
          expect(await (await page.request.get(`${place}${query}`)).text()).toContain(
            `<link rel="canonical" href="${process.env['LINTEL_URL']}${place}${canonical}"/>`,
          );
        const continueButton = page.locator('#application form .button');
        await continueButton.click();
        await expect(page.locator('#application .error')).toHaveCount(3);
        await page.locator('.skip').focus();
        await capture(page, 'step 1 with errors');
        await page.locator('[name=project]').selectOption('Kitchen');
        await page.locator('[name=requestedAmount]').fill('22000');
        await page.locator('[name=creditBand][value=good]').check();
        await page.route('**/homeowner/pages/**', (route) => route.abort());
        await continueButton.click();
        await expect(page.locator('.card > .problem')).toBeVisible();
        await capture(page, 'step 1 that could not be sent');
        await page.unroute('**/homeowner/pages/**');
        await continueButton.click();
        await expect(page.locator('[name=firstName]')).toBeVisible();
        await capture(page, 'step 2');
        await continueButton.click();
        await expect(page.locator('#application .error')).toHaveCount(4);
        await capture(page, 'step 2 with errors');
        await page.locator('[name=firstName]').fill('María');
        await page.locator('[name=lastName]').fill('Fernández');
        await page.locator('[name=email]').fill(email('form'));
        await page.locator('[name=phone]').fill(`${phone}0100`);
        await capture(page, 'step 2 with the link to continue later');
        await continueButton.click();
        await expect(page.locator('.consent')).toHaveCount(3);
        await capture(page, 'step 3');
        await continueButton.click();
        await expect(page.locator('#application .error')).toHaveCount(4);
        // Each error names its field.
        const lines = await page.locator('.problem li').allTextContents();
        expect(new Set(lines).size).toBe(4);
        await page.locator('.consent summary').first().click();
        await capture(page, 'step 3 with errors and a text open');
        await page.locator('[name=city]').fill('Columbus');
        await page.locator('[name=state]').selectOption('OH');
        await agree(page);
        await overrideApplication(page, (application) => (application.status = 'searching'));
        await continueButton.click();
        await expect(page.locator('.searching')).toBeVisible();
        await capture(page, 'waiting for lenders');

        await capturePages(page, [
          '/p/nobody-is-here',
          `${place}/legal/privacy`,
          `${place}/legal/terms`,
          `${place}/legal/licenses`,
          `${place}/legal/lenders`,
          `${place}/legal/sharing`,
          `${place}/legal/no-such-text`,
          `${place}/application`,
          `${place}/application/${'a'.repeat(60)}`,
          `${place}/privacy`,
        ]);
        await captureClosed(page, language);
        await page.goto(`${place}/privacy`);
        await page.locator('main form .button').click();
        await expect(page.locator('main .error')).toBeVisible();
        await capture(page, 'asking for the own data without an address');
        await page.locator('[name=email]').fill(email('privacy'));
        await page.locator('main form .button').click();
        await expect(page.locator('.said')).toBeVisible();
        await capture(page, 'requested their own data');
      },
    );

    test(
      `offers, the choice, and the next steps are accessible (${language})`,
      { tag: '@slow' },
      async ({ page, browser }) => {
        const apply = (who: string, ending: string, creditBand: 'good' | 'poor' = 'good') =>
          applyByApi(page.request, {
            language,
            phone: `${phone}${ending}`,
            email: email(who),
            creditBand,
          });
        const offered = await apply('offered', '0109');
        const chosen = await apply('chosen', '0119');
        const approved = await apply('approved', '0118');
        const funded = await apply('funded', '0117');
        const refused = await apply('refused', '0116', 'poor');
        await chooseByApi(chosen, 'Keystone Home Credit');
        await chooseByApi(approved, 'Bright Harbor Bank');
        await chooseByApi(funded, 'Bright Harbor Bank');

        await waitForLenders(offered, ({ status }) => status === 'offers');
        await resumeByToken(page, offered);
        await expect(page.locator('.offer')).toHaveCount(5);
        // Only Hearth Equity's and Keystone's offers fit the desired monthly payment.
        await expect(page.locator('.badges .fits')).toHaveCount(2);
        await capture(page, 'offers');
        await page.locator('#sort-offers').selectOption('cost');
        await capture(page, 'offers in another order');
        await page.locator('.offer .button').first().click();
        await expect(page.locator('dialog[open]')).toBeVisible();
        await capture(page, 'the question before a choice');
        await page.keyboard.press('Escape');
        await page.locator('.ends .plain').first().click();
        await expect(page.locator('dialog[open]')).toBeVisible();
        await capture(page, 'the question before a withdrawal');
        const link = await mailedLink(browser, offered.email, offersMail);
        await captureReturnLink(page, link);
        await offered.post('/withdraw');
        await resumeByToken(page, offered);
        await expect(page.locator('.offer')).toHaveCount(0);
        await capture(page, 'withdrawn');
        await page.goto(link);
        await expect(page.locator('#phone-ending')).toHaveCount(0);
        await capture(page, 'a link that no longer works');

        await waitForLenders(refused, ({ status }) => status === 'no_offers');
        await resumeByToken(page, refused);
        await capture(page, 'no offers');
        await captureChoices(page, { chosen, approved, funded });
        await resumeByToken(page, chosen);
        await page.locator(`form[action$="/agreed"] button`).click();
        await page.waitForURL(/\/agreed$/);
        await capture(page, 'what was agreed to');
        // The same person applies again in another browser.
        const again = await apply('chosen', '0119');
        expect((await again.read()).status).toBe('joined');
        await resumeByToken(page, again);
        await capture(page, 'an application that is under way already');
      },
    );

    test(
      `the pages without scripts are accessible (${language})`,
      { tag: '@slow' },
      async ({ page, browser }) => {
        const applied = await applyByApi(page.request, {
          language,
          phone: `${phone}0129`,
          email: email('plain'),
        });
        await chooseByApi(applied, 'Keystone Home Credit');
        await waitForLenders(applied, ({ requests }) => requests.length === 3);
        const link = await mailedLink(browser, applied.email, offersMail);
        // axe needs scripts, so only the page's own script is blocked.
        await page.route('**/homeowner/**/*.js', (route) => route.abort());
        await page.goto(place);
        await capture(page, 'the page without scripts');
        await capturePlain(page, link, applied);
      },
    );
  });
}

async function captureReturnLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(page).toHaveURL(/#back=/);
  const ending = page.locator('#phone-ending');
  await ending.fill('12');
  await page.locator('#application form .button').click();
  await expect(page.locator('#application .error')).toBeVisible();
  await capture(page, 'the way back with half an ending');
  await ending.fill('0000');
  await page.locator('#application form .button').click();
  await expect(page.locator('#application .error')).toBeVisible();
  await capture(page, 'the way back with a wrong ending');
}

async function captureChoices(
  page: Page,
  { chosen, approved, funded }: Record<'chosen' | 'approved' | 'funded', AppliedHomeowner>,
): Promise<void> {
  await waitForLenders(chosen, ({ requests }) => requests.length === 3);
  await resumeByToken(page, chosen);
  await expect(page.locator('.requests .upload')).toHaveCount(2);
  const [license, stubs] = [page.locator('.upload').first(), page.locator('.upload').last()];
  await license.locator('input').setInputFiles(pdfFile('photo.jpg'));
  await expect(license.getByRole('alert')).toBeVisible();
  await capture(page, 'the status with a file that was refused');
  await stubs.locator('input').setInputFiles(pdfFile(`${'long-name-of-a-scan-'.repeat(5)}.pdf`));
  await expect(page.locator('.files li')).toHaveCount(1);
  await capture(page, 'the status with a file that was sent');
  await page.locator('.offer .button').first().click();
  await expect(page.locator('dialog[open]')).toBeVisible();
  await capture(page, 'the question before another choice');

  await waitForLenders(approved, ({ times }) => times.approved !== null);
  await resumeByToken(page, approved);
  await page.locator('#application details summary').click();
  await expect(page.locator('.offer')).toHaveCount(5);
  await capture(page, 'approved');
  await waitForLenders(funded, ({ times }) => times.funded !== null);
  await resumeByToken(page, funded);
  await capture(page, 'funded');

  await overrideApplication(page, (application) => {
    application.next = { step: 'withdrawn', actor: 'nobody' };
    for (const offer of application.offers)
      Object.assign(offer, { withdrawn: true, chosen: false });
  });
  await resumeByToken(page, chosen);
  await expect(page.locator('.offer .help')).toHaveCount(5);
  await capture(page, 'all offers gone');
  await page.unroute(readings);
  await overrideApplication(page, (application) => {
    application.next = { step: 'expired', actor: 'homeowner' };
  });
  await resumeByToken(page, chosen);
  await capture(page, 'a choice that has expired');
}

async function capturePlain(
  page: Page,
  link: string,
  { phoneEnding }: AppliedHomeowner,
): Promise<void> {
  await page.goto(link);
  const ending = page.locator('#phone-ending');
  await capture(page, 'the way back');
  await ending.fill('0000');
  await page.locator('main form .button').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await capture(page, 'the way back with a wrong ending');
  await ending.fill(phoneEnding);
  await page.locator('main form .button').click();
  await expect(page).toHaveURL(/\/application$/);
  await expect(page.locator('.badges .fits')).toHaveCount(2);
  const upload = page.locator('.upload').first();
  await upload.locator('.button').click();
  await expect(upload.getByRole('alert')).toBeVisible();
  await capture(page, 'the status with an upload that lacks its file');
  await upload.locator('input').setInputFiles(pdfFile('license.pdf'));
  await upload.locator('.button').click();
  await expect(page.locator('.files li')).toHaveCount(1);
  await capture(page, 'the status with a file');
  await page.locator('.offers button').first().click();
  await expect(page.locator('.leads')).toBeVisible();
  await capture(page, 'the question before another choice');
  await page.locator('.actions a').click();
  await page.locator('.note a[href$="/application/agreed"]').click();
  await expect(page.locator('.agreed')).toHaveCount(3);
  await capture(page, 'what was agreed to');
  await page.locator('main > .note a').click();
  await page.locator('.ends button').first().click();
  await capture(page, 'the question before a withdrawal');
  await page.locator('main form button').click();
  await expect(page.locator('.offers')).toHaveCount(0);
  await capture(page, 'withdrawn');
}

/**
 * Only a database change can close a page, so this test renders the closed page with the server's
 * code.
 */
async function captureClosed(page: Page, language: 'en' | 'es'): Promise<void> {
  const { renderClosed } = (await import(
    new URL('../homeowner/dist/ssr/entry-server.js', import.meta.url).href
  )) as { renderClosed(input: object): string };
  const brand = {
    name: 'Lintel',
    supportEmail: 'support@lintel.example',
    phone: '(800) 555-0142',
    primaryColor: '#1C418C',
    accentColor: '#4CAF50',
  };
  const companyName = 'Johnson & Sons Custom Kitchens, Baths and Whole-Home Remodeling of Ohio';
  await page.goto('/p/nobody-is-here');
  const pageName = 'johnson-and-sons';
  const phone = '6145550120';
  await page.setContent(renderClosed({ companyName, pageName, phone, brand, language }));
  const links = page.getByRole('main').getByRole('link');
  await expect(links).toHaveCount(4);
  await expect(links.nth(1)).toHaveAttribute('href', `/p/${pageName}/application`);
  await expect(links.nth(2)).toHaveAttribute('href', `/p/${pageName}/privacy`);
  await capture(page, 'a closed page');
}
