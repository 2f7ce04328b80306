import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { saveLeadSources, saveFirstTouches } from '@lintel/contract/leads/fields';
import { leadFieldTabs } from '@lintel/contract/leads/constants';
import { shownToasts } from '../../../test/toasts.ts';
import { openLeadSettings } from '../../../test/leads.ts';
import { answer, refusal } from '../../../test/server.ts';

vi.setConfig({ testTimeout: 30_000 });

const section = async () =>
  within(await screen.findByRole('region', { name: 'Lead Source and Lead First Touch' }));
const lastToast = () => shownToasts().at(-1);
const press = async (name: string | RegExp): Promise<void> =>
  userEvent.click(await (await section()).findByRole('button', { name }));
const openTouches = async (): Promise<void> =>
  userEvent.click(await (await section()).findByRole('tab', { name: 'Lead First Touch' }));
const edit = async () => {
  await openLeadSettings();
  await press('EDIT SOURCES');
  return within(await (await section()).findByRole('form', { name: 'Edit Lead Source' }));
};
const editTouches = async () => {
  await openLeadSettings();
  await openTouches();
  await press('EDIT FIRST TOUCH LIST');
  return within(await (await section()).findByRole('form', { name: 'Edit Lead First Touch' }));
};
const linkId = (form: Awaited<ReturnType<typeof edit>>, name: string) =>
  form.getByRole<HTMLInputElement>('textbox', { name: `Link ID for ${name}` });

describe('the lead sources and first touches section', () => {
  it('requires manage-settings modify and access to lead fields [ADM-382] [ADM-384]', async () => {
    await openLeadSettings(['manage-lead-fields:access', 'manage-lead-fields:modify']);
    expect(screen.queryByRole('region', { name: 'Lead Source and Lead First Touch' })).toBeNull();
  });

  it('is read-only without lead fields modify [ADM-384]', async () => {
    await openLeadSettings(['manage-settings:modify', 'manage-lead-fields:access']);
    expect(await (await section()).findByText('Website')).toBeTruthy();
    expect((await section()).queryByRole('button', { name: 'EDIT SOURCES' })).toBeNull();
  });

  it('has two tabs by their codes, each with its last editor and its button [ADM-124] [ADM-125] [ADM-126] [ADM-127] [ADM-128]', async () => {
    expect(leadFieldTabs).toEqual([
      { code: 'TLS', label: 'Lead Source' },
      { code: 'TFT', label: 'Lead First Touch' },
    ]);
    await openLeadSettings();
    const within1 = await section();
    const tabs = await within1.findAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Lead Source', 'Lead First Touch']);
    expect(tabs.map(({ id }) => id.slice(-3))).toEqual(['TLS', 'TFT']);
    expect(await within1.findByRole('button', { name: 'EDIT SOURCES' })).toBeTruthy();
    expect(
      within1.getAllByText('Last updated: dana@demo.test, Mar 4, 2026, 1:00 PM EST').length,
    ).toBeGreaterThan(0);
    await openTouches();
    expect(await within1.findByRole('button', { name: 'EDIT FIRST TOUCH LIST' })).toBeTruthy();
    expect(
      within1.getAllByText('Last updated: dana@demo.test, Mar 4, 2026, 1:00 PM EST'),
    ).toHaveLength(2);
  });
});

