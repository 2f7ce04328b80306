import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  readSocialTemplateFile,
  listSocialTemplates,
  previewSocialTemplate,
  updateSocialTemplate,
  createSocialTemplate,
  listSocialVersions,
  restoreSocialVersion,
} from '@lintel/contract/marketing/templates';
import {
  codeField,
  readCode,
  image,
  openSettings,
  png,
  storyImage,
  expectToast,
  writeCode,
} from '../../../test/marketing-templates.ts';
import { input, press, recordCalls } from '../../../test/forms.ts';
import { answer, refusal } from '../../../test/server.ts';

vi.setConfig({ testTimeout: 30_000 });

const held = ['settings', 'images', 'imageChanges'] as const;
const openTab = async (
  privileges: Parameters<typeof openSettings>[0] = held,
  prepare?: () => void,
): Promise<void> => {
  await openSettings(privileges, prepare);
  await userEvent.click(screen.getByRole('tab', { name: 'Social Media Images' }));
  await screen.findByRole('radio', { name: 'By the Month' });
};
const panel = () => within(screen.getByRole('tabpanel', { name: 'Social Media Images' }));
const pressed = (name: string): Promise<void> =>
  userEvent.click(panel().getByRole('button', { name }));
const edit = async (): Promise<void> => {
  await pressed('Edit');
  await codeField();
};
const titles = (): (string | null)[] =>
  within(screen.getByRole('group', { name: 'Image template' }))
    .getAllByRole('radio')
    .map(({ ariaLabel }) => ariaLabel);
const saved =
  (template = image()) =>
  () => ({ message: 'Update successful!', template });

describe('the image templates in view mode', () => {
  it('are selected in an image template selector [ADM-158] [ADM-464]', async () => {
    await openTab();
    expect(titles()).toEqual(['By the Month', 'Long Story']);
    await userEvent.click(screen.getByRole('radio', { name: 'Long Story' }));
    expect(panel().getByRole('region', { name: 'Long Story' })).toBeTruthy();
  });

  it('are filtered by network and content type', async () => {
    await openTab();
    await userEvent.click(screen.getByRole('radio', { name: 'Instagram' }));
    expect(titles()).toEqual(['Long Story']);
    expect(panel().getByRole('region', { name: 'Long Story' })).toBeTruthy();
    expect(screen.queryByRole('radio', { name: 'Cover' })).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'Post' }));
    expect(panel().getByText("There's no template in this format yet.")).toBeTruthy();
  });

  it('show title, code, and preview image [ADM-210]', async () => {
    await openTab();
    const choice = screen.getByRole('group', { name: 'Image template' });
    expect(choice.querySelector('img')?.getAttribute('src')).toBe(image().previewImage);
    await pressed('Open');
    expect(panel().getByRole('heading', { name: 'By the Month' })).toBeTruthy();
    expect(await readCode()).toBe(image().body);
    expect((await codeField()).getAttribute('aria-readonly')).toBe('true');
  });

  it('show the stored image from its file, in its own proportions [ADM-465]', async () => {
    await openTab();
    const requests: string[] = [];
    answer(readSocialTemplateFile, ({ url }) => {
      requests.push(url.replace(/^.*\/api\/v1/, ''));
      return png();
    });
    await pressed('Open');
    const picture = await panel().findByRole('img', { name: 'By the Month with the demo data' });
    expect(picture.getAttribute('src')).toBe('blob:made');
    expect(requests).toEqual(['/social-media-image-template/71/file?v=ab12']);
    expect(picture.parentElement?.style.aspectRatio).toBe('820 / 312');
  });

  it("show why an image can't be drawn", async () => {
    await openTab();
    answer(readSocialTemplateFile, () => refusal('render_failed'));
    await pressed('Open');
    expect(await panel().findByText('The template cannot be rendered.')).toBeTruthy();
  });

  it('show the last editor and time [ADM-160]', async () => {
    await openTab();
    expect(
      await panel().findByText('Image last updated: Dana Whitfield, Mar 5, 2026, 1:00 PM EST'),
    ).toBeTruthy();
  });

  it('show the rendering engine and the reason for it', async () => {
    const slow = image({ engine: 'chromium', engineReason: 'a shadow is drawn differently' });
    await openTab(held, () => answer(listSocialTemplates, { data: [slow, storyImage] }));
    expect(panel().getByText('Chromium')).toBeTruthy();
    expect(panel().getByText(/takes longer: a shadow is drawn differently/)).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Long Story' }));
    expect(panel().getByText('Takumi')).toBeTruthy();
  });

  it('require the privilege to modify marketing materials for editing [ADM-388]', async () => {
    await openTab(['settings', 'changes', 'images']);
    expect(panel().getByRole('button', { name: 'Open' })).toBeTruthy();
    for (const name of ['Edit', 'ADD TEMPLATE'])
      expect(panel().queryByRole('button', { name })).toBeNull();
  });
});

