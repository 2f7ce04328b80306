import { describe, expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readLink, confirmEmail } from '@lintel/contract/identity/account';
import { queryClient } from '../../lib/query-client.ts';
import { shownToasts } from '../../test/toasts.ts';
import { openPortal } from '../../test/render-portal.tsx';
import { answer, refusal, lostConnection } from '../../test/server.ts';
import { owner } from '../../test/sessions.ts';

const person = {
  firstname: 'Priya',
  lastname: 'Natarajan',
  email: 'pro@demo.test',
  newEmail: 'priya@summit.test',
};
const confirm = async (): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name: 'CONFIRM' }));

describe('the page that confirms a new e-mail', () => {
  it('reads the link in the address [ACC-078]', async () => {
    const read: string[] = [];
    answer(readLink, async (request) => {
      read.push(await request.text());
      return person;
    });
    await openPortal('/ne?m=abc', null);
    await screen.findByText('pro@demo.test');
    expect(read).toEqual(['enc=abc']);
  });

  it('shows the change from the old e-mail to the new one [ACC-079]', async () => {
    answer(readLink, person);
    await openPortal('/ne?m=abc', null);
    await screen.findByText('pro@demo.test');
    const [from, to] = screen.getAllByRole('definition');
    expect([from?.textContent, to?.textContent]).toEqual(['pro@demo.test', 'priya@summit.test']);
  });

  it('ends with CONFIRM [ACC-080]', async () => {
    answer(readLink, person);
    await openPortal('/ne?m=abc', null);
    expect(await screen.findByRole('button', { name: 'CONFIRM' })).toBeTruthy();
  });

  it('sends the link, confirms the change, and opens the sign-in page, signed out [ACC-222] [ACC-223] [ACC-418] [ACC-493]', async () => {
    answer(readLink, person);
    const { router } = await openPortal('/ne?m=abc', owner());
    localStorage.setItem('lintel.signed-in', '1');
    queryClient.setQueryData(['session'], owner());
    const sent: string[] = [];
    answer(confirmEmail, async (request) => {
      sent.push(await request.text());
      return { message: 'Success' };
    });
    await confirm();
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(sent).toEqual(['enc=abc']);
    expect(await screen.findByText('Your email has been successfully changed')).toBeTruthy();
    await waitFor(() => expect(queryClient.getQueryData(['session'])).toBeUndefined());
    expect(localStorage.getItem('lintel.signed-in')).toBeNull();
    expect(await screen.findByDisplayValue('priya@summit.test')).toBeTruthy();
  });

  it('shows "Link is invalid" when the server rejects the link or it is missing [ACC-486]', async () => {
    answer(readLink, () => refusal('invalid_link'));
    for (const path of ['/ne?m=stale', '/ne']) {
      const { unmount } = await openPortal(path, null);
      expect(await screen.findByRole('heading', { name: 'Link is invalid' })).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'CONFIRM' })).toBeNull();
      unmount();
    }
  });

  it('treats a link that sets a password as invalid', async () => {
    answer(readLink, { ...person, newEmail: null });
    await openPortal('/ne?m=abc', null);
    expect(await screen.findByRole('heading', { name: 'Link is invalid' })).toBeTruthy();
  });

  it('shows "Link is invalid" when the link was used in the meantime [ACC-486]', async () => {
    answer(readLink, person);
    await openPortal('/ne?m=abc', null);
    answer(confirmEmail, () => refusal('invalid_link'));
    await confirm();
    expect(await screen.findByRole('heading', { name: 'Link is invalid' })).toBeTruthy();
  });

  it('shows that another account now has the e-mail, and stays open', async () => {
    answer(readLink, person);
    const { router } = await openPortal('/ne?m=abc', null);
    answer(confirmEmail, () => refusal('email_already_used'));
    await confirm();
    await waitFor(() =>
      expect(shownToasts()).toMatchObject([
        { message: 'This e-mail is already used by another account.', kind: 'danger', life: 5000 },
      ]),
    );
    expect(router.state.location.pathname).toBe('/ne');
  });

  it('offers a retry when the network fails', async () => {
    answer(readLink, lostConnection);
    await openPortal('/ne?m=abc', null);
    await screen.findByText('The portal cannot be reached. Please check your connection.');
    answer(readLink, person);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('priya@summit.test')).toBeTruthy();
  });
});
