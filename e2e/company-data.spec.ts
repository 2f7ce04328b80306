import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { expect } from '@playwright/test';
import { openMail } from './support/mail.ts';
import { expectAccessibleInBoth, signIn, switchInto, test } from './support/portal.ts';
import { loadAll } from './support/shell.ts';

test("an owner downloads all of the company's data as one file", async ({ page }) => {
  await signIn(page, 'brand@demo.test');
  await page.goto('/personal-info');
  await loadAll(page);
  await page.getByRole('button', { name: 'Export my data' }).click();
  await expect(page.getByText("We're preparing your export.")).toBeVisible();
  await openMail(page, 'brand@demo.test', /Your company data is ready to download/);
  await page.goto('/personal-info');
  await loadAll(page);
  await expect(page.getByText('Export of all company data requested').first()).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^company-data-102-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(await readFile(await download.path()));
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['README.txt', 'manifest.json', 'applications.csv', 'people.csv']),
  );
  expect(Buffer.from(files['company.csv'] ?? []).toString()).toContain('Oak & Iron Remodeling');
  await expectAccessibleInBoth(page);
  // A new export replaces it after confirmation.
  await page.getByRole('button', { name: 'Create a new one' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create a new one' }).click();
  await expect(page.getByText("We're preparing your export.")).toBeVisible();
});

test(
  "team users and staff in the account can't see the export",
  { tag: '@slow' },
  async ({ page }) => {
    await signIn(page, 'team@demo.test');
    await page.goto('/personal-info');
    await loadAll(page);
    await expect(page.getByRole('group', { name: 'Profile' })).toBeVisible();
    await expect(page.getByText('Your Data')).toBeHidden();
    await page.context().clearCookies();
    await signIn(page, 'admin@demo.test');
    await switchInto(page, 'Oak & Iron Remodeling');
    await page.goto('/personal-info');
    await loadAll(page);
    await expect(page.getByText('Account Activity')).toBeVisible();
    await expect(page.getByText('Your Data')).toBeHidden();
  },
);
