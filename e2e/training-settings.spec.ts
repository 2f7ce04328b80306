import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, test } from './support/portal.ts';
import { enter } from './support/shell.ts';

const path = '/manage/settings';
const film = join(import.meta.dirname, '../server/assets/training/widgets.mp4');
const captions = 'WEBVTT\n\n00:00.000 --> 00:02.000\nSign here.\n';

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const told = (page: Page, message: string | RegExp): Promise<void> => expect(page.getByText(message).first()).toBeVisible();
const choose = async (page: Page, dialog: Locator, label: string, option: string): Promise<void> => {
  await dialog.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
};
const confirm = (page: Page, title: string): Promise<void> =>
  page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Delete' }).click();

/** A picture of 320 by 180 pixels, drawn in the browser. */
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

/** Moves the second FAQ up; gives the titles of the first two as they stand then. */
async function reorder(page: Page): Promise<string[]> {
  const order = section(page, 'Training and FAQs materials');
  await order.getByRole('tab', { name: 'FAQs' }).click();
  const rows = order.getByRole('list', { name: /^Materials of / }).getByRole('listitem');
  const titleOf = async (place: number): Promise<string> => (await rows.nth(place).innerText()).split('\n')[0] ?? '';
  await expect(rows.nth(1)).toBeVisible();
  const [first, second] = [await titleOf(0), await titleOf(1)];
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/materials/order'));
  await rows
    .nth(1)
    .getByRole('button', { name: /^Move .* up$/ })
    .click();
  expect((await saved).status()).toBe(200);
  await expect(rows.first()).toContainText(second);
  await expectAccessible(page);
  const dragged = page.waitForResponse((answer) => answer.url().endsWith('/materials/order'));
  await rows.nth(2).locator('[draggable]').dragTo(rows.first());
  expect((await dragged).status()).toBe(200);
  await expect(rows.nth(1)).toContainText(second);
  await expect(rows.nth(2)).toContainText(first);
  return [await titleOf(0), await titleOf(1), await titleOf(2)];
}

test('staff make a category and a video in it, put FAQs in order, and contractors see it; what is used is not deleted [ADM-119] [ADM-122] [ADM-123] [ADM-162] [ADM-333]', async ({
  page,
  browser,
  baseURL,
}) => {
  await enter(page, 'admin@demo.test', path);
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
  const order = await reorder(page);

  const contractor = await (await browser.newContext({ ...(baseURL && { baseURL }), reducedMotion: 'reduce' })).newPage();
  await enter(contractor, 'concierge@demo.test', '/training-and-faqs');
  await expect(
    contractor.getByRole('list', { name: 'Paperwork' }).getByRole('button', { name: 'Sign the papers' }),
  ).toBeVisible();
  const questions = contractor.getByRole('button', { expanded: false }).filter({ hasText: /\?$/ });
  expect((await questions.allInnerTexts()).slice(0, 3)).toEqual(order);
  await contractor.context().close();

  await lists.getByRole('button', { name: 'Delete Paperwork' }).click();
  await confirm(page, 'Deleting category');
  await told(page, 'This category holds a material. Move or delete it first.');
  await lists.getByRole('button', { name: 'Delete Sign the papers' }).click();
  await confirm(page, 'Deleting material');
  await expect(lists.getByRole('button', { name: 'Delete Sign the papers' })).toBeHidden();
  await lists.getByRole('button', { name: 'Delete Paperwork' }).click();
  await confirm(page, 'Deleting category');
  await expect(lists.getByRole('row', { name: /Paperwork/ })).toBeHidden();
});