describe('the lead source editor', () => {
  it('is a table with a check box, a name, and a Link ID; its button opens it and Cancel closes it [ADM-129] [ADM-130] [ADM-131] [ADM-132] [ADM-133]', async () => {
    await openLeadSettings();
    expect((await section()).queryByRole('table')).toBeNull();
    await press('EDIT SOURCES');
    const form = within(await (await section()).findByRole('form', { name: 'Edit Lead Source' }));
    expect(form.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Show',
      'Name',
      'Link ID',
    ]);
    expect(form.getByRole<HTMLInputElement>('checkbox', { name: 'Show Fax' }).checked).toBe(false);
    expect(linkId(form, 'Website').value).toBe('1001');
    expect(form.getByRole('button', { name: 'Submit' })).toBeTruthy();
    await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
    await waitFor(async () => expect((await section()).queryByRole('table')).toBeNull());
  });

  it('sends the list with the version it started from and closes [ADM-134] [ADM-445] [ADM-201]', async () => {
    const form = await edit();
    const bodies: unknown[] = [];
    answer(saveLeadSources, async (request) => {
      bodies.push(await request.json());
      return { message: 'Success!' };
    });
    await userEvent.click(form.getByRole('checkbox', { name: 'Show Fax' }));
    await userEvent.type(linkId(form, 'Fax'), '77');
    await userEvent.click(form.getByRole('button', { name: 'Submit' }));
    await waitFor(async () => expect((await section()).queryByRole('table')).toBeNull());
    expect(bodies).toEqual([
      {
        leadSources: [
          { id: 1, value: 'Website', linkId: '1001', isShowing: true },
          { id: 8, value: 'Referral', linkId: '1002', isShowing: true },
          { id: 9, value: 'Fax', linkId: '77', isShowing: true },
        ],
        version: 4,
      },
    ]);
  });

  it('rejects a list with nothing selected and a duplicate Link ID [ADM-340] [ADM-341]', async () => {
    const form = await edit();
    await userEvent.click(form.getByRole('checkbox', { name: 'Show Website' }));
    await userEvent.click(form.getByRole('checkbox', { name: 'Show Referral' }));
    await userEvent.click(form.getByRole('button', { name: 'Submit' }));
    expect(await form.findByText('At least one item must be selected')).toBeTruthy();
    await userEvent.click(form.getByRole('checkbox', { name: 'Show Website' }));
    await userEvent.clear(linkId(form, 'Referral'));
    await userEvent.type(linkId(form, 'Referral'), '1001');
    await userEvent.click(form.getByRole('button', { name: 'Submit' }));
    expect(await form.findAllByText('Not unique Link ID')).toHaveLength(2);
  });

  it('keeps new sources apart, even after one of them is removed', async () => {
    const form = await edit();
    const names = () => form.getAllByRole<HTMLInputElement>('textbox', { name: 'Name' });
    const add = () => userEvent.click(form.getByRole('button', { name: 'Add a source' }));
    await add();
    await add();
    await userEvent.type(names()[1] as HTMLElement, 'Billboard');
    await userEvent.click(
      form.getAllByRole('button', { name: 'Remove the new entry' })[0] as HTMLElement,
    );
    await add();
    await userEvent.type(names()[1] as HTMLElement, 'Van');
    expect(names().map(({ value }) => value)).toEqual(['Billboard', 'Van']);
  });

  it('accepts only digits, nine at most, and warns about any other paste [ADM-342] [ADM-343]', async () => {
    const form = await edit();
    await userEvent.type(linkId(form, 'Fax'), '12a3456789012');
    expect(linkId(form, 'Fax').value).toBe('123456789');
    await userEvent.click(linkId(form, 'Fax'));
    await userEvent.paste('12-34');
    expect(linkId(form, 'Fax').value).toBe('123456789');
    expect(lastToast()).toMatchObject({
      message: 'Only numbers are allowed, max size 9',
      kind: 'warning',
    });
  });

  it("shows Something wrong when a save fails, and shows a colleague's changes [ADM-499]", async () => {
    const form = await edit();
    answer(saveLeadSources, () => refusal('unexpected'));
    await userEvent.click(form.getByRole('button', { name: 'Submit' }));
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ message: 'Something wrong', kind: 'danger' }),
    );
    const message =
      'Dana Whitfield changed this while you were editing. Fax: hidden → showing. Nothing was saved.';
    answer(saveLeadSources, () => refusal('conflict', message));
    await userEvent.click(form.getByRole('button', { name: 'Submit' }));
    expect((await form.findByRole('alert')).textContent).toContain(message);
    expect(form.getByRole('button', { name: 'Save my version' })).toBeTruthy();
  });
});

describe('the first touch editor', () => {
  it('is a table with a check box and a name, marks duplicates, and closes with Cancel [ADM-129] [ADM-130] [ADM-132] [ADM-133] [ADM-202]', async () => {
    const form = await editTouches();
    expect(form.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Show',
      'Name',
    ]);
    expect(form.getAllByText('Duplicate')).toHaveLength(1);
    await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
    await waitFor(async () => expect((await section()).queryByRole('table')).toBeNull());
  });

  it('rejects a list with nothing selected, and closes after saving [ADM-344] [ADM-134] [ADM-444]', async () => {
    const form = await editTouches();
    answer(saveFirstTouches, { message: 'Success!' });
    await userEvent.click(form.getByRole('checkbox', { name: 'Show Radio' }));
    await userEvent.click(form.getByRole('checkbox', { name: 'Show radio' }));
    await userEvent.click(form.getByRole('button', { name: 'Submit' }));
    expect(await form.findByText('At least one item must be selected')).toBeTruthy();
    await userEvent.click(form.getByRole('checkbox', { name: 'Show Friend' }));
    await userEvent.click(form.getByRole('button', { name: 'Submit' }));
    await waitFor(async () => expect((await section()).queryByRole('table')).toBeNull());
  });
});
