import { signInByApi } from './support/factors.ts';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { openMail } from './support/mail.ts';
import { expectAccessible, test } from './support/portal.ts';
import { consoleErrors, signInAt, resize, sidebar } from './support/shell.ts';

const card = (page: Page, name: string) => page.getByRole('group', { name });

test.describe('a contractor', () => {
  test.describe.configure({ mode: 'serial' });

  test('enters bank details, sees them masked, and gets an e-mail about it [ACC-015] [ACC-228] [ACC-229] [ACC-356] [ACC-436]', async ({
    page,
  }) => {
    const errors = consoleErrors(page);
    await signInAt(page, 'concierge@demo.test', '/payout-tax?action=ach');
    const method = card(page, 'Payout Method');
    await method.getByLabel('Account holder name').fill('Connie Larsen');
    await method.getByLabel('Bank name').fill('Pier Bank');
    await method.getByLabel('Routing number').fill('011401533');
    await method.getByLabel('Account number').fill('5566x');
    await method.getByRole('button', { name: 'Submit' }).click();
    await expect(method.getByText('Please use digits only')).toBeVisible();
    await method.getByLabel('Account number').fill('5566778899');
    await method.getByRole('button', { name: 'Submit' }).click();
    await expect(method.getByText('••••8899')).toBeVisible();
    await expect(method.getByText('nothing is paid to changed details until')).toBeVisible();
    expect(errors).toEqual([]);
    await expectAccessible(page);
    await openMail(page, 'concierge@demo.test', /Your bank details were changed/);
    await expect(page.getByText('account ending in 8899').first()).toBeVisible();
  });

  test('fills in a W-9 on a phone and sees the copy without the tax number [ACC-016] [ACC-217] [ACC-364] [ACC-440]', async ({
    page,
  }) => {
    await resize(page, 390);
    await signInAt(page, 'concierge@demo.test', '/payout-tax?action=w9');
    const form = page.getByRole('dialog', { name: 'W-9 Tax Form' });
    await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
      'Connie Larsen',
    );
    await expectAccessible(page);
    await form.getByLabel('Individual/sole proprietor').check();
    await form.getByLabel('Social Security number (SSN)').fill('900123456');
    await form.getByRole('textbox', { name: 'Signature' }).fill('Connie Larsen');
    await form.getByRole('button', { name: 'Sign and submit' }).click();
    await expect(form.getByText('Please enter a valid 9-digit TIN number.')).toBeVisible();
    await form.getByLabel('Social Security number (SSN)').fill('123456789');
    await form.getByRole('button', { name: 'Sign and submit' }).click();
    const section = card(page, 'W-9 Tax Form');
    await expect(section.getByText('Verification can take up to 10 days.')).toBeVisible();
    await expect(section.getByText('•••-••-6789')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await section.getByRole('button', { name: 'View the form' }).click();
    const picture = page.getByRole('img', { name: 'First page of the W-9 form' });
    await expect(picture).toBeVisible();
    await expect
      .poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBeGreaterThan(1000);
  });

  test('has the form verified by staff and sees when it was submitted [ACC-212] [ACC-218] [ACC-219] [ACC-442]', async ({
    page,
    browser,
    baseURL,
  }) => {
    await signInAt(page, 'support@demo.test', '/manage/payouts?tab=w9');
    await page.getByRole('button', { name: 'Review Harborlight Homes' }).click();
    const review = page.getByRole('dialog', { name: 'W-9 review' });
    await expect(review.getByRole('img', { name: 'First page of the W-9 form' })).toBeVisible();
    await expect(review.getByText('Pier Bank, ****8899 (Connie Larsen)')).toBeVisible();
    await expect(review.getByRole('checkbox', { name: 'Skip all differences' })).toBeDisabled();
    await expectAccessible(page);
    await review.getByRole('radio', { name: 'Verified' }).check();
    await review.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The W-9 form was reviewed.')).toBeVisible();
    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
    const contractor = await context.newPage();
    await signInAt(contractor, 'concierge@demo.test', '/payout-tax');
    await expect(
      card(contractor, 'W-9 Tax Form').getByText(/Submitted on \d{2}\/\d{2}\/\d{4}\./),
    ).toBeVisible();
    await context.close();
  });
});

