import { describe, expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readLink, setPassword } from '@lintel/contract/identity/account';
import { readSession } from '@lintel/contract/identity/sessions';
import { shownToasts } from '../../test/toasts.ts';
import { makeGate } from '../../test/gate.ts';
import { openPortal } from '../../test/render-portal.tsx';
import { answer, refusal, lostConnection } from '../../test/server.ts';
import { owner } from '../../test/sessions.ts';

const person = {
  firstname: 'Priya',
  lastname: 'Natarajan',
  email: 'pro@demo.test',
  newEmail: null,
};
const good = 'Sturdy-beam7';
const input = (label: string): HTMLInputElement =>
  screen.getByLabelText(new RegExp(`^${label}`), { selector: 'input' });
const press = (name: string): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name }));

/**
 * Opens the page of a link that the server resolves to `person`. Returns the page's requests to
 * read it.
 */
async function openLink(path: string) {
  const read: string[] = [];
  answer(readLink, async (request) => {
    read.push(await request.text());
    return person;
  });
  const { router } = await openPortal(path, null);
  await screen.findByDisplayValue('pro@demo.test');
  return { router, read, at: () => router.state.location.pathname };
}

async function typeBoth(first: string, second: string, label = 'New Password'): Promise<void> {
  await userEvent.type(input(label), first);
  await userEvent.type(input('Password Confirmation'), second);
}

describe('the new password page', () => {
  it('reads the link in the address and shows its account [ACC-072] [ACC-073] [ACC-433]', async () => {
    const { read } = await openLink('/np?m=a%2Bb%2Fc');
    expect(read).toEqual(['enc=a%2Bb%2Fc']);
    expect(screen.getByDisplayValue('pro@demo.test')).toBeTruthy();
  });

  it('requires the new password twice [ACC-074]', async () => {
    await openLink('/np?m=abc');
    expect(input('New Password').type).toBe('password');
    expect(input('Password Confirmation').type).toBe('password');
  });

  it('ends with Reset Password [ACC-075]', async () => {
    await openLink('/np?m=abc');
    expect(screen.getByRole('button', { name: 'Reset Password' })).toBeTruthy();
  });

  it('shows and hides the input in both fields', async () => {
    await openLink('/np?m=abc');
    await userEvent.click(
      screen.getAllByRole('button', { name: 'Show password' })[0] as HTMLElement,
    );
    expect(input('New Password').type).toBe('text');
    expect(input('Password Confirmation').type).toBe('text');
    await userEvent.click(
      screen.getAllByRole('button', { name: 'Hide password' })[0] as HTMLElement,
    );
    expect(input('New Password').type).toBe('password');
  });

  it('opens the sign-in page without a link [ACC-076]', async () => {
    const { router } = await openPortal('/np', null);
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(await screen.findByText('Invalid link')).toBeTruthy();
  });

  it('shows "Invalid link" and opens the sign-in page when the server rejects the link [ACC-077] [ACC-485]', async () => {
    answer(readLink, () => refusal('invalid_link'));
    const { router } = await openPortal('/np?m=stale', null);
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(await screen.findByText('Invalid link')).toBeTruthy();
    expect(shownToasts()).toMatchObject([{ kind: 'danger' }]);
  });

  it('treats a link that confirms an e-mail as invalid', async () => {
    answer(readLink, { ...person, newEmail: 'priya@summit.test' });
    const { router } = await openPortal('/np?m=abc', null);
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });

  it('shows a placeholder while the link is read', async () => {
    const gate = makeGate();
    answer(readLink, () => gate.opened.then(() => person));
    await openPortal('/np?m=abc', null);
    expect(await screen.findByRole('status', { name: 'Checking your link' })).toBeTruthy();
    gate.open();
    expect(await screen.findByDisplayValue('pro@demo.test')).toBeTruthy();
  });

  it("doesn't treat a network failure as an invalid link, and retries", async () => {
    answer(readLink, lostConnection);
    const { router } = await openPortal('/np?m=abc', null);
    await screen.findByText('The portal cannot be reached. Please check your connection.');
    expect(router.state.location.pathname).toBe('/np');
    answer(readLink, person);
    await press('Try again');
    expect(await screen.findByDisplayValue('pro@demo.test')).toBeTruthy();
    expect(shownToasts()).toEqual([]);
  });

  it("doesn't treat a rate limit as an invalid link", async () => {
    answer(readLink, () => refusal('too_many_requests'));
    await openPortal('/np?m=abc', null);
    expect(await screen.findByText(/^Too many attempts/)).toBeTruthy();
  });

  it('sends the new password with the link, confirms it, and opens the sign-in page with the e-mail [ACC-434] [ACC-492]', async () => {
    const { router, at } = await openLink('/np?m=abc');
    localStorage.setItem('lintel.signed-in', '1');
    const sent: string[] = [];
    answer(setPassword, async (request) => {
      sent.push(await request.text());
      return { message: 'Success', signedIn: false };
    });
    await typeBoth(good, good);
    await press('Reset Password');
    await waitFor(() => expect(at()).toBe('/login'));
    expect(sent).toEqual([`enc=abc&newPassword=${good}`]);
    expect(await screen.findByText('Thank you! Your password successfully changed')).toBeTruthy();
    expect(router.state.location.search).toEqual({ email: 'pro@demo.test' });
    expect(await screen.findByDisplayValue('pro@demo.test')).toBeTruthy();
    expect(localStorage.getItem('lintel.signed-in')).toBeNull();
  });

  it('shows "Invalid link" when the link was used in the meantime', async () => {
    const { at } = await openLink('/np?m=abc');
    answer(setPassword, () => refusal('invalid_link'));
    await typeBoth(good, good);
    await press('Reset Password');
    await waitFor(() => expect(at()).toBe('/login'));
    expect(await screen.findByText('Invalid link')).toBeTruthy();
  });

  it('keeps the input when the server fails, and shows an error for 10 seconds [ACC-502]', async () => {
    await openLink('/np?m=abc');
    answer(setPassword, () => refusal('too_many_requests'));
    await typeBoth(good, good);
    await press('Reset Password');
    await waitFor(() => expect(shownToasts()).toMatchObject([{ kind: 'danger', life: 10_000 }]));
    expect(input('New Password').value).toBe(good);
  });

  it("shows the server's password error at its field", async () => {
    await openLink('/np?m=abc');
    answer(setPassword, () => refusal('invalid', { newPassword: 'Used before' }));
    await typeBoth(good, good);
    await press('Reset Password');
    expect(await screen.findByText('Used before')).toBeTruthy();
  });
});

