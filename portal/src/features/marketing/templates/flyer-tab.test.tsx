import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  listFlyerTemplates,
  updateFlyerTemplate,
  createFlyerTemplate,
} from '@lintel/contract/marketing/templates';
import { updateSetting } from '@lintel/contract/core/settings';
import {
  codeField,
  readCode,
  flyer,
  flyerSetting,
  openSettings,
  otherFlyer,
  expectToast,
  writeCode,
} from '../../../test/marketing-templates.ts';
import { press, recordCalls } from '../../../test/forms.ts';
import { answer, refusal, errorInBody } from '../../../test/server.ts';

vi.setConfig({ testTimeout: 30_000 });

const edit = async (): Promise<void> => {
  await press('Edit');
  await codeField();
};
const confirmWith = async (name: string): Promise<void> =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
const description = (): HTMLInputElement => screen.getByRole('textbox', { name: 'Description' });
const describeAs = async (text: string): Promise<void> => {
  await userEvent.clear(description());
  await userEvent.type(description(), text);
};
const conflict = 'Someone else saved first';
const conflictNotice = async () => (await screen.findByText(conflict)).closest('[role="alert"]');
const saved =
  (template = flyer()) =>
  () => ({ message: 'Update successful!', template });

describe('the flyer templates in view mode', () => {
  it('are selected by their images, with a button to open and a button to edit [ADM-151] [ADM-458]', async () => {
    await openSettings();
    const choice = screen.getByRole('group', { name: 'Template' });
    const radios = within(choice).getAllByRole<HTMLInputElement>('radio');
    expect(radios.map(({ ariaLabel, checked }) => [ariaLabel, checked])).toEqual([
      ['Front Door', true],
      ['Kitchen Table', false],
    ]);
    const pictures = [...choice.querySelectorAll('img')].map((picture) =>
      picture.getAttribute('src'),
    );
    expect(pictures.slice(0, 2)).toEqual(['/api/v1/media/front.png', '/api/v1/media/back.png']);
    await userEvent.click(screen.getByRole('radio', { name: 'Kitchen Table' }));
    await press('Open');
    expect(await readCode()).toBe('<p>Tea</p>');
    await press('Close');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'HTML code' })).toBeNull());
    await edit();
    expect(screen.getByRole('form', { name: 'Edit Kitchen Table' })).toBeTruthy();
  });

  it('show title, description, code, and both sides when opened [ADM-209]', async () => {
    await openSettings();
    await press('Open');
    const workspace = within(screen.getByRole('region', { name: 'Front Door' }));
    expect(workspace.getByText('An evening at home')).toBeTruthy();
    expect(
      workspace.getByRole('img', { name: 'Front side of Front Door' }).getAttribute('src'),
    ).toBe('/api/v1/media/front.png');
    expect(
      workspace.getByRole('img', { name: 'Back side of Front Door' }).getAttribute('src'),
    ).toBe('/api/v1/media/back.png');
    expect((await codeField()).getAttribute('aria-readonly')).toBe('true');
    expect(await readCode()).toBe(flyer().body);
  });

  it('show the last editor and time [ADM-154]', async () => {
    await openSettings();
    expect(
      await screen.findByText('Template last updated: Sam Rivera, Mar 4, 2026, 1:00 PM EST'),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Kitchen Table' }));
    expect(screen.getByText('This is the original text. No one has changed it yet.')).toBeTruthy();
  });

  it('require the privilege to modify settings for editing [ADM-156]', async () => {
    await openSettings(['settings', 'images', 'imageChanges']);
    await userEvent.click(screen.getByRole('radio', { name: 'Kitchen Table' }));
    expect(screen.getByRole('button', { name: 'Open' })).toBeTruthy();
    for (const name of ['Edit', 'ADD TEMPLATE', 'Use this template'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('show an error when the list fails to load, and retry', async () => {
    const broken = () => answer(listFlyerTemplates, () => refusal('unavailable'));
    const view = openSettings(['settings'], broken);
    const told = await screen.findByText(/The portal is not available/);
    answer(listFlyerTemplates, { data: [flyer()] });
    // Other sections may show the same error.
    const { parentElement: box } = told;
    if (box === null) throw new Error('The message stands nowhere');
    await userEvent.click(within(box).getByRole('button', { name: 'Try again' }));
    await view;
  });
});

describe('the form of a flyer template', () => {
  it('has a description and the buttons Preview, Submit, and Cancel [ADM-152]', async () => {
    await openSettings();
    await edit();
    const form = within(screen.getByRole('form', { name: 'Edit Front Door' }));
    expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Description' }).value).toBe(
      'An evening at home',
    );
    for (const name of ['Preview', 'Submit', 'Cancel'])
      expect(form.getByRole('button', { name })).toBeTruthy();
  });

  it('shows 15 rows of the HTML code [ADM-153]', async () => {
    await openSettings();
    await edit();
    const frame = (await codeField()).closest<HTMLElement>('[data-rows]');
    expect(frame?.dataset['rows']).toBe('15');
    // 20-pixel rows, 8 pixels of padding above and below, and a border.
    expect(frame?.style.height).toBe(`${15 * 20 + 2 * 8 + 2}px`);
  });

  it('restores the saved version on Cancel [ADM-155]', async () => {
    await openSettings();
    await edit();
    await describeAs('Something else');
    await writeCode('<p>Gone</p>');
    await press('Cancel');
    expect(await screen.findByText('An evening at home')).toBeTruthy();
    await edit();
    expect(description().value).toBe('An evening at home');
    expect(await readCode()).toBe(flyer().body);
  });

  it('requires the HTML code [ADM-356]', async () => {
    await openSettings();
    await edit();
    await writeCode('  ');
    await press('Submit');
    expect(await screen.findByText('This field is required.')).toBeTruthy();
    expect((await codeField()).getAttribute('aria-invalid')).toBe('true');
  });

  it('sends id, description, and body as a form and shows the message in the response [ADM-460] [ADM-501]', async () => {
    await openSettings();
    await edit();
    await describeAs('A night at home');
    await writeCode('<p>New</p>');
    const sent = recordCalls(updateFlyerTemplate, saved());
    await press('Submit');
    await expectToast('Update successful!');
    expect(sent).toEqual([
      {
        path: '/manage/flyer-templates/41',
        encoding: 'form',
        body: { id: '41', description: 'A night at home', body: '<p>New</p>', version: '3' },
      },
    ]);
  });

  it('keeps the input and shows the error in the response [ADM-460]', async () => {
    await openSettings();
    await edit();
    await describeAs('Mine');
    recordCalls(updateFlyerTemplate, () =>
      errorInBody('The flyer has 3 pages, but can have 2 at most.'),
    );
    await press('Submit');
    await expectToast('The flyer has 3 pages, but can have 2 at most.');
    expect(description().value).toBe('Mine');
  });

  it('marks an error in the template at its line', async () => {
    await openSettings();
    await edit();
    await writeCode('<p>\n{% iff %}\n</p>');
    recordCalls(updateFlyerTemplate, () =>
      refusal('render_failed', { body: 'Line 2: tag "iff" not found' }),
    );
    await press('Submit');
    expect(await screen.findByRole('button', { name: 'Line 2' })).toBeTruthy();
    await waitFor(() =>
      expect(document.querySelector('.cm-lintRange-error')?.textContent).toBe('{% iff %}'),
    );
    expect(await readCode()).toBe('<p>\n{% iff %}\n</p>');
  });

  it('shows a concurrent save, keeps the input, and overwrites on request', async () => {
    await openSettings();
    await edit();
    await describeAs('Mine');
    recordCalls(updateFlyerTemplate, () => refusal('conflict'));
    answer(listFlyerTemplates, {
      data: [flyer({ version: 4, description: 'Theirs' }), otherFlyer],
    });
    await press('Submit');
    const notice = await conflictNotice();
    expect(notice?.textContent).toContain('Sam Rivera saved it on Mar 4, 2026, 1:00 PM EST');
    expect(notice?.textContent).toContain('Different from your form: Description.');
    expect(description().value).toBe('Mine');
    const sent = recordCalls(updateFlyerTemplate, saved());
    await press('Save my version');
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ description: 'Mine', version: '4' }));
  });

  it('loads the newer version on request', async () => {
    await openSettings();
    await edit();
    await describeAs('Mine');
    recordCalls(updateFlyerTemplate, () => refusal('conflict'));
    answer(listFlyerTemplates, {
      data: [flyer({ version: 4, description: 'Theirs' }), otherFlyer],
    });
    await press('Submit');
    await userEvent.click(await screen.findByRole('button', { name: 'Discard mine and reload' }));
    await waitFor(() => expect(description().value).toBe('Theirs'));
    expect(screen.queryByText(conflict)).toBeNull();
  });

  it('asks before another template replaces unsaved input', async () => {
    await openSettings();
    await edit();
    await describeAs('Mine');
    await userEvent.click(screen.getByRole('radio', { name: 'Kitchen Table' }));
    await confirmWith('Keep editing');
    expect(description().value).toBe('Mine');
    await userEvent.click(screen.getByRole('radio', { name: 'Kitchen Table' }));
    await confirmWith('Discard');
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Kitchen Table' }).checked).toBe(
        true,
      ),
    );
    expect(screen.queryByRole('form', { name: /^Edit/ })).toBeNull();
  });
});

