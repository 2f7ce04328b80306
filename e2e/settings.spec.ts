import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { expectAccessible, test } from './support/portal.ts';
import { openSettings } from './support/shell.ts';

const section = (page: Page, name: string): Locator => page.getByRole('region', { name });
const done = (page: Page, message: string): Promise<void> =>
  expect(page.getByText(message, { exact: true }).first()).toBeVisible();

/** A second staff member on the same screen. */
async function another(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const page = await (
    await browser.newContext({ ...(baseURL && { baseURL }), reducedMotion: 'reduce' })
  ).newPage();
  await openSettings(page);
  return page;
}

test('when two staff edit lead sources, the second sees the changes and overwrites nothing unseen [ADM-124] [ADM-126] [ADM-127] [ADM-130] [ADM-134]', async ({
  page,
  browser,
  baseURL,
}) => {
  await openSettings(page);
  const other = await another(browser, baseURL);
  const mine = section(page, 'Lead Source and Lead First Touch');
  const theirs = section(other, 'Lead Source and Lead First Touch');
  for (const one of [mine, theirs]) await one.getByRole('button', { name: 'EDIT SOURCES' }).click();
  await expectAccessible(page);
  await theirs.getByRole('textbox', { name: 'Link ID for Cold call' }).fill('3001');
  await theirs.getByRole('button', { name: 'Submit' }).click();
  await done(other, 'Success!');
  await mine.getByRole('checkbox', { name: 'Show Podcast' }).uncheck();
  await mine.getByRole('button', { name: 'Submit' }).click();
  await expect(mine.getByRole('alert')).toContainText(
    'Avery Quinn changed this while you were editing.',
  );
  await expect(mine.getByRole('alert')).toContainText('Link ID of Cold call: nothing → 3001');
  await mine.getByRole('button', { name: 'Discard mine and reload' }).click();
  await expect(mine.getByRole('list', { name: 'Lead Source' })).toContainText('Cold call3001');
  await expect(mine.getByRole('list', { name: 'Lead Source' })).toContainText('Podcast');
  await expect(mine.getByText(/^Last updated: admin@demo\.test, /).first()).toBeVisible();
  await other.context().close();
});

test('staff create a distribution set, split its leads, assign a source to it, and delete it [ADM-135] [ADM-141] [ADM-142] [ADM-144] [ADM-145] [ADM-146] [ADM-353] [ADM-354]', async ({
  page,
}) => {
  await openSettings(page);
  const distribution = section(page, 'Lead distribution');
  await distribution.getByRole('button', { name: 'NEW SET' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('New set');
  await dialog.getByLabel('Name').fill('  By   word of mouth ');
  await dialog.getByRole('checkbox', { name: 'Referral' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  const row = distribution.getByRole('row', { name: /By word of mouth/ });
  await expect(row).toContainText('100%');
  await row.getByRole('button', { name: /^Edit owners/ }).click();
  await dialog.getByRole('checkbox', { name: 'Dana Whitfield' }).check();
  await dialog.getByRole('textbox', { name: 'Percentage for Dana Whitfield' }).fill('70');
  await expect(dialog.getByRole('status')).toHaveText(
    '70% of leads are distributed, please distribute the rest 30%',
  );
  await expect(dialog.getByRole('button', { name: 'Submit' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Percentage for Dana Whitfield' }).fill('100');
  await expect(dialog.getByRole('status')).toHaveText('100% of leads are distributed');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(row).toContainText('Dana Whitfield 100%');
  await distribution.getByRole('button', { name: 'ASSIGN LEAD SOURCES' }).click();
  await dialog.getByRole('combobox', { name: 'Set for Fax' }).click();
  await page.getByRole('option', { name: 'By word of mouth' }).click();
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(row).toContainText('Fax, Referral');
  await row.getByRole('button', { name: /^Delete set/ }).click();
  const question = page.getByRole('dialog', { name: 'Deleting lead distribution set' });
  await expect(question).toContainText('This action cannot be undone.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await done(page, 'Successful');
  await expect(row).toHaveCount(0);
});

test(
  'a section that fails shows its own error, and loads on retry',
  { tag: '@slow' },
  async ({ page }) => {
    let broken = true;
    await page.route('**/api/v1/setting/multiple-users', (route) =>
      broken
        ? route.fulfill({
            status: 503,
            json: { error: 'unavailable', message: 'Please try again.' },
          })
        : route.continue(),
    );
    await openSettings(page);
    const users = section(page, 'Multiple Users');
    const retry = users.getByRole('button', { name: /again|retry/i });
    await expect(retry).toBeVisible({ timeout: 20_000 });
    await expect(section(page, 'Service agreement date')).toContainText('Last updated:');
    await expect(
      section(page, 'Lead distribution').getByRole('row', { name: /Online/ }),
    ).toBeVisible();
    broken = false;
    await retry.click();
    await expect(users.getByRole('row', { name: 'Pro' })).toBeVisible();
  },
);