test(
  'one person prepares a run; another releases it, downloads the bank file, and marks it as paid',
  { tag: '@smoke' },
  async ({ page, browser, baseURL }) => {
    const errors = consoleErrors(page);
    await signInAt(page, 'admin@demo.test', '/manage/payouts');
    await expect(sidebar(page).getByRole('link', { name: 'Payouts' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(page.getByText('Oak & Iron Remodeling').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Prepare a run of \$/ }).click();
    await page
      .getByRole('dialog', { name: 'Prepare the payout run?' })
      .getByRole('button', { name: 'Prepare the run' })
      .click();
    await expect(page.getByText('The run is prepared. Someone else has to')).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Runs', selected: true })).toBeVisible();
    await expect(page.getByText('Someone else has to release it.', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Release run/ })).toHaveCount(0);
    await expectAccessible(page);
    expect(errors).toEqual([]);
    await openMail(page, 'payer@demo.test', /A payout run of \$[\d,.]+ is waiting to be released/);

    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
    const other = await context.newPage();
    const otherErrors = consoleErrors(other);
    await signInAt(other, 'payer@demo.test', '/');
    await other.getByRole('link', { name: 'payout run to release' }).click();
    await other.getByRole('button', { name: /^Release run/ }).click();
    await other
      .getByRole('dialog', { name: 'Release this run?' })
      .getByRole('button', { name: 'Release' })
      .click();
    await expect(other.getByText('The file for the bank is ready.')).toBeVisible();
    await fetchAndConfirm(other);
    expect(otherErrors).toEqual([]);
    await openMail(other, 'brand@demo.test', /Your payout of \$[\d,.]+ is on its way/);
    await context.close();
  },
);

/** Downloads the latest run's bank file, checks its format, and confirms it. */
async function fetchAndConfirm(page: Page): Promise<void> {
  const download = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^Download the file/ })
    .first()
    .click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^payouts-\d+\.ach$/);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n').slice(0, -1);
  expect(lines.length % 10).toBe(0);
  expect(new Set(lines.map((line) => line.length))).toEqual(new Set([94]));
  expect(lines.map((line) => line.charAt(0)).join('')).toMatch(/^15(6+8)(56+8)?9+$/);
  await page
    .getByRole('button', { name: /^Mark run/ })
    .first()
    .click();
  await page
    .getByRole('dialog', { name: 'Mark as paid?' })
    .getByRole('button', { name: 'Mark as paid' })
    .click();
  await expect(page.getByText('The payouts are marked as paid.')).toBeVisible();
}

test('staff switched into an account can view bank details but not change them', async ({
  page,
}) => {
  await signInAt(page, 'admin@demo.test', '/manage/contractors');
  await page.request.post('/api/v1/user/12/switch', { data: {} });
  await page.goto('/payout-tax');
  const method = card(page, 'Payout Method');
  await expect(method.getByText('Only the contractor can change bank details.')).toBeVisible();
  await expect(method.getByText('••••6789')).toBeVisible();
  await expect(method.getByRole('button', { name: 'Edit Payout Method' })).toHaveCount(0);
  await expect(
    card(page, 'W-9 Tax Form').getByRole('button', { name: 'Review the W-9' }),
  ).toBeVisible();
});

test('a tax form reviewer sees pending forms but no payout actions', async ({ page }) => {
  await signInAt(page, 'support@demo.test', '/manage/payouts');
  await expect(page.getByRole('tab')).toHaveText(['Held', 'W-9 to review']);
  await expect(page.getByRole('tab', { name: 'W-9 to review', selected: true })).toBeVisible();
  await page.goto('/manage/payouts?tab=runs');
  await expect(page.getByRole('tab', { name: 'W-9 to review', selected: true })).toBeVisible();
  await expect(
    page.getByRole('button', { name: /^Prepare\b|^Release|^Download|^Mark run/ }),
  ).toHaveCount(0);
});

test("users without the privilege can't open payouts", async ({ page }) => {
  await signInByApi(page.request, 'mailer@demo.test');
  await page.goto('/manage/payouts');
  await expect(page.getByRole('dialog', { name: 'ACCESS_DENIED' })).toBeVisible();
});

test(
  "very long names don't hide amounts and payout reasons",
  { tag: '@slow' },
  async ({ page }) => {
    const long = 'x'.repeat(240);
    await page.route(/\/api\/v1\/manage\/(payouts|w9)\?/, async (route) => {
      const answer = await route.fetch();
      const { data, ...rest } = await answer.json();
      const named = data.map((one: object) => ({
        ...one,
        companyName: long,
        payeeName: long,
        fullName: long,
      }));
      await route.fulfill({ response: answer, json: { ...rest, data: named } });
    });
    await resize(page, 1440);
    await signInAt(page, 'support@demo.test', '/manage/payouts?tab=held');
    await expectInSight(page, 'Waiting for');
    await page.getByRole('tab', { name: 'W-9 to review' }).click();
    await expectInSight(page, 'Names');
  },
);

/** A column far to the right: the ones before it are visible, too. */
async function expectInSight(page: Page, column: string): Promise<void> {
  const head = page.getByRole('columnheader', { name: column, exact: true });
  await expect(head).toBeVisible();
  await expect(page.getByText('x'.repeat(240)).first()).toBeVisible();
  const box = await head.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1440);
}
