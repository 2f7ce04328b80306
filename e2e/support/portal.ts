import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Page } from '@playwright/test';
import { signInByApi } from './factors.ts';

export { password } from './factors.ts';

/** Playwright's `test` with the base URL of the server that the setup started. */
export const test = base.extend({ baseURL: async ({}, use) => use(process.env['LINTEL_URL']) });

/** Signs in without a page: `accounts.spec.ts` signs in on the sign-in page, as people do. */
export const signIn = (page: Page, email: string): Promise<void> =>
  signInByApi(page.request, email);

async function expectNoViolation(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze();
  expect(
    violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    ),
  ).toEqual([]);
}

/** Expects no WCAG 2.2 AA violations that axe can find. `hasFrames: false` halves the time. */
export const expectAccessible = (page: Page, { hasFrames = true } = {}): Promise<void> =>
  expectNoViolation(
    new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .setLegacyMode(!hasFrames),
  );

/** Checks light and dark mode; only the colors differ. */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  const hasFrames = (await page.locator('iframe').count()) > 0;
  await expectAccessible(page, { hasFrames });
  const light = await background(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => background(page)).not.toBe(light);
  // Colors in mid-transition match neither mode, and a busy machine draws too few frames to wait
  // for the end.
  await expect.poll(() => finishTransitions(page)).toBe(0);
  await expectNoViolation(
    new AxeBuilder({ page })
      .withRules(['color-contrast', 'link-in-text-block'])
      .setLegacyMode(!hasFrames),
  );
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Ends every transition; returns how many there were. */
const finishTransitions = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const under = document.getAnimations().filter((one) => one instanceof CSSTransition);
    for (const transition of under) transition.finish();
    return under.length;
  });

const background = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);

export async function switchInto(page: Page, company: string): Promise<void> {
  await page.goto('/manage/contractors');
  await page.getByRole('searchbox', { name: 'Search contractors' }).fill(company);
  await page.getByRole('button', { name: `Switch to ${company}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText(company).first()).toBeVisible();
}
