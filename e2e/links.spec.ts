import { expect, type Page } from '@playwright/test';
import { agree } from './support/homeowner.ts';
import { asContractor } from './support/host-site.ts';
import { openMail } from './support/mail.ts';
import { expectAccessible, test } from './support/portal.ts';
import { signInAt } from './support/shell.ts';

test.slow();

/** A unique phone number with this area code. */
const numberIn = (area: string): string =>
  `${area}555${String(Date.now() % 10_000).padStart(4, '0')}`;

/** The demo contractor is in Denver; texts also wait for Denver's morning. */
const contractorZone = 'America/Denver';
const areas = {
  '671': 'Pacific/Guam',
  '787': 'America/Puerto_Rico',
  '808': 'Pacific/Honolulu',
} as const;

/**
 * Whether texts are sent in a time zone now (8 am to 9 pm); null within minutes of either limit.
 */
function isDayIn(timeZone: string): boolean | null {
  const options = { timeZone, hourCycle: 'h23', hour: 'numeric', minute: 'numeric' } as const;
  const parts = new Intl.DateTimeFormat('en-US', options).formatToParts(new Date());
  const datePart = (type: string): number =>
    Number(parts.find((part) => part.type === type)?.value);
  const minute = datePart('hour') * 60 + datePart('minute');
  const margin = 10;
  if ([8 * 60, 21 * 60].some((limit) => Math.abs(minute - limit) < margin)) return null;
  return minute > 8 * 60 && minute < 21 * 60;
}

/** An area code that gets texts right away; undefined during the contractor's night. */
const areaByDay = (): string | undefined =>
  isDayIn(contractorZone) === true
    ? Object.entries(areas).find(([, zone]) => isDayIn(zone) === true)?.[0]
    : undefined;

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Send link' });

async function openSheet(page: Page): Promise<void> {
  await signInAt(page, 'pro@demo.test', '/reports-applications');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(sheet(page)).toBeVisible();
}

async function fillForm(page: Page, first: string): Promise<void> {
  const continueButton = () => page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('select[name="project"]').selectOption('Painting');
  await page.locator('input[name="creditBand"][value="good"]').check();
  await continueButton();
  await expect(page.locator('input[name="firstName"]')).toHaveValue(first);
  await expect(page.locator('input[name="lastName"]')).toHaveValue('Villanueva');
  await continueButton();
  await page.locator('input[name="city"]').fill('Austin');
  await page.locator('select[name="state"]').selectOption('TX');
  await agree(page);
  await page.getByRole('button', { name: 'See my offers' }).click();
}

for (const width of [1280, 390])
  test(
    `a texted link at ${width} px prefills the form, and its status is followed until it is sent`,
    { tag: width === 390 ? '@slow' : [] },
    async ({ page, browser }) => {
      const isDay = isDayIn(contractorZone);
      test.skip(isDay === null, 'It becomes day or night for the contractor while this would run.');
      const area = areaByDay();
      await page.setViewportSize({ width, height: 844 });
      const phone = numberIn(area ?? '671');
      const first = `Ines${width === 390 ? 'B' : 'A'}`;
      const name = `${first} Villanueva`;
      // Different amounts, because both widths run at once and find their texts in one outbox.
      const amount = width === 390 ? '15,500' : '14,500';
      await openSheet(page);
      await sheet(page).getByRole('combobox', { name: 'Customer' }).fill(name);
      await sheet(page).getByLabel('Mobile phone').fill(phone);
      await sheet(page).getByLabel('E-mail').first().fill(`ines.${Date.now()}@example.com`);
      await sheet(page).getByLabel('Amount (optional)').fill(amount);
      await expect(
        sheet(page).getByText(`here's your link to apply for financing of $${amount}`),
      ).toBeVisible();
      await expectAccessible(page);
      await sheet(page).getByRole('button', { name: 'Send text' }).click();
      await expect(
        sheet(page).getByText('Please confirm that the customer asked for the text.'),
      ).toBeVisible();
      await sheet(page)
        .getByLabel(/asked me to send this link/)
        .check();
      await sheet(page).getByRole('button', { name: 'Send text' }).click();
      await expect(
        sheet(page).getByRole('heading', { name: 'The text is on its way' }),
      ).toBeFocused();
      if (!isDay) {
        // At night the text waits until at least 8 am, and the sheet shows its send time.
        const leaves = sheet(page).getByRole('term').filter({ hasText: 'Scheduled' });
        await expect(leaves).toBeVisible();
        await expect(sheet(page).getByRole('status')).toHaveText('Waiting to be sent');
        await page.goto('/outbox');
        await expect(page.locator('body')).toContainText(
          new RegExp(`${phone.slice(-4)}\\s*Link to apply\\s*queued`),
        );
        return;
      }
      // The sheet follows the message until it is delivered, and then closes.
      await expect(sheet(page)).toBeHidden({ timeout: 20_000 });

      let address = '';
      await expect(async () => {
        await page.goto('/outbox');
        const pageText = await page.locator('body').innerText();
        address = new RegExp(`financing of \\$${amount}: (\\S+/l/\\w+)`).exec(pageText)?.[1] ?? '';
        expect(address).not.toBe('');
      }).toPass({ timeout: 30_000 });

      const homeowner = await (
        await browser.newContext({ viewport: { width: 390, height: 844 } })
      ).newPage();
      await homeowner.goto(address);
      await expect(homeowner).toHaveURL(/\/p\/summit-roofing\?source=text$/);
      await expect(
        homeowner.getByText(`Hello ${first}, $${amount} for your project`),
      ).toBeInViewport();
      await expect(homeowner.getByText('Step 1 of 3')).toBeInViewport();
      await expect(homeowner.locator('input[name="requestedAmount"]')).toHaveValue(
        amount.replace(',', ''),
      );
      await fillForm(homeowner, first);
      await expect(homeowner.locator('.waiting, #sort-offers, .card h3').first()).toBeVisible();

      const { data: found } = await asContractor<{ data: { id: number }[] }>(
        page,
        'pro@demo.test',
        `/customers?search=${encodeURIComponent(name)}`,
      );
      const customerId = found[0]?.id ?? 0;
      const kinds = async (): Promise<string[]> => {
        const { data } = await asContractor<{ data: { kind: string }[] }>(
          page,
          'pro@demo.test',
          `/customers/${customerId}/timeline`,
        );
        return data.map(({ kind }) => kind);
      };
      await expect
        .poll(kinds, { timeout: 20_000 })
        .toEqual(
          expect.arrayContaining([
            'link-sent',
            'link-delivered',
            'link-opened',
            'link-started',
            'link-submitted',
          ]),
        );
      await page.goto(`/customers/${customerId}`);
      await expect(page.getByRole('list', { name: 'Links' })).toContainText(
        'Application submitted',
      );
      await expect(page.getByText('The application from the link was sent')).toBeVisible();
      await expectAccessible(page);
      await homeowner.context().close();
    },
  );

