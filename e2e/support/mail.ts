import { expect, type Page } from '@playwright/test';

/** Opens the newest message to an address in the outbox; waits until it has left the queue. */
export async function openMail(page: Page, to: string, subject: RegExp): Promise<void> {
  await expect(async () => {
    await page.goto(`/outbox?to=${encodeURIComponent(to)}`);
    await page.getByRole('link', { name: subject }).first().click({ timeout: 1000 });
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    // The outbox also lists queued messages.
    await expect(heading).not.toHaveText('(not rendered yet)', { timeout: 1 });
  }).toPass({ timeout: 20_000 });
}

/** Follows the link to `path` in the newest message to an address. */
export async function openMailedLink(
  page: Page,
  to: string,
  subject: RegExp,
  path: string,
): Promise<void> {
  await openMail(page, to, subject);
  const href = await page.locator(`a[href*="${path}?m="]`).first().getAttribute('href');
  await page.goto(href ?? '');
}