describe('a new password', () => {
  const refuses = (password: string, message: string) => async (): Promise<void> => {
    await openLink('/np?m=abc');
    await userEvent.click(input('New Password'));
    await userEvent.paste(password);
    await press('Reset Password');
    await waitFor(() => expect(input('New Password').getAttribute('aria-invalid')).toBe('true'));
    const described = input('New Password').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe(message);
  };

  it(
    'of 7 characters is too short [ACC-320]',
    refuses('Beam-7x', 'Must be at least 8 characters long'),
  );
  it(
    'of 33 characters is too long [ACC-321]',
    refuses(`Beam-7${'x'.repeat(27)}`, 'Enter 32 symbols maximum'),
  );
  it(
    'needs a lowercase letter [ACC-322]',
    refuses('STURDY-BEAM7', 'Minimum of 1 lower case letter [a-z]'),
  );
  it(
    'needs an uppercase letter [ACC-323]',
    refuses('sturdy-beam7', 'Minimum of 1 upper case letter [A-Z]'),
  );
  it('needs a digit [ACC-324]', refuses('Sturdy-beam', 'Minimum of 1 numeric letter [0-9]'));
  it(
    "can't have other characters [ACC-325] [ACC-326]",
    refuses('Sturdy^beam7', 'Invalid character'),
  );
  it("can't have spaces [ACC-327]", refuses('Sturdy beam7', "Password can't contain spaces"));

  it('can have every listed special character [ACC-325]', async () => {
    const { at } = await openLink('/np?m=abc');
    const password = 'aB3~!@#$%&()-_+={}[]|\\;:<>,.?/';
    const sent: (string | null)[] = [];
    answer(setPassword, async (request) => {
      sent.push(new URLSearchParams(await request.text()).get('newPassword'));
      return { message: 'Success', signedIn: false };
    });
    for (const label of ['New Password', 'Password Confirmation']) {
      await userEvent.click(input(label));
      await userEvent.paste(password);
    }
    await press('Reset Password');
    await waitFor(() => expect(at()).toBe('/login'));
    expect(sent).toEqual([password]);
  });

  it('must be confirmed identically [ACC-329]', async () => {
    await openLink('/np?m=abc');
    await typeBoth(good, `${good}x`);
    await press('Reset Password');
    expect(await screen.findByText('The passwords do not match')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(input('Password Confirmation')));
  });
});

describe('the page that confirms an account', () => {
  it('is titled "Set your password" [ACC-081]', async () => {
    await openLink('/confirm?m=abc');
    expect(screen.getByRole('heading', { level: 1, name: 'Set your password' })).toBeTruthy();
  });

  it('reads the link in the address and shows its account [ACC-082] [ACC-083]', async () => {
    const { read } = await openLink('/confirm?m=abc');
    expect(read).toEqual(['enc=abc']);
    expect(screen.getByText(/^Welcome, Priya/)).toBeTruthy();
  });

  it('requires the password twice [ACC-084]', async () => {
    await openLink('/confirm?m=abc');
    expect(screen.getByLabelText(/^Password(?! Confirmation)/, { selector: 'input' })).toBeTruthy();
    expect(input('Password Confirmation')).toBeTruthy();
  });

  it('ends with Confirm [ACC-085]', async () => {
    await openLink('/confirm?m=abc');
    expect(screen.getByRole('button', { name: 'Confirm' })).toBeTruthy();
  });

  it('opens the sign-in page when the link is rejected or missing [ACC-485]', async () => {
    answer(readLink, () => refusal('invalid_link'));
    for (const path of ['/confirm?m=stale', '/confirm']) {
      const { router, unmount } = await openPortal(path, null);
      await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
      expect(shownToasts()).toMatchObject([{ message: 'Invalid link', kind: 'danger' }]);
      unmount();
    }
  });

  it('sends the password with the link, confirms it, and opens the sign-in page [ACC-434] [ACC-494]', async () => {
    const { at } = await openLink('/confirm?m=abc');
    const sent: string[] = [];
    answer(setPassword, async (request) => {
      sent.push(await request.text());
      return { message: 'Success', signedIn: false };
    });
    await typeBoth(good, good, 'Password(?! Confirmation)');
    await press('Confirm');
    await waitFor(() => expect(at()).toBe('/login'));
    expect(sent).toEqual([`enc=abc&password=${good}`]);
    expect(await screen.findByText('Your account successfully confirmed')).toBeTruthy();
  });

  it('opens the portal directly when the server signs the new account in', async () => {
    const { at } = await openLink('/confirm?m=abc');
    answer(setPassword, () => ({ message: 'Success', signedIn: true }));
    answer(readSession, owner());
    await typeBoth(good, good, 'Password(?! Confirmation)');
    await press('Confirm');
    await waitFor(() => expect(at()).toBe('/'));
    expect(await screen.findByText('Your account successfully confirmed')).toBeTruthy();
  });
});
