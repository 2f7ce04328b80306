import { expect } from '@playwright/test';
import { expectAccessible, test } from './support/portal.ts';
import { signInAt } from './support/shell.ts';

test.describe.configure({ timeout: 120_000 });

test("a lender's person answers an application from the keyboard and on a phone", async ({
  page,
}) => {
  await signInAt(page, 'lender@demo.test', '/');
  await expect(page).toHaveURL(/\/lender\/applications$/);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link')).toHaveText(['Applications', 'Personal Info']);
  await expect(page.getByText('3 applications')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('table').getByRole('link').first().press('Enter');
  await page.getByRole('button', { name: 'Add offer' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add offer' });
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('12,500');
  await dialog.getByRole('textbox', { name: 'Term in months' }).fill('60');
  await dialog.getByRole('textbox', { name: 'APR in percent' }).fill('100');
  await dialog.getByRole('button', { name: 'Send offer' }).press('Enter');
  await expect(dialog.getByText('Please enter a rate from 0 to 99 percent')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'APR in percent' }).fill('8.5');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send offer' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Loan, $12,500.00' })).toBeVisible();
  await expect(page.getByText('Sent an offer')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.goto('/personal-info');
  await expect(page.getByRole('checkbox', { name: 'New applications' })).toBeEnabled();
  const saved = page.waitForResponse(/\/user\/preferences$/);
  await page.getByRole('checkbox', { name: 'New applications' }).uncheck();
  await saved;
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'New applications' })).not.toBeChecked();
  await page.goto('/customers');
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeHidden();
});
