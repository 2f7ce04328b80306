import { expect, type Page } from '@playwright/test';
import { expectAccessibleInBoth, test } from './support/portal.ts';
import { pathsOfScreens } from './support/screens.ts';
import { account, enter, resize } from './support/shell.ts';

const visitorPaths = [
  '/login',
  '/restore?email=pro%40demo.test',
  '/np?m=x',
  '/ne?m=x',
  '/confirm?m=x',
];

/** Each page is accessible once it has loaded. */
async function check(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(path, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessibleInBoth(page);
    });
  }
}

// The settings alone are many screens long.
test.describe.configure({ timeout: 120_000 });
test.use({ colorScheme: 'light' });

test(
  'every page of a visitor is accessible in the light and the dark appearance',
  { tag: '@slow' },
  ({ page }) => check(page, visitorPaths),
);

// Each part takes a quarter of the screens, so that none needs more than half of its time.
for (const part of [0, 1, 2, 3]) {
  const some = (paths: readonly string[]) => paths.filter((_, place) => place % 4 === part);

  test(
    `every screen of a contractor is accessible in the light and the dark appearance, part ${part + 1}`,
    { tag: '@slow' },
    async ({ page }) => {
      await enter(page, 'pro@demo.test');
      await check(page, some([...(await pathsOfScreens(page, 'contractor')), '/no-such-place']));
    },
  );

  test(
    `every screen of staff is accessible in the light and the dark appearance, part ${part + 1}`,
    { tag: '@slow' },
    async ({ page }) => {
      await enter(page, 'admin@demo.test');
      await check(page, some(['/', ...(await pathsOfScreens(page, 'staff'))]));
    },
  );
}

test(
  'menus and dialogs over a page are accessible in the light and the dark appearance',
  { tag: '@slow' },
  async ({ page }) => {
    await enter(page, 'admin@demo.test');
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
