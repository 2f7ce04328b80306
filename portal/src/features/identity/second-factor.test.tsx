import { beforeEach, describe, expect, it } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listContractors } from '@lintel/contract/contractors/manage';
import { changePassword } from '@lintel/contract/identity/account';
import {
  beginApp,
  confirmApp,
  proveByCode,
  proveByPassword,
  readFactorRule,
  readProof,
  saveFactorRule,
} from '@lintel/contract/identity/factors';
import { authenticate, readSession, type Session } from '@lintel/contract/identity/sessions';
import { forgetToasts, shownToasts } from '../../test/toasts.ts';
import { fill, input, press, recordCalls } from '../../test/forms.ts';
import { renderAlone } from '../../test/render-alone.tsx';
import { openPortal } from '../../test/render-portal.tsx';
import { answer, refusal } from '../../test/server.ts';
import { owner, privileges, staff } from '../../test/sessions.ts';
import { TwoStepRuleSection } from './two-step-rule-section.tsx';

const newApp = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  address: 'otpauth://totp/Lintel:x',
  qrCode: 'data:image/svg+xml;base64,PHN2Zy8+',
};
const toastTexts = (): string[] => shownToasts().map(({ message }) => message);
beforeEach(() => forgetToasts());

describe('an account that requires a second factor', () => {
  const without: Session = { ...staff(), needsFactor: true };

  it('is redirected to its setup from every page, and then to the requested one', async () => {
    const { router } = await openPortal('/manage/contractors', without);
    expect(await screen.findByRole('heading', { name: 'Secure your account' })).toBeTruthy();
    expect(router.state.location.href).toBe('/secure-account?returnTo=%2Fmanage%2Fcontractors');
    answer(beginApp, newApp);
    answer(listContractors, { data: [], total: 0 });
    await press('Use an authenticator app');
    await screen.findByRole('img', { name: 'QR code for your authenticator app' });
    const confirmed = recordCalls(confirmApp, () => {
      answer(readSession, staff());
      return { recoveryCodes: ['7Q2MX-4TB9K'] };
    });
    await fill('Code from the app', '123456');
    await press('Add app');
    expect(await screen.findByText('7Q2MX-4TB9K')).toBeTruthy();
    expect(confirmed).toHaveLength(1);
    await press('I saved them');
    await waitFor(() => expect(router.state.location.pathname).toBe('/manage/contractors'));
  });

  it('continues once it has one', async () => {
    const { router } = await openPortal('/secure-account?returnTo=%2Frefer', owner());
    await waitFor(() => expect(router.state.location.pathname).toBe('/refer'));
  });

  it('is reminded before the deadline', async () => {
    const soon = owner(undefined, {}, { factorNeededFrom: '2027-03-01' });
    await openPortal('/refer', soon);
    const notice = await screen.findByText(/Starting 03\/01\/2027, your account needs/);
    expect(within(notice).getByRole('link', { name: 'Set it up' })).toBeTruthy();
  });
});

