import { expect, type Page } from '@playwright/test';
import { expectAccessible, signIn, test } from './support/portal.ts';

const today = (page: Page) => page.getByRole('list', { name: 'To do' });

test(
  'the dashboard starts with whom to call, and a follow-up is completed and reopened in place',
  { tag: '@slow' },
  async ({ page }) => {
    await signIn(page, 'pro@demo.test');
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
    await expect(today(page).getByRole('listitem')).toHaveCount(5);
    await expect(
      today(page)
        .getByRole('link', { name: /^Call / })
        .first(),
    ).toHaveAttribute('href', /^tel:\+1\d{10}$/);
    await page.getByRole('button', { name: /^Has offers/ }).click();
    const name = today(page).locator('a[href^="/reports-applications/"]').first();
    const rowName = (await name.innerText()).trim();
    await name.click();
    await page.getByLabel('Remind me on').fill(
      await page.evaluate(() =>
        new Date().toLocaleDateString('en-US', {
          // The contractor's time zone, which determines when a follow-up is due.
          timeZone: 'America/Denver',
          month: '2-digit',
          day: '2-digit',
          year: 'numeric',
        }),
      ),
    );
    await page
      .getByRole('textbox', { name: 'Reminder note (optional)' })
      .fill('Ask about the color');
    await page.getByRole('button', { name: 'Remind me', exact: true }).click();
    await expect(page.getByText('Set by')).toBeVisible();
    await page.goto('/');
    const row = today(page).getByRole('listitem').filter({ hasText: 'Ask about the color' });
    await expect(row).toContainText(rowName);
    await row.getByRole('button', { name: `Done: follow-up with ${rowName}` }).click();
    await row.getByRole('button', { name: `Undo: follow-up with ${rowName}` }).click();
    await expect(
      row.getByRole('button', { name: `Done: follow-up with ${rowName}` }),
    ).toBeVisible();
    await row.getByRole('button', { name: `Done: follow-up with ${rowName}` }).click();
    await expect(row.getByRole('button', { name: /^Undo/ })).toBeVisible();
    await page.reload();
    await expect(today(page)).toBeVisible();
    await expect(page.getByText('Ask about the color')).toBeHidden();
  },
);

test(
  'today, the month, and the page fit every width without layout shifts',
  { tag: '@slow' },
  async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { moved: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Object.assign(window, {
            moved: Number(Reflect.get(window, 'moved')) + Number(Reflect.get(entry, 'value')),
          });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await signIn(page, 'pro@demo.test');
    for (const width of [1440, 900, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/');
      await expect(page.getByRole('img', { name: /^Requested: / })).toBeVisible();
      await expect(page.getByRole('button', { name: /^Share / }).first()).toBeVisible();
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(sideways).toBe(0);
      expect(await page.evaluate(() => Number(Reflect.get(window, 'moved')))).toBeLessThan(0.02);
      await expectAccessible(page);
    }
  },
);

test(
  "the page's URL is shown as a QR code, and a link is sent from the dashboard",
  { tag: '@slow' },
  async ({ page }) => {
    await signIn(page, 'pro@demo.test');
    await page.goto('/');
    const pages = page.getByRole('combobox', { name: 'Which page' });
    await pages.selectOption('summit-solar');
    await page.getByRole('button', { name: /^QR code for/ }).click();
    await expect(page.getByRole('img', { name: /^QR code for/ })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('dialog', { name: 'Send link' })).toBeVisible();
  },
);

test('a plan without the report starts with its cards', { tag: '@slow' }, async ({ page }) => {
  await page.route('**/api/v1/user', async (route) => {
    const answer = await route.fetch();
    const session = {
      ...(await answer.json()),
      needConfirmProviderAgreement: false,
      needQuiz: false,
    };
    await route.fulfill({ response: answer, json: session });
  });
  await signIn(page, 'free@demo.test');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Today' })).toBeHidden();
});
