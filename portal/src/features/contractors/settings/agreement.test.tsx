import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { updateSetting, readSetting } from '@lintel/contract/core/settings';
import { readAgreementEffect } from '@lintel/contract/contractors/agreement-effect';
import { shownToasts } from '../../../test/toasts.ts';
import { at, answer, refusal } from '../../../test/server.ts';
import { agreement, openSettingsScreen, settingsSection } from '../../../test/settings.ts';

vi.setConfig({ testTimeout: 30_000 });

const section = () => settingsSection('Service agreement date');
const lastToast = () => shownToasts().at(-1);
const open = async (prepare?: () => void) => {
  await openSettingsScreen(['manage-settings:modify', 'manage-rules:modify'], prepare);
  await userEvent.click(await (await section()).findByRole('button', { name: 'Agreement Update' }));
  return within(await screen.findByRole('dialog', { name: 'Agreement update confirmation' }));
};

describe('the section Service agreement date', () => {
  it('loads the setting and shows the date as last updated [ADM-167] [ADM-456]', async () => {
    await openSettingsScreen([]);
    expect(
      await (await section()).findByText('Last updated: dana@demo.test, Mar 4, 2026, 1:00 PM EST'),
    ).toBeTruthy();
  });

  it('opens a confirmation that shows how many contractors must accept again [ADM-166]', async () => {
    const dialog = await open();
    expect(dialog.getByRole('form', { name: 'Agreement update confirmation' })).toBeTruthy();
    expect(await dialog.findByText('1,240 contractors will be asked again.')).toBeTruthy();
    expect(dialog.getByText(/3 more already have to accept it\./)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('updates the date by the paramId and confirms it [ADM-457] [ADM-502]', async () => {
    const dialog = await open();
    const sent: unknown[] = [];
    answer(at(updateSetting, { id: 7 }), async (request) => {
      sent.push(Object.fromEntries(new URLSearchParams(await request.text())));
      const setting = {
        ...agreement,
        paramVal: '2026-05-06T18:00:00.000Z',
        email: 'robin@demo.test',
      };
      return { message: 'Service agreement date is update', setting };
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Update date' }));
    expect(
      await (await section()).findByText(/^Last updated: robin@demo\.test, May 6, 2026/),
    ).toBeTruthy();
    expect(sent).toEqual([{ paramName: 'ServiceAgreementDate', lastEdit: agreement.lastEdit }]);
    expect(lastToast()).toMatchObject({
      message: 'Service agreement date is update',
      kind: 'success',
    });
  });

  it('shows a failed update and keeps the form open [ADM-503]', async () => {
    const dialog = await open();
    answer(at(updateSetting, { id: 7 }), () => refusal('unexpected'));
    await userEvent.click(dialog.getByRole('button', { name: 'Update date' }));
    await waitFor(() =>
      expect(lastToast()).toMatchObject({
        message: 'Service agreement date update error',
        kind: 'danger',
      }),
    );
    expect(dialog.getByRole('button', { name: 'Update date' })).toBeTruthy();
  });

  it('does not update it twice when another user saved first, and shows the current date', async () => {
    const dialog = await open();
    answer(at(updateSetting, { id: 7 }), () => refusal('conflict'));
    answer(readSetting, {
      ...agreement,
      paramVal: '2026-05-06T18:00:00.000Z',
      lastEdit: '2026-05-06T18:00:00.000Z',
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Update date' }));
    expect(await dialog.findByText('Someone else saved first')).toBeTruthy();
    expect(dialog.getByRole('alert').textContent).toContain(
      'The current date is May 6, 2026, 2:00 PM EDT.',
    );
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Update date' }).disabled).toBe(
      true,
    );
  });

  it('still opens when the number of contractors is unavailable', async () => {
    const dialog = await open(() => answer(readAgreementEffect, () => refusal('unexpected')));
    expect(
      await dialog.findByText('We could not count the contractors this affects.'),
    ).toBeTruthy();
  });

  it('has its button with manage-settings modify and the privilege for rules [ADM-379]', async () => {
    await openSettingsScreen(['manage-multiple-users:modify', 'manage-rules:modify']);
    expect(await (await section()).findByText(/^Last updated/)).toBeTruthy();
    expect((await section()).queryByRole('button')).toBeNull();
  });

  it('names the role as the reason when only the privilege for rules is missing', async () => {
    await openSettingsScreen(['manage-settings:modify']);
    expect(await (await section()).findByText(/^Last updated/)).toBeTruthy();
    expect((await section()).queryByRole('button')).toBeNull();
    const sections = ['Service agreement date', 'Legal texts', 'Licenses and lenders', 'Retention'];
    for (const name of [...sections, 'Two-step verification'])
      expect(
        (await settingsSection(name)).getByText(/your role doesn't allow changing/),
      ).toBeTruthy();
    expect((await settingsSection('Multiple Users')).queryByText(/your role/)).toBeNull();
  });

  it("doesn't mention the role to staff who may change it", async () => {
    await openSettingsScreen();
    expect(await (await section()).findByRole('button', { name: 'Agreement Update' })).toBeTruthy();
    expect(screen.queryByText(/your role/)).toBeNull();
  });
});
