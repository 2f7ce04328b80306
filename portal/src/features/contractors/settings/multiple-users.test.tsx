import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answer } from '@lintel/contract/core/endpoint';
import {
  saveMultipleUsers,
  readMultipleUsers,
} from '@lintel/contract/contractors/tier-team-limits';
import { shownToasts } from '../../../test/toasts.ts';
import { answer, refusal, lostConnection } from '../../../test/server.ts';
import { openSettingsScreen, settingsSection, sizes } from '../../../test/settings.ts';

vi.setConfig({ testTimeout: 30_000 });

const section = () => settingsSection('Multiple Users');
const lastToast = () => shownToasts().at(-1);
const edit = async () => {
  await openSettingsScreen();
  await userEvent.click(
    await (await section()).findByRole('button', { name: 'Edit Multiple Users' }),
  );
  return within(await (await section()).findByRole('form', { name: 'Edit Multiple Users' }));
};
type Form = Awaited<ReturnType<typeof edit>>;
const select = (form: Form, tier: string) =>
  form.getByRole<HTMLInputElement>('combobox', { name: `Team users for ${tier}` });
const readOptions = async (form: Form, tier: string) => {
  await userEvent.click(select(form, tier));
  // jsdom has no layout, so the popup counts as hidden.
  return within(
    await screen.findByRole('listbox', { name: `Team users for ${tier}`, hidden: true }),
  );
};
const choose = async (form: Form, tier: string, size: string): Promise<void> =>
  userEvent.click(
    (await readOptions(form, tier)).getByRole('option', { name: size, hidden: true }),
  );
const submit = (form: Form): Promise<void> =>
  userEvent.click(form.getByRole('button', { name: 'Submit' }));

const beyond: Answer<typeof saveMultipleUsers>['contractors'] = [
  {
    id: 101,
    companyName: 'Summit Roofing',
    tier: 'Pro',
    limit: 1,
    teamUsers: [
      {
        id: 31,
        fullName: 'Bo Larsen',
        email: 'bo@demo.test',
      },
    ],
  },
];
/** Responds like the server: first with a confirmation request, then with success. */
const asksFirst = (bodies: unknown[]): void =>
  answer(saveMultipleUsers, async (request) => {
    const body = (await request.json()) as { confirmationReceived: boolean };
    bodies.push(body);
    return body.confirmationReceived
      ? { message: 'Success!' }
      : { message: 'Not yet', confirmationRequired: true, contractors: beyond };
  });

