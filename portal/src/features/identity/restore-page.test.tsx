import { describe, expect, it, vi } from 'vitest';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { restorePassword } from '@lintel/contract/identity/account';
import { shownToasts } from '../../test/toasts.ts';
import { openPortal } from '../../test/render-portal.tsx';
import { answer, refusal, lostConnection, badGateway } from '../../test/server.ts';

const emailField = (): HTMLInputElement => screen.getByRole('textbox', { name: /E-mail/ });
const press = (name: string): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name }));
const failsWith = async (reply: () => Response, message: string): Promise<void> => {
  await openPortal('/restore?email=pro%40demo.test', null);
  answer(restorePassword, reply);
  await press('Continue');
  await waitFor(() => expect(shownToasts()).toMatchObject([{ message, kind: 'danger' }]));
  expect(emailField().value).toBe('pro@demo.test');
};

describe('the password restore page', () => {
  it('has the e-mail, prefilled with the one from the sign-in page [ACC-070]', async () => {
    await openPortal('/restore?email=pro%40demo.test', null);
    expect(emailField().value).toBe('pro@demo.test');
  });

  it('continues with Continue [ACC-071]', async () => {
    await openPortal('/restore', null);
    expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy();
  });

  it('does not send an invalid e-mail', async () => {
    await openPortal('/restore', null);
    await userEvent.type(emailField(), 'nobody');
    await press('Continue');
    expect(await screen.findByText('The Email is in invalid format')).toBeTruthy();
  });

  it('sends the e-mail and points to the inbox, with or without an account [ACC-432]', async () => {
    await openPortal('/restore', null);
    const sent: string[] = [];
    answer(restorePassword, async (request) => {
      sent.push(await request.text());
      return { message: 'Success' };
    });
    await userEvent.type(emailField(), ' pro@demo.test ');
    await press('Continue');
    expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeTruthy();
    expect(sent).toEqual(['email=pro%40demo.test']);
    expect(screen.getByText(/^If an account uses/).textContent).toContain('pro@demo.test');
    const back = screen.getByRole('link', { name: 'Back to sign in' });
    expect(back.getAttribute('href')).toBe('/login?email=pro%40demo.test');
  });

  it('can resend after half a minute', async () => {
    await openPortal('/restore?email=pro%40demo.test', null);
    let count = 0;
    answer(restorePassword, () => {
      count += 1;
      return { message: 'Success' };
    });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    const waiting = (await screen.findByRole('button', {
      name: 'Send again in 30 s',
    })) as HTMLButtonElement;
    expect(waiting.disabled).toBe(true);
    for (let second = 0; second < 30; second += 1)
      await act(() => vi.advanceTimersByTimeAsync(1000));
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(count).toBe(2));
    expect(await screen.findByRole('button', { name: 'Send again in 30 s' })).toBeTruthy();
  });

  it('returns to the form for another e-mail', async () => {
    await openPortal('/restore?email=pro%40demo.test', null);
    answer(restorePassword, { message: 'Success' });
    await press('Continue');
    await screen.findByRole('heading', { name: 'Check your inbox' });
    await press('Use another e-mail');
    expect(emailField().value).toBe('pro@demo.test');
  });

  it('shows the server’s message of a failure [ACC-487]', () =>
    failsWith(
      () => refusal('too_many_requests'),
      'Too many attempts. Please wait a moment and try again.',
    ));

  it('shows "Undefined error" without a server message [ACC-487]', () =>
    failsWith(() => refusal('unexpected', ''), 'Undefined error'));

  it('shows "Undefined error" for a response from outside the portal [ACC-487]', () =>
    failsWith(badGateway, 'Undefined error'));

  it('shows "Undefined error" when the portal is unreachable [ACC-487]', () =>
    failsWith(lostConnection, 'Undefined error'));
});
