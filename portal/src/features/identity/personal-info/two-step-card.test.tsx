import { describe, expect, it } from 'vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import {
  beginApp,
  confirmApp,
  type Factors,
  readFactors,
  removeApp,
  renewRecoveryCodes,
} from '@lintel/contract/identity/factors';
import { type Passkey, removePasskey, renamePasskey } from '@lintel/contract/identity/passkeys';
import { dialogStore } from '../../../lib/dialog.ts';
import { forgetToasts, shownToasts } from '../../../test/toasts.ts';
import { EditingScope } from '../../../ui/editable-card.tsx';
import { button, fill, input, press, recordCalls } from '../../../test/forms.ts';
import { renderAlone } from '../../../test/render-alone.tsx';
import { openPortal } from '../../../test/render-portal.tsx';
import { answer, lostConnection, refusal } from '../../../test/server.ts';
import { owner, switchedStaff } from '../../../test/sessions.ts';
import { TwoStepCard } from './two-step-card.tsx';

const off: Factors = { app: null, passkeys: [], recoveryCodesLeft: 0, isRequired: false };
const laptop: Passkey = {
  id: 5,
  name: 'Laptop',
  credentialId: 'abc',
  addedAt: '2026-03-05T18:00:00.000Z',
  lastUsedAt: '2026-03-06T18:00:00.000Z',
  synced: true,
};
const on = (recoveryCodesLeft = 10, more: Partial<Factors> = {}): Factors => ({
  app: { addedAt: '2026-03-05T18:00:00.000Z', lastUsedAt: null },
  passkeys: [],
  recoveryCodesLeft,
  isRequired: false,
  ...more,
});
const toastTexts = (): string[] => shownToasts().map(({ message }) => message);
const recoveryCodes = ['7Q2MX-4TB9K', 'A1B2C-D3E4F'];
const newApp = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  address: 'otpauth://totp/Lintel:pro@demo.test?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  qrCode: 'data:image/svg+xml;base64,PHN2Zy8+',
};

const show = () =>
  renderAlone(
    <EditingScope>
      <TwoStepCard userId={11} />
    </EditingScope>,
  );
const open = async (stored: Factors) => {
  let now = stored;
  forgetToasts();
  answer(readFactors, () => now);
  show();
  const card = within(await screen.findByRole('group', { name: 'Two-Step Verification' }));
  return { card, becomes: (next: Factors) => (now = next) };
};

const noFactor = /A passkey signs you in with your fingerprint/;

