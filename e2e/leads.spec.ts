import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, test } from './support/portal.ts';
import { signInAt } from './support/shell.ts';

const list = '/manage/contractors';

async function newLead(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'NEW LEAD' }).click();
  const dialog = page.getByRole('dialog', { name: 'New lead' });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function choose(page: Page, dialog: Locator, field: string, option: string): Promise<void> {
  await dialog.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const create = (dialog: Locator): Promise<void> =>
  dialog.getByRole('button', { name: 'Create lead' }).click();

test('staff enter a lead, the distribution assigns its owner, and it becomes an Unpaid contractor with a page [ADM-043] [ADM-049] [ADM-051] [ADM-052] [ADM-188]', async ({
  page,
}) => {
  await signInAt(page, 'admin@demo.test', list);
  const dialog = await newLead(page);
  await dialog.getByLabel('First name').fill('  Nadia ');
  await dialog.getByLabel('Last name').fill("O'Hara-Lee");
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('7205550199');
  await expect(dialog.getByRole('textbox', { name: 'Phone' })).toHaveValue('720-555-0199');
  await dialog.getByLabel('E-mail').fill('nadia@newlead.test');
  await dialog.getByLabel('Company name').fill('Nadia Roofs and Sons');
  await choose(page, dialog, 'Lead source', 'Supplier');
  await dialog.getByRole('radio', { name: 'Referral' }).check();
  await dialog.getByRole('textbox', { name: 'Referral' }).fill('Oak & Iron');
  await page.getByRole('option', { name: /Oak & Iron Remodeling/ }).click();
  const owner = dialog.getByRole('combobox', { name: 'Lead owner' });
  await expect(owner).toHaveValue('Avery Quinn');
  const assign = dialog.getByRole('checkbox', { name: 'assign owner by distribution' });
  await assign.check();
  await expect(owner).toHaveValue('');
  await assign.uncheck();
  await expect(owner).toHaveValue('Avery Quinn');
  await assign.check();
  await expectAccessible(page);
  await create(dialog);
  await expect(
    page.getByText(/^Lead created and assigned to (Theo Marsh|Sam Porter)\.$/),
  ).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await page.getByRole('searchbox').fill('Nadia Roofs');
  const row = page.getByRole('row', { name: /Nadia Roofs and Sons/ });
  await expect(row).toContainText('720-555-0199');
  await expect(row).toContainText('Unpaid');
  await expect(row.getByRole('button', { name: /^Switch to/ })).toHaveCount(0);
  const href = await row.getByRole('link', { name: /opens in a new tab/ }).getAttribute('href');
  await page.goto(href ?? '');
  await expect(page.getByRole('heading', { level: 1, name: 'Nadia Roofs and Sons' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Referral: Oak & Iron Remodeling (102)');
  await expect(page.getByRole('main')).toContainText(
    'Assigned by the distribution set “Events and suppliers”.',
  );
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Lead owner' }).click();
  await page.getByRole('option', { name: 'Dana Whitfield' }).click();
  await page.getByRole('button', { name: 'Save owner' }).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(
    /Lead owner: (Theo Marsh|Sam Porter) → Dana Whitfield/,
  );
});

test('a typed lead survives stray keys and a lost connection, and a double-click creates it once', async ({
  page,
}) => {
  await signInAt(page, 'admin@demo.test', list);
  const dialog = await newLead(page);
  await dialog.getByLabel('E-mail').fill('once@newlead.test');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard this lead?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await choose(page, dialog, 'Lead source', 'Cold call');
  await page.context().setOffline(true);
  await create(dialog);
  await expect(page.getByText(/^An unexpected error occurred/)).toBeVisible();
  await expect(dialog.getByLabel('E-mail')).toHaveValue('once@newlead.test');
  await page.context().setOffline(false);
  let requestCount = 0;
  page.on(
    'request',
    (request) =>
      (requestCount +=
        request.method() === 'POST' && request.url().endsWith('/manage/lead') ? 1 : 0),
  );
  await dialog.getByRole('button', { name: 'Create lead' }).dblclick();
  await expect(page.getByText('Lead created and assigned to Avery Quinn.')).toBeVisible();
  expect(requestCount).toBe(1);
  await page.getByRole('searchbox').fill('once@newlead.test');
  // A lead without a company and a name is listed by its e-mail.
  await expect(page.getByRole('button', { name: 'Actions for once@newlead.test' })).toBeVisible();
});