describe('the section Multiple Users', () => {
  it('shows each tier with its number and its last editor [ADM-165]', async () => {
    await openSettingsScreen();
    const cards = await section();
    expect(
      await cards.findByText('Last updated: dana@demo.test, Mar 4, 2026, 1:00 PM EST'),
    ).toBeTruthy();
    const rows = cards.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows.slice(1)).toEqual(['Pro3', 'Self1', 'Concierge5', 'Brand5', 'Free0', 'Test10']);
  });

  it('offers 0 to 10 for each tier in a table [ADM-163]', async () => {
    const form = await edit();
    expect(form.getAllByRole('combobox')).toHaveLength(6);
    expect(form.getByRole('table')).toBeTruthy();
    const options = (await readOptions(form, 'Brand'))
      .getAllByRole('option', { hidden: true })
      .map(({ textContent }) => textContent);
    expect(options).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  });

  it('has buttons to edit, cancel, and submit [ADM-164]', async () => {
    const form = await edit();
    await choose(form, 'Pro', '2');
    await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
    expect((await section()).getByRole('row', { name: 'Pro 3' })).toBeTruthy();
    await userEvent.click((await section()).getByRole('button', { name: 'Edit Multiple Users' }));
    const again = within(
      await (await section()).findByRole('form', { name: 'Edit Multiple Users' }),
    );
    const bodies: unknown[] = [];
    answer(saveMultipleUsers, async (request) => {
      bodies.push(await request.json());
      return { message: 'Success!' };
    });
    answer(readMultipleUsers, {
      ...sizes,
      multipleUsers: { ...sizes.multipleUsers, Pro: 4 },
    });
    await choose(again, 'Pro', '4');
    await submit(again);
    expect(await (await section()).findByRole('row', { name: 'Pro 4' })).toBeTruthy();
    expect(bodies).toEqual([
      { multipleUsers: { Pro: 4 }, confirmationReceived: false, lastEdit: sizes.lastEdit },
    ]);
    expect(lastToast()).toMatchObject({ message: 'Success!', kind: 'success' });
  });

  it('asks before deactivating users, resends once confirmed, and succeeds [ADM-231] [ADM-232] [ADM-233]', async () => {
    const form = await edit();
    const bodies: unknown[] = [];
    asksFirst(bodies);
    await choose(form, 'Pro', '1');
    await submit(form);
    const modal = within(await screen.findByRole('dialog', { name: 'Overlimit users' }));
    expect(modal.getByRole('heading', { name: 'Summit Roofing' })).toBeTruthy();
    expect(modal.getByText('Bo Larsen')).toBeTruthy();
    expect(
      modal.getByText(/^1 team user of 1 contractor no longer fit within the new limits\./),
    ).toBeTruthy();
    await userEvent.click(modal.getByRole('button', { name: 'Continue' }));
    await waitFor(async () => expect((await section()).queryByRole('form')).toBeNull());
    expect(bodies).toEqual([
      { multipleUsers: { Pro: 1 }, confirmationReceived: false, lastEdit: sizes.lastEdit },
      { multipleUsers: { Pro: 1 }, confirmationReceived: true, lastEdit: sizes.lastEdit },
    ]);
    expect(lastToast()).toMatchObject({ message: 'Success!' });
  });

  it('returns to the unchanged form when deactivation is declined', async () => {
    const form = await edit();
    const bodies: unknown[] = [];
    asksFirst(bodies);
    await choose(form, 'Pro', '1');
    await submit(form);
    const modal = within(await screen.findByRole('dialog', { name: 'Overlimit users' }));
    await userEvent.click(modal.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(select(form, 'Pro').value).toBe('1');
    expect(bodies).toHaveLength(1);
  });

  it.each([
    ['answers 500', () => refusal('unexpected')],
    ['cannot be reached', lostConnection],
  ])('shows a generic error, until closed, when the server %s [ADM-500]', async (_how, reply) => {
    const form = await edit();
    answer(saveMultipleUsers, reply);
    await choose(form, 'Pro', '4');
    await submit(form);
    await waitFor(() =>
      expect(lastToast()).toMatchObject({
        message: 'Something wrong',
        kind: 'danger',
        life: false,
      }),
    );
    expect(select(form, 'Pro').value).toBe('4');
  });

  it('reports that another user saved first, and overwrites only on request', async () => {
    const form = await edit();
    const bodies: { lastEdit?: string }[] = [];
    answer(saveMultipleUsers, async (request) => {
      const body = (await request.json()) as { lastEdit?: string };
      bodies.push(body);
      return body.lastEdit === undefined ? { message: 'Success!' } : refusal('conflict');
    });
    await choose(form, 'Pro', '4');
    await submit(form);
    expect(await form.findByText('Someone else saved first')).toBeTruthy();
    expect(select(form, 'Pro').value).toBe('4');
    await userEvent.click(form.getByRole('button', { name: 'Save my version' }));
    await waitFor(async () => expect((await section()).queryByRole('form')).toBeNull());
    expect(bodies).toHaveLength(2);
  });

  it('is read-only unless both settings and multiple users may be modified [ADM-386]', async () => {
    await openSettingsScreen(['manage-settings:modify']);
    expect(await (await section()).findByRole('table')).toBeTruthy();
    expect((await section()).queryByRole('button', { name: 'Edit Multiple Users' })).toBeNull();
  });

  it('is read-only with multiple users modify alone [ADM-386]', async () => {
    await openSettingsScreen(['manage-multiple-users:modify']);
    expect(await (await section()).findByRole('table')).toBeTruthy();
    expect((await section()).queryByRole('button', { name: 'Edit Multiple Users' })).toBeNull();
  });

  it('fails on its own and can be reloaded', async () => {
    await openSettingsScreen([], () => answer(readMultipleUsers, () => refusal('unexpected')));
    const again = await (await section()).findByRole('button', { name: 'Try again' });
    expect(
      await (await settingsSection('Service agreement date')).findByText(/^Last updated/),
    ).toBeTruthy();
    answer(readMultipleUsers, sizes);
    await userEvent.click(again);
    expect(await (await section()).findByRole('table')).toBeTruthy();
  });
});