describe('two-step verification', () => {
  it("can be turned on with an app's code, and then shows recovery codes", async () => {
    const { card, becomes } = await open(off);
    const begun = recordCalls(beginApp, () => newApp);
    const confirmed = recordCalls(confirmApp, () => {
      becomes(on());
      return { recoveryCodes };
    });
    await card.findByText(noFactor);
    await press('Add an authenticator app');
    const code = await screen.findByRole('img', { name: 'QR code for your authenticator app' });
    expect(code.getAttribute('src')).toBe(newApp.qrCode);
    expect(screen.getByRole('link', { name: 'open the app' }).getAttribute('href')).toBe(
      newApp.address,
    );
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    await fill('Code from the app', '123 456');
    await press('Add app');
    const list = within(await screen.findByRole('list', { name: 'Recovery codes' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      recoveryCodes,
    );
    expect(begun).toHaveLength(1);
    expect(confirmed.map(({ body }) => body)).toEqual([{ code: '123456' }]);
    await press('I saved them');
    expect(await card.findByText('10 left')).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull();
  });

  it('marks a wrong code, and keeps the input', async () => {
    const { card } = await open(off);
    await card.findByText(noFactor);
    answer(beginApp, newApp);
    await press('Add an authenticator app');
    await screen.findByLabelText(/^Code from the app/);
    await fill('Code from the app', '12345');
    await press('Add app');
    expect(await screen.findByText('Enter the 6 digits that the app shows.')).toBeTruthy();
    answer(confirmApp, () => refusal('invalid', { code: "This code isn't right." }));
    await fill('Code from the app', '654321');
    await press('Add app');
    expect(await screen.findByText("This code isn't right.")).toBeTruthy();
    expect(input('Code from the app').value).toBe('654321');
  });

  it('lists passkeys, which can be renamed and, after a confirmation, removed', async () => {
    const { card, becomes } = await open(on(10, { passkeys: [laptop] }));
    expect(await card.findByText('Laptop')).toBeTruthy();
    expect(
      card.getByText(/^Passkey, synced by its provider to all your devices\. Added 03\/05\/2026/),
    ).toBeTruthy();
    const renamed = recordCalls(renamePasskey, () => ({ message: 'The passkey was renamed.' }));
    await press('Rename Laptop');
    expect(input('Passkey name').value).toBe('Laptop');
    await fill('Passkey name', 'Work laptop');
    await press('Save');
    await waitFor(() => expect(renamed.map(({ body }) => body)).toEqual([{ name: 'Work laptop' }]));
    const removed = recordCalls(removePasskey, () => {
      becomes(on());
      return { message: 'The passkey was removed.' };
    });
    await press('Remove Laptop');
    expect(dialogStore.get()).toMatchObject({
      title: 'Remove the passkey “Laptop”?',
      tone: 'danger',
    });
    act(() => dialogStore.get()?.settle(true));
    await waitFor(() => expect(removed).toHaveLength(1));
    await waitFor(() => expect(card.queryByText('Laptop')).toBeNull());
  });

  it('keeps the last factor of an account that requires one', async () => {
    const { card } = await open(on(10, { isRequired: true }));
    await card.findByText(/Add another method before you remove this one/);
    expect(button('Remove the authenticator app').disabled).toBe(true);
    expect(button('Replace the authenticator app').disabled).toBe(false);
  });

  it('warns when few recovery codes are left, and creates new ones after a confirmation', async () => {
    const { card } = await open(on(2));
    expect(await card.findByText('2 left. Create new ones soon.')).toBeTruthy();
    const calls = recordCalls(renewRecoveryCodes, () => ({ recoveryCodes }));
    await press('New recovery codes');
    expect(dialogStore.get()?.text).toBe('Your current recovery codes will stop working.');
    act(() => dialogStore.get()?.settle(true));
    expect(await screen.findByText('7Q2MX-4TB9K')).toBeTruthy();
    expect(calls).toHaveLength(1);
  });

  it('is turned off by removing the last factor', async () => {
    const { card, becomes } = await open(on());
    const calls = recordCalls(removeApp, () => {
      becomes(off);
      return { message: 'The authenticator app was removed.' };
    });
    await card.findByText('10 left');
    await press('Remove the authenticator app');
    act(() => dialogStore.get()?.settle(true));
    await waitFor(() => expect(toastTexts()).toEqual(['The authenticator app was removed.']));
    expect(calls).toHaveLength(1);
    expect(await card.findByText(noFactor)).toBeTruthy();
  });

  it('shows a lost connection, with a retry', async () => {
    const { card } = await open(off);
    await card.findByText(noFactor);
    answer(beginApp, lostConnection);
    await press('Add an authenticator app');
    await waitFor(() => expect(toastTexts()[0]).toMatch(/^An unexpected error occurred/));
    answer(beginApp, newApp);
    await press('Try again');
    expect(await screen.findByLabelText(/^Code from the app/)).toBeTruthy();
  });

  it('offers a retry after a loading failure', async () => {
    answer(readFactors, () => refusal('unexpected'));
    show();
    expect(await screen.findByText('Two-step verification could not be loaded.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('is shown to the account itself', async () => {
    await openPortal('/personal-info', owner());
    expect(await screen.findByRole('group', { name: 'Two-Step Verification' })).toBeTruthy();
  });

  it('is hidden from staff in the account', async () => {
    await openPortal('/personal-info', switchedStaff());
    await screen.findByRole('group', { name: 'Password' });
    expect(screen.queryByRole('group', { name: 'Two-Step Verification' })).toBeNull();
  });
});