describe('a new flyer template', () => {
  it('starts as a copy and is sent as a form with its title [ADM-459]', async () => {
    await openSettings();
    await press('ADD TEMPLATE');
    expect(await readCode()).toBe(flyer().body);
    await press('Submit');
    expect(await screen.findByText('This field is required.')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Spring');
    const drawn = flyer({ id: 43, title: 'Spring', inUse: false });
    const sent = recordCalls(createFlyerTemplate, () => ({
      message: 'Create successful',
      template: drawn,
    }));
    answer(listFlyerTemplates, { data: [flyer(), otherFlyer, drawn] });
    await press('Submit');
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Spring' }).checked).toBe(true),
    );
    expect(sent).toEqual([
      {
        path: '/manage/flyer-templates',
        encoding: 'form',
        body: { title: 'Spring', description: '', body: flyer().body },
      },
    ]);
  });
});

describe('the flyer template in use', () => {
  it('changes after confirmation, with a form of id, paramName, and templateId [ADM-461]', async () => {
    await openSettings();
    const sent = recordCalls(updateSetting, () => ({
      message: 'Update successful!',
      setting: flyerSetting({ templateId: 42 }),
    }));
    expect(screen.queryByRole('button', { name: 'Use this template' })).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'Kitchen Table' }));
    await press('Use this template');
    await confirmWith('Cancel');
    expect(sent).toEqual([]);
    answer(listFlyerTemplates, {
      data: [flyer({ inUse: false }), { ...otherFlyer, inUse: true }],
    });
    await press('Use this template');
    await confirmWith('Use this template');
    await expectToast('Update successful!');
    const form = { id: '6', paramName: 'FlyerTemplate', templateId: '42' };
    expect(sent).toEqual([{ path: '/setting/6', encoding: 'form', body: form }]);
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Use this template' })).toBeNull(),
    );
  });
});
