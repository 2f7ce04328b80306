import { describe, expect, it } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import {
  beginApp,
  confirmApp,
  type Factors,
  readFactors,
  removeApp,
  renewRecoveryCodes,
} from '@lintel/contract/identity/factors';
import { toastStore } from '../../../lib/toast.ts';
import { EditingScope } from '../../../ui/editable-card.tsx';
import { fill, input, press, takeCalls } from '../../../test/forms.ts';
import { renderAlone } from '../../../test/render-alone.tsx';
import { openPortal } from '../../../test/render-portal.tsx';
import { answer, lostConnection, refusal } from '../../../test/server.ts';
import { owner, switchedStaff } from '../../../test/sessions.ts';
import { TwoStepCard } from './two-step-card.tsx';

const off: Factors = { app: null, recoveryCodesLeft: 0 };
const on = (recoveryCodesLeft = 10): Factors => ({
  app: { addedAt: '2026-03-05T18:00:00.000Z', lastUsedAt: null },
  recoveryCodesLeft,
});
const said = (): string[] => toastStore.get().map(({ message }) => message);
const recoveryCodes = ['7Q2MX-4TB9K', 'A1B2C-D3E4F'];
const newApp = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  address: 'otpauth://totp/Lintel:pro@demo.test?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  qrCode: 'data:image/svg+xml;base64,PHN2Zy8+',
};

const show = () =>
  renderAlone(
    <EditingScope>
      <TwoStepCard user={{ id: 11, email: 'pro@demo.test' }} />
    </EditingScope>,
  );
const open = async (stored: Factors) => {
  let now = stored;
  toastStore.set([]);
  answer(readFactors, () => now);
  show();
  const card = within(await screen.findByRole('group', { name: 'Two-Step Verification' }));
  return { card, becomes: (next: Factors) => (now = next) };
};

describe('two-step verification', () => {
  it('is turned on with the password, a code of the app, and codes to keep', async () => {
    const { card, becomes } = await open(off);
    const begun = takeCalls(beginApp, () => newApp);
    const confirmed = takeCalls(confirmApp, () => {
      becomes(on());
      return { recoveryCodes };
    });
    await card.findByText(/You need an authenticator app/);
    await press('Turn on');
    await fill('Your password', 'Demo-pass1');
    await press('Continue');
    const code = await screen.findByRole('img', { name: 'QR code for your authenticator app' });
    expect(code.getAttribute('src')).toBe(newApp.qrCode);
    expect(screen.getByRole('link', { name: 'open the app' }).getAttribute('href')).toBe(
      newApp.address,
    );
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    await fill('Code from the app', '123 456');
    await press('Turn on');
    const list = within(await screen.findByRole('list', { name: 'Recovery codes' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      recoveryCodes,
    );
    expect(begun.map(({ body }) => body)).toEqual([{ password: 'Demo-pass1' }]);
    expect(confirmed.map(({ body }) => body)).toEqual([{ code: '123456' }]);
    await press('I saved them');
    expect(await card.findByText('10 left')).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull();
  });

  it('marks a wrong password and a wrong code, and keeps what was typed', async () => {
    const { card } = await open(off);
    await card.findByText(/You need an authenticator app/);
    answer(beginApp, () => refusal('invalid', { password: 'This is not your password.' }));
    await press('Turn on');
    await fill('Your password', 'Not-mine1');
    await press('Continue');
    expect(await screen.findByText('This is not your password.')).toBeTruthy();
    expect(input('Your password').value).toBe('Not-mine1');
    answer(beginApp, newApp);
    await press('Continue');
    await screen.findByLabelText(/^Code from the app/);
    await fill('Code from the app', '12345');
    await press('Turn on');
    expect(await screen.findByText('Enter the 6 digits that the app shows.')).toBeTruthy();
    answer(confirmApp, () => refusal('invalid', { code: 'This code is not right.' }));
    await fill('Code from the app', '654321');
    await press('Turn on');
    expect(await screen.findByText('This code is not right.')).toBeTruthy();
    expect(input('Code from the app').value).toBe('654321');
  });

  it('says when few recovery codes are left, and makes new ones', async () => {
    const { card } = await open(on(2));
    expect(await card.findByText('2 left. Make new ones soon.')).toBeTruthy();
    const calls = takeCalls(renewRecoveryCodes, () => ({ recoveryCodes }));
    await press('New recovery codes');
    await fill('Your password', 'Demo-pass1');
    await press('Make new codes');
    expect(await screen.findByText('7Q2MX-4TB9K')).toBeTruthy();
    expect(calls).toHaveLength(1);
  });

  it('is turned off with the password', async () => {
    const { card, becomes } = await open(on());
    const calls = takeCalls(removeApp, () => {
      becomes(off);
      return { message: 'Two-step verification is off.' };
    });
    await card.findByText('10 left');
    await press('Turn off');
    await fill('Your password', 'Demo-pass1');
    await press('Turn off');
    await waitFor(() => expect(said()).toEqual(['Two-step verification is off.']));
    expect(calls).toHaveLength(1);
    expect(await card.findByText(/You need an authenticator app/)).toBeTruthy();
  });

  it('tells a lost connection, and the form keeps what was typed', async () => {
    const { card } = await open(off);
    await card.findByText(/You need an authenticator app/);
    answer(beginApp, lostConnection);
    await press('Turn on');
    await fill('Your password', 'Demo-pass1');
    await press('Continue');
    await waitFor(() => expect(said()[0]).toMatch(/^An unexpected error occurred/));
    expect(input('Your password').value).toBe('Demo-pass1');
  });

  it('offers another try when it could not be loaded', async () => {
    answer(readFactors, () => refusal('unexpected'));
    show();
    expect(await screen.findByText('Two-step verification could not be loaded.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('is shown to the account itself', async () => {
    await openPortal('/personal-info', owner());
    expect(await screen.findByRole('group', { name: 'Two-Step Verification' })).toBeTruthy();
  });

  it('is not shown to staff in the account', async () => {
    await openPortal('/personal-info', switchedStaff());
    await screen.findByRole('group', { name: 'Password' });
    expect(screen.queryByRole('group', { name: 'Two-Step Verification' })).toBeNull();
  });
});
