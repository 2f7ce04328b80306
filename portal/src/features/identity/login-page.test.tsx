import { beforeEach, describe, expect, it, vi } from 'vitest';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { giveFactor } from '@lintel/contract/identity/factors';
import { authenticate, readSession } from '@lintel/contract/identity/sessions';
import { forgetToasts, shownToasts } from '../../test/toasts.ts';
import { fill, input, recordCalls } from '../../test/forms.ts';
import { openPortal } from '../../test/render-portal.tsx';
import { answer, refusal } from '../../test/server.ts';
import { owner } from '../../test/sessions.ts';

const emailField = (): HTMLInputElement => screen.getByRole('textbox', { name: /E-mail/ });
const passwordField = (): Promise<HTMLInputElement> =>
  screen.findByLabelText(/Password/, { selector: 'input:not([aria-hidden])' });
const press = (name: string): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name }));

const toPassword = async (address = 'pro@demo.test'): Promise<void> => {
  await userEvent.type(emailField(), address);
  await press('Continue');
  await screen.findByRole('heading', { name: 'Welcome back' });
};

beforeEach(() => forgetToasts());

describe('step one of signing in', () => {
  it('has the e-mail and Continue [ACC-064]', async () => {
    await openPortal('/login', null);
    expect(emailField()).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Sign into your Account' })).toBeNull();
  });

  it('does not continue without an e-mail [ACC-331]', async () => {
    await openPortal('/login', null);
    await press('Continue');
    expect(await screen.findByText('This field is required.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(emailField()));
  });

  it('does not continue with an invalid e-mail [ACC-332]', async () => {
    await openPortal('/login', null);
    await userEvent.type(emailField(), 'nobody');
    await press('Continue');
    expect(await screen.findByText('The Email is in invalid format')).toBeTruthy();
  });

  it('does not continue with an e-mail over 250 characters [ACC-333]', async () => {
    await openPortal('/login', null);
    fireEvent.change(emailField(), { target: { value: `${'a'.repeat(245)}@b.co.uk` } });
    await press('Continue');
    expect(await screen.findByText('Enter 250 symbols maximum')).toBeTruthy();
  });

  it('clears the password helper after one second [ACC-539]', async () => {
    await openPortal('/login', null);
    const helper = document.querySelector('input[name="password-helper"]') as HTMLInputElement;
    vi.useFakeTimers();
    fireEvent.change(helper, { target: { value: 'from-a-manager' } });
    await act(() => vi.advanceTimersByTimeAsync(990));
    expect(helper.value).toBe('from-a-manager');
    await act(() => vi.advanceTimersByTimeAsync(20));
    expect(helper.value).toBe('');
  });
});

describe('step two of signing in', () => {
  it('welcomes the account by its e-mail [ACC-065]', async () => {
    await openPortal('/login', null);
    await toPassword();
    expect(screen.getByDisplayValue('pro@demo.test')).toBeTruthy();
  });

  it('has the password [ACC-066]', async () => {
    await openPortal('/login', null);
    await toPassword();
    expect((await passwordField()).type).toBe('password');
  });

  it('ends with "Sign into your Account" [ACC-067]', async () => {
    await openPortal('/login', null);
    await toPassword();
    expect(screen.getByRole('button', { name: 'Sign into your Account' })).toBeTruthy();
  });

  it('returns to step one with Back and keeps the e-mail [ACC-068]', async () => {
    await openPortal('/login', null);
    await toPassword();
    await press('Back');
    expect(emailField().value).toBe('pro@demo.test');
    expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy();
  });

  it('opens the restore page with the e-mail from "Forgot password?" [ACC-069]', async () => {
    const { router } = await openPortal('/login', null);
    await toPassword();
    await userEvent.click(screen.getByRole('link', { name: 'Forgot password?' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/restore'));
    expect(router.state.location.search).toEqual({ email: 'pro@demo.test' });
  });

  it('does not send an empty password [ACC-334]', async () => {
    await openPortal('/login', null);
    await toPassword();
    await press('Sign into your Account');
    expect(await screen.findByText('This field is required.')).toBeTruthy();
  });

  it('does not send a password over 32 characters [ACC-335]', async () => {
    await openPortal('/login', null);
    await toPassword();
    await userEvent.type(await passwordField(), 'x'.repeat(33));
    await press('Sign into your Account');
    expect(await screen.findByText('Enter 32 symbols maximum')).toBeTruthy();
  });
});

describe('signing in', () => {
  it('confirms success and opens the dashboard [ACC-033] [ACC-490]', async () => {
    const { router } = await openPortal('/login', null);
    const sent: string[] = [];
    answer(authenticate, async (request) => {
      sent.push(await request.text());
      answer(readSession, owner());
      return { message: 'Login successful!' };
    });
    await toPassword();
    await userEvent.type(await passwordField(), 'Demo-pass1{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(await screen.findByRole('heading', { name: 'Hello, Priya' })).toBeTruthy();
    expect(await screen.findByText('Login successful!')).toBeTruthy();
    expect(sent).toEqual(['username=pro%40demo.test&password=Demo-pass1']);
  });

  it('keeps the session unless the user unchecks the box', async () => {
    await openPortal('/login', null);
    const sent: string[] = [];
    answer(authenticate, async (request) => {
      sent.push(await request.text());
      return refusal('invalid_credentials');
    });
    await toPassword();
    await userEvent.type(await passwordField(), 'Demo-pass1');
    const keep = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Keep me signed in' });
    expect(keep.checked).toBe(true);
    await userEvent.click(keep);
    await press('Sign into your Account');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent).toEqual(['username=pro%40demo.test&password=Demo-pass1&keep=false']);
    expect(keep.checked).toBe(false);
  });

  it('returns to the requested page', async () => {
    const { router } = await openPortal('/login?returnTo=%2Frefer', null);
    answer(authenticate, () => {
      answer(readSession, owner());
      return { message: 'Login successful!' };
    });
    await toPassword();
    await userEvent.type(await passwordField(), 'Demo-pass1{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/refer'));
  });

  it('opens the dashboard when the return address is outside the portal', async () => {
    const requests = [
      'https://evil.example/login',
      '//evil.example/x',
      '/\\evil.example',
      'javascript:alert(1)',
    ];
    for (const returnTo of requests) {
      const { router, unmount } = await openPortal(
        `/login?${new URLSearchParams({ returnTo }).toString()}`,
        null,
      );
      answer(authenticate, () => {
        answer(readSession, owner());
        return { message: 'Login successful!' };
      });
      await toPassword();
      await userEvent.type(await passwordField(), 'Demo-pass1{Enter}');
      await waitFor(() => expect(router.state.location.href, returnTo).toBe('/'));
      unmount();
    }
  });

  it('shows a failure for 5 seconds and marks both inputs [ACC-220] [ACC-484]', async () => {
    await openPortal('/login', null);
    answer(authenticate, () => refusal('invalid_credentials'));
    await toPassword();
    await userEvent.type(await passwordField(), 'wrong{Enter}');
    await waitFor(() =>
      expect(shownToasts()).toMatchObject([
        { message: 'Invalid login or password', life: 5000, kind: 'danger' },
      ]),
    );
    expect(await screen.findByText('Invalid login or password')).toBeTruthy();
    expect((await passwordField()).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByDisplayValue('pro@demo.test').getAttribute('aria-invalid')).toBe('true');
    expect((await passwordField()).value).toBe('wrong');
  });
});

describe('the code after the password', () => {
  const toCode = async (): Promise<void> => {
    await openPortal('/login', null);
    answer(authenticate, {
      message: 'Enter the code from your authenticator app.',
      needs: 'factor',
      ways: ['app', 'recovery-code'],
    });
    await toPassword();
    await userEvent.type(await passwordField(), 'Demo-pass1');
    await press('Sign into your Account');
    await screen.findByRole('heading', { name: 'Two-step verification' });
  };

  it('is required with two-step verification on, and then the portal opens', async () => {
    await toCode();
    const calls = recordCalls(giveFactor, () => ({ message: 'Login successful!' }));
    answer(readSession, owner());
    await fill('Code', '123 456');
    await press('Verify');
    await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ code: '123456' }]));
    await waitFor(() => expect(shownToasts()[0]?.message).toBe('Login successful!'));
  });

  it('can be a recovery code', async () => {
    await toCode();
    const calls = recordCalls(giveFactor, () => ({ message: 'Login successful!' }));
    answer(readSession, owner());
    await press('Use a recovery code instead');
    await fill('Recovery code', '7q2mx-4tb9k');
    await press('Verify');
    await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ code: '7Q2MX4TB9K' }]));
  });

  it('is marked when wrong, and can be corrected', async () => {
    await toCode();
    answer(giveFactor, () =>
      refusal('invalid', { code: "This code isn't right, or it was already used." }),
    );
    await fill('Code', '123456');
    await press('Verify');
    expect(await screen.findByText("This code isn't right, or it was already used.")).toBeTruthy();
    expect(input('Code').value).toBe('123456');
  });

  it('returns to the password when it has expired', async () => {
    await toCode();
    const late = 'Your sign-in took too long. Please enter your password again.';
    answer(giveFactor, () => refusal('invalid_credentials', late));
    await fill('Code', '123456');
    await press('Verify');
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeTruthy();
    expect(shownToasts()[0]?.message).toBe(late);
  });
});