test('an e-mailed link never overwrites what was typed, and the form works when the link is no longer valid', async ({
  page,
}) => {
  const email = `ines.mail.${Date.now()}@example.com`;
  await openSheet(page);
  await sheet(page).getByRole('combobox', { name: 'Customer' }).fill('Ines Villanueva');
  await sheet(page).getByLabel('E-mail').first().fill(email);
  await sheet(page).getByText('E-mail', { exact: true }).last().click();
  await sheet(page).getByRole('button', { name: 'Send e-mail' }).click();
  await expect(
    sheet(page).getByRole('heading', { name: 'The e-mail is on its way' }),
  ).toBeVisible();
  await openMail(page, email, /link to apply for financing/);
  const href = await page
    .frameLocator('iframe')
    .locator('a[href*="/l/"]')
    .first()
    .getAttribute('href');
  expect(href).toContain('/l/');
  await page.route('**/homeowner/links/**', (route) => route.abort());
  await page.goto(href ?? '');
  await expect(page).toHaveURL(/source=email$/);
  await expect(page.locator('input[name="requestedAmount"]')).toHaveValue('');
  await page.locator('input[name="requestedAmount"]').fill('9000');
  await page.locator('input[name="requestedAmount"]').blur();
  await page.unroute('**/homeowner/links/**');
  await page.goto(href ?? '');
  await expect(page.locator('input[name="requestedAmount"]')).toHaveValue('$9,000');
});

test(
  'the on-screen QR code is large and labeled, and the sheet keeps its input when sending fails',
  { tag: '@slow' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openSheet(page);
    await sheet(page).getByRole('combobox', { name: 'Customer' }).fill('Ines Villanueva');
    await sheet(page).getByLabel('Mobile phone').fill(numberIn('512'));
    await sheet(page).getByLabel('Amount (optional)').fill('20000');
    await sheet(page).getByText('QR code', { exact: true }).click();
    await page.route('**/api/v1/links', (route) => route.abort());
    await sheet(page).getByRole('button', { name: 'Show QR code' }).click();
    await expect(sheet(page).getByRole('alert')).toBeVisible();
    await expect(sheet(page).getByRole('combobox', { name: 'Customer' })).toHaveValue(
      'Ines Villanueva',
    );
    await page.unroute('**/api/v1/links');
    await sheet(page).getByRole('button', { name: 'Show QR code' }).click();
    const code = sheet(page).getByRole('img', { name: 'QR code for the application link' });
    await expect(code).toBeVisible();
    expect((await code.boundingBox())?.width).toBeGreaterThan(240);
    await expect(sheet(page).getByText('Scan to apply for $20,000.00')).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  },
);
