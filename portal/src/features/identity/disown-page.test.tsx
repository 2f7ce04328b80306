import { expect, it, vi } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readLink } from '@lintel/contract/identity/account';
import { disownSession } from '@lintel/contract/identity/own-sessions';
import { queryClient } from '../../lib/query-client.ts';
import { openPortal } from '../../test/render-portal.tsx';
import { answer, lostConnection, refusal } from '../../test/server.ts';
import { owner } from '../../test/sessions.ts';

const person = {
  firstname: 'Priya',
  lastname: 'Natarajan',
  email: 'pro@demo.test',
  newEmail: null,
};
const signIn = {
  device: 'Firefox on Linux',
  address: '198.51.100.7',
  at: '2026-03-05T18:00:00.000Z',
};
const deny = async (): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name: "This wasn't me" }));

it('the link of a message shows its sign-in', async () => {
  answer(readLink, { ...person, signIn });
  await openPortal('/not-me?m=abc', null);
  await screen.findByText('Firefox on Linux');
  expect(screen.getByRole('heading', { name: 'Was this you?' })).toBeTruthy();
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Firefox on Linux',
    '198.51.100.7',
    '03/05/2026, 1:00 PM EST',
  ]);
  expect(screen.getByDisplayValue('pro@demo.test')).toBeTruthy();
});

it("a user who reports a stranger's sign-in is signed out and sets a new password", async () => {
  const requests = vi.fn<(body: string) => void>();
  answer(readLink, async (request) => {
    const body = await request.text();
    requests(body);
    return body === 'enc=abc' ? { ...person, signIn } : person;
  });
  const { router } = await openPortal('/not-me?m=abc', owner());
  localStorage.setItem('lintel.signed-in', '1');
  queryClient.setQueryData(['session'], owner());
  answer(disownSession, { message: 'Your account was signed out everywhere.', enc: 'a+b' });
  await deny();
  await waitFor(() => expect(router.state.location.pathname).toBe('/np'));
  expect(await screen.findByRole('heading', { name: 'New password' })).toBeTruthy();
  expect(await screen.findByLabelText(/^New Password/, { selector: 'input' })).toBeTruthy();
  expect(await screen.findByText('Your account was signed out everywhere.')).toBeTruthy();
  expect(requests.mock.calls).toEqual([['enc=abc'], ['enc=a%2Bb']]);
  expect(queryClient.getQueryData(['session'])).toBeUndefined();
  expect(localStorage.getItem('lintel.signed-in')).toBeNull();
});

it('a link that has expired, was used, or is for another purpose also leads to a new password', async () => {
  answer(readLink, () => refusal('invalid_link'));
  const stale = await openPortal('/not-me?m=stale', null);
  expect(await screen.findByRole('heading', { name: 'Link is invalid' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Choose a new password' })).toBeTruthy();
  stale.unmount();
  answer(readLink, person);
  const other = await openPortal('/not-me?m=other', null);
  expect(await screen.findByRole('heading', { name: 'Link is invalid' })).toBeTruthy();
  other.unmount();
  answer(readLink, { ...person, signIn });
  await openPortal('/not-me?m=abc', null);
  answer(disownSession, () => refusal('invalid_link'));
  await deny();
  expect(await screen.findByRole('heading', { name: 'Link is invalid' })).toBeTruthy();
});

it("a link of this kind can't open a page that sets a password", async () => {
  answer(readLink, { ...person, signIn });
  const { router } = await openPortal('/np?m=abc', null);
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
});

it('without a connection, the page stays open and shows an error', async () => {
  answer(readLink, { ...person, signIn });
  const { router } = await openPortal('/not-me?m=abc', null);
  answer(disownSession, lostConnection);
  await deny();
  expect(
    await screen.findByText('The portal cannot be reached. Please check your connection.'),
  ).toBeTruthy();
  expect(router.state.location.pathname).toBe('/not-me');
});
