import { expect, type Locator, type Page } from '@playwright/test';
import { signInByApi } from './factors.ts';

/** Signs in with the form's API call, for tests of what comes after. */
export async function signInAt(page: Page, email: string, path = '/'): Promise<void> {
  await signInByApi(page.request, email);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Loads all sections of a long page, as its search does. */
export async function loadAll(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+f');
}

/** Opens Settings with all sections loaded. */
export async function openSettings(page: Page, email = 'admin@demo.test'): Promise<void> {
  await signInAt(page, email, '/manage/settings');
  await loadAll(page);
}

export const sidebar = (page: Page): Locator => page.getByTestId('sidebar');
export const account = (page: Page): Locator => page.getByRole('button', { name: /^Account:/ });
export const resize = (page: Page, width: number): Promise<void> =>
  page.setViewportSize({ width, height: 900 });

/** Collects the console errors from now on. */
export function consoleErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}
