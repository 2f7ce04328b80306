import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, signIn, switchInto, test } from './support/portal.ts';
import { signInAt } from './support/shell.ts';

const openPages = async (page: Page): Promise<void> => {
  await page.goto('/co-branded');
  await expect(page.getByRole('heading', { name: 'Co-branded Page', level: 1 })).toBeVisible();
};
const edit = (page: Page) => page.getByRole('button', { name: 'EDIT' });

test('a contractor with one page sees it, edits it with a logo, and returns to view mode [ACC-039] [ACC-040] [ACC-175] [ACC-177] [ACC-180] [ACC-182] [ACC-185]', async ({
  page,
}) => {
  await signIn(page, 'brand@demo.test');
  await openPages(page);
  await expect(page.getByRole('heading', { name: 'oak-and-iron' })).toBeVisible();
  await expect(page.getByLabel('Company name')).toBeHidden();
  await expectAccessible(page);
  await edit(page).click();
  await expect(page.getByLabel('Company name')).toHaveValue('Oak & Iron Remodeling');
  await expectAccessible(page);
  await page.getByLabel('Title', { exact: true }).fill('Kitchens worth coming home to');
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  );
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'mark.png', mimeType: 'image/png', buffer: png });
  await page.getByRole('button', { name: 'SUBMIT' }).click();
  await expect(page.getByText('Update successful')).toBeVisible();
  await expect(edit(page)).toBeVisible();
  await expect(page.getByText('Kitchens worth coming home to')).toBeVisible();
  await page.goto('/p/oak-and-iron');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kitchens worth coming home to');
});

test("the credit card question has three answers, and the logo's tooltip shows its limit [ACC-286] [ACC-293]", async ({
  page,
}) => {
  await signIn(page, 'pro@demo.test');
  await openPages(page);
  await edit(page).click();
  for (const name of ['Yes', 'No', 'No but interested'])
    await expect(page.getByRole('radio', { name, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Max size is 1 Mb' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Max size is 1 Mb');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(page.getByText('Please upload a file in the PNG, GIF, or JPG format')).toBeVisible();
});

/** Presses Tab until `target` has focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const hasFocus = (): Promise<boolean> =>
    target.evaluate((element) => element === document.activeElement);
  for (let keys = 0; keys < 80 && !(await hasFocus()); keys += 1) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

test('a page can be edited with the keyboard alone', { tag: '@slow' }, async ({ page }) => {
  await signInAt(page, 'concierge@demo.test', '/co-branded');
  await tabTo(page, edit(page));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Edit harborlight' })).toBeFocused();
  await tabTo(page, page.getByLabel('Title', { exact: true }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Without a mouse');
  await tabTo(page, page.getByRole('radio', { checked: true }));
  await page.keyboard.press('ArrowDown');
  const answer = await page.getByRole('radio', { checked: true }).getAttribute('value');
  await tabTo(page, page.getByRole('button', { name: 'What is a HELOC?' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'What is a HELOC?' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'What is a HELOC?' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'SUBMIT' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Update successful')).toBeVisible();
  await expect(edit(page)).toBeFocused();
  await expect(page.getByText('Without a mouse')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: answer ?? 'nothing' })).toBeVisible();
});

test(
  "saving over a colleague's changes shows both versions, and the user decides",
  { tag: '@slow' },
  async ({ page, browser }) => {
    await signInAt(page, 'pro@demo.test', '/co-branded');
    await page.getByRole('combobox', { name: 'Choose your co-branded page' }).click();
    await page.getByRole('option', { name: 'summit-solar' }).click();
    await edit(page).click();
    await page.getByLabel('Title', { exact: true }).fill('By the one');

    const other = await browser.newContext({ baseURL: process.env['LINTEL_URL'] ?? '' });
    const colleague = await other.newPage();
    await signInAt(colleague, 'pro@demo.test', '/co-branded');
    await colleague.getByRole('combobox', { name: 'Choose your co-branded page' }).click();
    await colleague.getByRole('option', { name: 'summit-solar' }).click();
    await edit(colleague).click();
    await colleague.getByLabel('Title', { exact: true }).fill('By the other');
    await colleague.getByRole('button', { name: 'SUBMIT' }).click();
    await expect(colleague.getByText('Update successful')).toBeVisible();
    await other.close();

    await page.getByRole('button', { name: 'SUBMIT' }).click();
    const notice = page.getByRole('alert', { name: 'Someone else saved first' });
    await expect(notice).toBeInViewport();
    await expect(notice).toContainText('Title: By the other');
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('By the one');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save my version' }).click();
    await expect(page.getByText('Update successful')).toBeVisible();
    await expect(page.getByText('By the one')).toBeVisible();
  },
);

test('leaving with unsaved changes asks first', { tag: '@slow' }, async ({ page }) => {
  await signInAt(page, 'pro@demo.test', '/refer');
  await page.getByRole('link', { name: 'Co-branded Page' }).click();
  await edit(page).click();
  await page.getByLabel('Title', { exact: true }).fill('Not saved yet');
  await page.getByRole('link', { name: 'Refer a Friend' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Not saved yet');
  await page.goBack();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
    .click();
  await expect(page).toHaveURL(/\/refer$/);
});

test(
  'the preview shows saved changes at once, and the page opens in a new tab',
  { tag: '@slow' },
  async ({ page }) => {
    await signIn(page, 'admin@demo.test');
    await switchInto(page, 'Summit Roofing LLC');
    await openPages(page);
    await page.getByRole('combobox', { name: 'Choose your co-branded page' }).click();
    await page.getByRole('option', { name: 'summit-windows' }).click();
    for (const title of ['First headline', 'Second headline']) {
      await edit(page).click();
      await page.getByLabel('Title', { exact: true }).fill(title);
      await page.getByRole('button', { name: 'SUBMIT' }).click();
      await expect(
        page.frameLocator('iframe').getByRole('heading', { level: 1, includeHidden: true }),
      ).toHaveText(title);
    }
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Open page' }).click();
    await expect(await opened).toHaveURL(/\/p\/summit-windows$/);
  },
);