describe('a sensitive action', () => {
  const typePassword = async () => {
    const view = await openPortal('/personal-info', owner());
    await screen.findByRole('group', { name: 'Password' });
    await press('Edit Password');
    await fill('New password', 'Sturdy-beam7');
    await fill('Password confirmation', 'Sturdy-beam7');
    return view;
  };
  /** Rejects the first call, as after ten minutes. */
  const requireStepUpOnce = () => {
    const calls: number[] = [];
    answer(changePassword, () => {
      calls.push(1);
      return calls.length === 1 ? refusal('step_up_required') : { message: 'Update successful!' };
    });
    return calls;
  };

  it('requires the password again, and then continues with the input', async () => {
    await typePassword();
    const calls = requireStepUpOnce();
    answer(readProof, { ways: [] });
    await press('Save');
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it’s you' }));
    answer(proveByPassword, () => refusal('invalid', { password: "This isn't your password." }));
    await userEvent.type(await dialog.findByLabelText(/^Your password/), 'Not-mine1');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByText("This isn't your password.")).toBeTruthy();
    answer(proveByPassword, { message: 'Thank you. You can continue.' });
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(calls).toHaveLength(2));
    await waitFor(() => expect(toastTexts()).toContain('Update successful!'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('requires a code from the app, or a recovery code', async () => {
    await typePassword();
    const calls = requireStepUpOnce();
    answer(readProof, { ways: ['app', 'recovery-code'] });
    await press('Save');
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it’s you' }));
    await dialog.findByLabelText(/^Code from your authenticator app/);
    await userEvent.click(dialog.getByRole('button', { name: 'Use a recovery code instead' }));
    const proofs = recordCalls(proveByCode, () => ({ message: 'Thank you. You can continue.' }));
    await userEvent.type(dialog.getByLabelText(/^Recovery code/), '7q2mx-4tb9k');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(proofs.map(({ body }) => body)).toEqual([{ code: '7Q2MX4TB9K' }]);
  });

  it('is canceled without verification, and the input stays', async () => {
    const { router } = await typePassword();
    const calls = requireStepUpOnce();
    answer(readProof, { ways: [] });
    await press('Save');
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it’s you' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(toastTexts()).toContain('Please confirm that it is you.'));
    expect(calls).toHaveLength(1);
    expect(router.state.location.pathname).toBe('/personal-info');
    expect(input('New password').value).toBe('Sturdy-beam7');
  });
});

describe('the step after the password', () => {
  it("offers the account's factors, a passkey first", async () => {
    await openPortal('/login', null);
    answer(authenticate, {
      message: "Confirm that it's you with your second factor.",
      needs: 'factor',
      ways: ['passkey', 'app', 'recovery-code'],
    });
    await fill('E-mail', 'pro@demo.test');
    await press('Continue');
    await userEvent.type(
      await screen.findByLabelText(/Password/, { selector: 'input:not([aria-hidden])' }),
      'Demo-pass1',
    );
    await press('Sign into your Account');
    expect(await screen.findByRole('button', { name: 'Use a passkey' })).toBeTruthy();
    await press('Use your authenticator app instead');
    expect(input('Code')).toBeTruthy();
    await press('Use a recovery code instead');
    expect(input('Recovery code')).toBeTruthy();
    await press('Use a passkey instead');
    await press('Back');
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeTruthy();
  });
});

describe('the rule for contractors', () => {
  const rule = { contractorsFrom: null, savedAt: null, accounts: 12, protected: 1 };
  const settings = ['manage-settings:access', 'manage-settings:modify'];
  const changing = staff(privileges(...settings, 'manage-rules:modify'));
  const show = async (session = changing): Promise<void> => {
    answer(readFactorRule, rule);
    answer(readSession, session);
    renderAlone(<TwoStepRuleSection />);
    await screen.findByText(
      'Staff always need a second factor. Of 12 contractors’ accounts, 1 has one.',
    );
  };
  const turnOn = (): Promise<void> =>
    userEvent.click(screen.getByRole('switch', { name: /Contractors need a second factor/ }));

  it('is saved with a date', async () => {
    await show();
    const calls = recordCalls(saveFactorRule, () => ({ message: 'Update successful!' }));
    await turnOn();
    await press('Save');
    expect(await screen.findByText('Please enter a date.')).toBeTruthy();
    expect(calls).toHaveLength(0);
    await userEvent.type(screen.getByLabelText('Starting on'), '2027-03-01');
    await press('Save');
    await waitFor(() =>
      expect(calls.map(({ body }) => body)).toEqual([
        { contractorsFrom: '2027-03-01', savedAt: null },
      ]),
    );
  });

  it('is unchanged by Cancel', async () => {
    await show();
    await turnOn();
    await press('Cancel');
    expect(screen.queryByLabelText('Starting on')).toBeNull();
  });

  it('shows when another user saved first', async () => {
    await show();
    await turnOn();
    await userEvent.type(screen.getByLabelText('Starting on'), '2027-03-01');
    const words = 'Someone else changed this rule. Please open it again.';
    answer(saveFactorRule, () => refusal('conflict', words));
    await press('Save');
    await waitFor(() => expect(toastTexts()).toContain(words));
  });

  it('is read-only for staff who may change settings but not the rules', async () => {
    await show(staff(privileges(...settings)));
    const toggle = screen.getByRole<HTMLInputElement>('switch', { name: /Contractors need/ });
    expect(toggle.disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});
