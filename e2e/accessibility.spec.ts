import { expect, type Page } from '@playwright/test';
import { expectAccessibleInBoth, test } from './support/portal.ts';
import { screenPaths } from './support/screens.ts';
import { account, signInAt, resize } from './support/shell.ts';

const visitorPaths = [
  '/login',
  '/restore?email=pro%40demo.test',
  '/np?m=x',
  '/ne?m=x',
  '/confirm?m=x',
];

async function check(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(path, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessibleInBoth(page);
    });
  }
}

// Settings alone spans many screens.
test.describe.configure({ timeout: 120_000 });
test.use({ colorScheme: 'light' });

test('every visitor page is accessible in light and dark mode', { tag: '@slow' }, ({ page }) =>
  check(page, visitorPaths),
);

// Four parts, so that each stays under half of the time limit.
for (const part of [0, 1, 2, 3]) {
  const everyFourth = (paths: readonly string[]) => paths.filter((_, place) => place % 4 === part);

  test(
    `every contractor screen is accessible in light and dark mode, part ${part + 1}`,
    { tag: '@slow' },
    async ({ page }) => {
      await signInAt(page, 'pro@demo.test');
      await check(
        page,
        everyFourth([...(await screenPaths(page, 'contractor')), '/no-such-place']),
      );
    },
  );

  test(
    `every staff screen is accessible in light and dark mode, part ${part + 1}`,
    { tag: '@slow' },
    async ({ page }) => {
      await signInAt(page, 'admin@demo.test');
      await check(page, everyFourth(['/', ...(await screenPaths(page, 'staff'))]));
    },
  );
}

test(
  'menus and dialogs are accessible in light and dark mode',
  { tag: '@slow' },
  async ({ page }) => {
    await signInAt(page, 'admin@demo.test');
    await account(page).click();
    await expectAccessibleInBoth(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Help' }).click();
    await expectAccessibleInBoth(page);
    await resize(page, 390);
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await expectAccessibleInBoth(page);
  },
);
