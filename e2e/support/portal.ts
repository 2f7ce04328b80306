import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Page } from '@playwright/test';

/** The tests' own `test`: pages start at the server that the setup has started. */
export const test = base.extend({ baseURL: async ({}, use) => use(process.env['LINTEL_URL']) });

export const password = 'Demo-pass1';

/** Signs in through the two steps, as a person does. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign into your Account' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** No violation of WCAG 2.2 AA that axe can find. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([]);
}

/** Switches a staff member into a contractor through the Contractors screen. */
export async function switchInto(page: Page, company: string): Promise<void> {
  await page.goto('/manage/contractors');
  await page.getByRole('searchbox', { name: 'Search contractors' }).fill(company);
  await page.getByRole('button', { name: `Switch to ${company}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText(company).first()).toBeVisible();
}
