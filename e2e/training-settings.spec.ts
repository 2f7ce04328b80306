import { join } from 'node:path';
import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { expectAccessible, test } from './support/portal.ts';
import { signInAt, openSettings, loadAll } from './support/shell.ts';

const film = join(import.meta.dirname, '../server/assets/training/widgets.mp4');
const captions = 'WEBVTT\n\n00:00.000 --> 00:02.000\nSign here.\n';

const section = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true });
const choose = async (
  page: Page,
  dialog: Locator,
  label: string,
  option: string,
): Promise<void> => {
  await dialog.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
};
const confirm = (page: Page, title: string): Promise<void> =>
  page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Delete' }).click();

/** A 320×180 image, drawn in the browser. */
async function picture(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const data = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
    canvas.getContext('2d')?.fillRect(20, 20, 120, 90);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return { name: 'thumb.png', mimeType: 'image/png', buffer: Buffer.from(data, 'base64') };
}

async function addCategory(page: Page, name: string): Promise<void> {
  const lists = section(page, 'Settings materials');
  await lists.getByRole('radio', { name: 'Training' }).check();
  await lists.getByRole('button', { name: 'ADD CATEGORY' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add category' });
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByText('This field is required.')).toBeVisible();
  await dialog.getByLabel('Name').fill(name);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog).toBeHidden();
  await expect(lists.getByRole('row', { name: new RegExp(name) })).toBeVisible();
}

async function addVideo(page: Page, title: string, category: string): Promise<void> {
  await section(page, 'Settings materials').getByRole('button', { name: 'ADD MATERIAL' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add material' });
  await dialog.getByLabel('Title').fill(title);
  await choose(page, dialog, 'Category', category);
  await choose(page, dialog, 'Video type', 'MP4');
  const upload = dialog.getByLabel('Upload an MP4 video');
  await upload.setInputFiles({
    name: 'film.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from('This is no film at all. '.repeat(9)),
  });
  await expect(dialog.getByRole('alert')).toContainText('MP4');
  await upload.setInputFiles(film);
  await expect(dialog.getByLabel('Video address')).toHaveValue(/^\/api\/v1\/materials\/video\//);
  await dialog.getByRole('button', { name: 'Show the video' }).click();
  await expect(dialog.getByLabel('Duration in minutes')).toHaveValue('1');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('This field is required.')).toBeVisible();
  await dialog.getByLabel(/^Image/).setInputFiles(await picture(page));
  await dialog
    .getByLabel('Captions', { exact: true })
    .setInputFiles({ name: 'film.vtt', mimeType: 'text/vtt', buffer: Buffer.from(captions) });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
}

const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/materials/order') && answer.ok());

/** The FAQs in their staff order. */
async function faqList(page: Page) {
  const order = section(page, 'Training and FAQs materials');
  await order.getByRole('tab', { name: 'FAQs' }).click();
  const rows = order.getByRole('list', { name: /^Materials in / }).getByRole('listitem');
  await expect(rows.nth(2)).toBeVisible();
  const dragHandle = (place: number): Locator =>
    rows.nth(place).getByRole('button', { name: /^Drag / });
  const titleAt = async (place: number): Promise<string> =>
    ((await dragHandle(place).getAttribute('aria-label')) ?? '').replace('Drag ', '');
  const titles = async (): Promise<string[]> => Promise.all([0, 1, 2].map(titleAt));
  return { rows, dragHandle, titles };
}

async function reorder(page: Page): Promise<void> {
  const { rows, dragHandle, titles } = await faqList(page);
  const [first, second, third] = await titles();
  const pressed = saved(page);
  await rows
    .nth(1)
    .getByRole('button', { name: /^Move .* up$/ })
    .click();
  await pressed;
  await expect.poll(titles).toEqual([second, first, third]);
  await expectAccessible(page);
  const dragged = saved(page);
  await dragHandle(2).dragTo(rows.first(), { steps: 12 });
  await dragged;
  await expect.poll(titles).toEqual([third, second, first]);
  const typed = saved(page);
  await dragHandle(0).focus();
  for (const [key, words] of [
    ['Space', `${third} is over position 1 of`],
    ['ArrowDown', `${third} is over position 2 of`],
    ['Space', `${third} moved to position 2 of`],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByText(words)).toBeAttached();
  }
  await typed;
  await expect.poll(titles).toEqual([second, third, first]);
}

/** Moves the third FAQ to the top by touch, on a phone; returns the first three titles. */
async function reorderByTouch(
  browser: Browser,
  baseURL: string | undefined,
): Promise<readonly string[]> {
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await openSettings(page);
  const { rows, dragHandle, titles } = await faqList(page);
  const [first, second, third] = await titles();
  await dragHandle(1).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const [from, to] = [await dragHandle(2).boundingBox(), await rows.first().boundingBox()];
  if (from === null || to === null) throw new Error('The rows are not in view');
  const devtools = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [{ x: from.x + 10, y: from.y + 20 + share * (to.y - from.y - 10) }],
    });
  const released = saved(page);
  await touch('touchStart', 0);
  for (let step = 1; step <= 12; step += 1) await touch('touchMove', step / 12);
  await expect(page.getByText(`${third} is over position 1 of`)).toBeAttached();
  await touch('touchEnd', 1);
  await released;
  const order = [third, first, second].map(String);
  await expect.poll(titles).toEqual(order);
  await context.close();
  return order;
}

