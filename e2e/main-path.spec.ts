import { expect, type Page } from '@playwright/test';
import { agree } from './support/homeowner.ts';
import { expectAccessible, signIn, switchInto, test } from './support/portal.ts';

async function apply(page: Page, pageName: string): Promise<void> {
  await page.goto(`/p/${pageName}?source=flyer`);
  await page.getByLabel('What is your project?').selectOption('Painting');
  await page.getByLabel('Project address (optional)').fill('12 Juniper Street');
  await page.getByLabel('About how much will it cost?').fill('12500');
  await page.getByLabel('About how much will it cost?').blur();
  await expect(page.getByLabel('About how much will it cost?')).toHaveValue('$12,500');
  await page.getByLabel('Good (680–719)').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('First name').fill('Wanda');
  await page.getByLabel('Last name').fill('Homeowner');
  await page.getByLabel('E-mail').fill('wanda@example.com');
  await page.getByLabel('Mobile phone').fill('5125550147');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('City').fill('Austin');
  await page.getByLabel('State').selectOption('TX');
  await agree(page);
  await page.getByRole('button', { name: 'See my offers' }).click();
}

test(
  "staff create a contractor's page, a homeowner applies, the report shows the right amounts, and renaming the page loses nothing",
  { tag: '@smoke' },
  async ({ page, browser }) => {
    const pageName = `first-coat-${Date.now()}`;
    await signIn(page, 'admin@demo.test');
    await switchInto(page, 'First Coat Painting');
    await page.getByRole('link', { name: 'Co-branded Page', exact: true }).click();
    await page.getByLabel('Page name').fill(pageName);
    await page.getByRole('radio', { name: 'Yes' }).check();
    await page.getByRole('button', { name: 'CREATE' }).click();
    await expect(page.getByText('Create successful')).toBeVisible();
    await expect(page.getByText(`/p/${pageName}`)).toBeVisible();

    const phone = await browser.newContext({
      viewport: { width: 390, height: 844 },
      ...(process.env['LINTEL_URL'] && { baseURL: process.env['LINTEL_URL'] }),
    });
    const homeowner = await phone.newPage();
    await apply(homeowner, pageName);
    // Good credit and $12,500: a full loan, a 90% loan, and a card because the page accepts cards.
    // The Free plan has no other offers.
    await expect(homeowner.getByRole('heading', { name: 'You have 3 offers' })).toBeVisible({
      timeout: 20_000,
    });
    await expectAccessible(homeowner);
    await homeowner
      .getByRole('button', { name: 'Choose the offer from Bright Harbor Bank, Personal loan' })
      .click();
    await homeowner.getByRole('button', { name: 'Yes, choose it' }).click();
    await expect(homeowner.getByText('Your choice')).toBeVisible();

    await page.getByRole('link', { name: 'Applications', exact: true }).click();
    const row = page.getByRole('row', { name: /Wanda Homeowner/ });
    await expect(row).toContainText('$12,500');
    await page.setViewportSize({ width: 390, height: 844 });
    const card = page.getByRole('listitem').filter({ hasText: 'Wanda Homeowner' });
    await card.getByRole('button', { name: 'More about Wanda Homeowner' }).click();
    for (const text of [
      'Project address12 Juniper Street',
      'Austin, TX',
      'up to $12,500',
      'Selected',
    ])
      await expect(card).toContainText(text);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(row).toContainText('Loan $11,250', { timeout: 40_000 });
    await expect(row).toContainText('APPROVED');

    // After the rename, the old URL redirects, and the browser still has its application.
    await page.getByRole('link', { name: 'Co-branded Page', exact: true }).click();
    await page.getByRole('button', { name: 'EDIT' }).click();
    await page.getByLabel('Page name').fill(`${pageName}-renamed`);
    await page.getByRole('button', { name: 'SUBMIT' }).click();
    // The form's preview shows the new URL before it is saved.
    await expect(page.getByRole('button', { name: 'EDIT' })).toBeVisible();
    await expect(page.getByText(`/p/${pageName}-renamed`)).toBeVisible();
    await homeowner.goto(`/p/${pageName}`);
    await expect(homeowner).toHaveURL(/-renamed/);
    await expect(
      // The sandbox lender continues in the background.
      homeowner.getByRole('heading', { name: /^Your (financing is approved|project is funded)$/ }),
    ).toBeVisible();
    await phone.close();
  },
);