describe('the form of an image template', () => {
  it('has the HTML code, and a preview of the input next to it [ADM-159] [ADM-466]', async () => {
    await openTab();
    await edit();
    await writeCode('<b>New</b>');
    const sent = recordCalls(previewSocialTemplate, png);
    await press('Preview');
    expect(await panel().findByText('With your changes.')).toBeTruthy();
    expect(
      await panel().findByRole('img', { name: 'By the Month with the demo data' }),
    ).toBeTruthy();
    const form = { id: '71', body: '<b>New</b>' };
    expect(sent).toEqual([
      { path: '/social-media-image-template/71/preview', encoding: 'form', body: form },
    ]);
    await writeCode('<b>Newer</b>');
    expect(
      await panel().findByText('From the last preview. The code has changed since then.'),
    ).toBeTruthy();
  });

  it('marks the line that a preview was rejected for', async () => {
    await openTab();
    await edit();
    recordCalls(previewSocialTemplate, () =>
      refusal('render_failed', { body: 'Line 1: tag "iff" not found' }),
    );
    await press('Preview');
    expect(await panel().findByRole('button', { name: 'Line 1' })).toBeTruthy();
  });

  it('requires the HTML code [ADM-357]', async () => {
    await openTab();
    await edit();
    await writeCode('');
    await press('Submit');
    expect(await screen.findByText('This field is required.')).toBeTruthy();
  });

  it('sends the change as a form and shows the saved template [ADM-467]', async () => {
    await openTab();
    await edit();
    await writeCode('<b>New</b>');
    const template = image({ body: '<b>New</b>', version: 6 });
    const sent = recordCalls(updateSocialTemplate, saved(template));
    answer(listSocialTemplates, { data: [template, storyImage] });
    await press('Submit');
    await expectToast('Update successful!');
    const form = { id: '71', title: 'By the Month', body: '<b>New</b>', version: '5' };
    expect(sent).toEqual([
      { path: '/social-media-image-template/71', encoding: 'form', body: form },
    ]);
    await waitFor(async () =>
      expect((await codeField()).getAttribute('aria-readonly')).toBe('true'),
    );
    expect(await readCode()).toBe('<b>New</b>');
  });

  it('shows a concurrent save and keeps the input', async () => {
    await openTab();
    await edit();
    await writeCode('<b>Mine</b>');
    recordCalls(updateSocialTemplate, () => refusal('conflict'));
    answer(listSocialTemplates, {
      data: [image({ version: 6, body: '<b>Theirs</b>' }), storyImage],
    });
    await press('Submit');
    expect(await screen.findByText('Someone else saved first')).toBeTruthy();
    expect(
      screen.getByText(/Dana Whitfield saved it .* Different from your form: HTML code\./),
    ).toBeTruthy();
    expect(await readCode()).toBe('<b>Mine</b>');
  });
});

it('A new image template is sent as a form with title, network, content type, and code [ADM-468]', async () => {
  await openTab();
  await pressed('ADD TEMPLATE');
  await codeField();
  await userEvent.type(input('Title'), 'Spring');
  const drawn = image({ id: 73, title: 'Spring' });
  const sent = recordCalls(createSocialTemplate, saved(drawn));
  answer(listSocialTemplates, { data: [image(), storyImage, drawn] });
  await press('Submit');
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Spring' }).checked).toBe(true),
  );
  const form = {
    title: 'Spring',
    socialMedia: 'facebook',
    contentType: 'cover',
    body: image().body,
  };
  expect(sent).toEqual([{ path: '/social-media-image-templates', encoding: 'form', body: form }]);
});

it('An earlier version of an image template is shown as an image and restored', async () => {
  await openTab();
  const version = (number: number, current: boolean) => ({
    version: number,
    description: '',
    body: `<b>${number}</b>`,
    savedAt: '2026-03-04T18:00:00.000Z',
    savedBy: 'Sam Rivera',
    current,
  });
  answer(listSocialVersions, {
    data: [version(5, true), version(4, false)],
  });
  const previews = recordCalls(previewSocialTemplate, png);
  await pressed('Versions');
  await userEvent.click(await screen.findByRole('button', { name: /^Version 4/ }));
  await waitFor(() => expect(previews.at(-1)?.body).toEqual({ id: '71', body: '<b>4</b>' }));
  const sent = recordCalls(restoreSocialVersion, saved());
  await press('Restore version 4');
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
  await expectToast('Version 4 restored');
  expect(sent.map(({ path }) => path)).toEqual([
    '/social-media-image-template/71/versions/4/restore',
  ]);
});