/** A contractor on the training screen. */
async function contractor(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const page = await (
    await browser.newContext({ ...(baseURL && { baseURL }), reducedMotion: 'reduce' })
  ).newPage();
  await signInAt(page, 'concierge@demo.test', '/training-and-faqs');
  return page;
}

test("staff create a category and a video in it, contractors see them, and a category in use can't be deleted [ADM-119] [ADM-122] [ADM-123] [ADM-162] [ADM-333]", async ({
  page,
  browser,
  baseURL,
}) => {
  await openSettings(page);
  await addCategory(page, 'Paperwork');
  await addVideo(page, 'Sign the contract', 'Paperwork');
  const lists = section(page, 'Settings materials');
  await lists.getByRole('searchbox', { name: 'Search materials' }).fill('sign the');
  await lists.getByRole('button', { name: 'Edit Sign the contract' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit material' });
  await expect(dialog.getByText('film.vtt')).toBeVisible();
  await dialog.getByLabel('Title').fill('Sign the papers');
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(dialog).toBeHidden();

  const contractorPage = await contractor(browser, baseURL);
  await expect(
    contractorPage
      .getByRole('list', { name: 'Paperwork' })
      .getByRole('button', { name: 'Sign the papers' }),
  ).toBeVisible();
  await contractorPage.context().close();

  await lists.getByRole('button', { name: 'Delete Paperwork' }).click();
  await confirm(page, 'Deleting category');
  await expect(
    page.getByText('This category holds a material. Move or delete it first.').first(),
  ).toBeVisible();
  await lists.getByRole('button', { name: 'Delete Sign the papers' }).click();
  await confirm(page, 'Deleting material');
  await expect(lists.getByRole('button', { name: 'Delete Sign the papers' })).toBeHidden();
  await lists.getByRole('button', { name: 'Delete Paperwork' }).click();
  await confirm(page, 'Deleting category');
  await expect(lists.getByRole('row', { name: /Paperwork/ })).toBeHidden();
});

test(
  'staff reorder FAQs with a button, mouse, touch, and keyboard, and contractors see that order',
  { tag: '@slow' },
  async ({ page, browser, baseURL }) => {
    await openSettings(page);
    await reorder(page);
    const order = await reorderByTouch(browser, baseURL);
    const contractorPage = await contractor(browser, baseURL);
    await loadAll(contractorPage);
    const questions = contractorPage
      .getByRole('button', { expanded: false })
      .filter({ hasText: /\?$/ });
    await expect(questions.first()).toBeVisible();
    expect((await questions.allInnerTexts()).slice(0, order.length)).toEqual(order);
    await contractorPage.context().close();
  },
);
