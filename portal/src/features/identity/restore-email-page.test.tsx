import { expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readLink, restoreEmail } from '@lintel/contract/identity/account';
import { openPortal } from '../../test/render-portal.tsx';
import { answer, refusal } from '../../test/server.ts';
import { owner } from '../../test/sessions.ts';

const person = {
  firstname: 'Priya',
  lastname: 'Natarajan',
  email: 'pro@demo.test',
  newEmail: 'thief@mail.test',
};
const restore = { at: '2026-03-05T18:00:00.000Z' };
const press = async (): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name: 'Restore my e-mail' }));

it('a link restores the e-mail with a button, signs out, and leads to a new password', async () => {
  answer(readLink, async (request) =>
    (await request.text()) === 'enc=abc' ? { ...person, restore } : { ...person, newEmail: null },
  );
  const { router } = await openPortal('/restore-email?m=abc', owner());
  localStorage.setItem('lintel.signed-in', '1');
  await screen.findByText('thief@mail.test');
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'pro@demo.test',
    'thief@mail.test',
    '03/05/2026, 1:00 PM EST',
  ]);
  answer(restoreEmail, { message: 'Your e-mail was restored. Choose a new password.', enc: 'a+b' });
  await press();
  await waitFor(() => expect(router.state.location.pathname).toBe('/np'));
  expect(await screen.findByRole('heading', { name: 'New password' })).toBeTruthy();
  expect(localStorage.getItem('lintel.signed-in')).toBeNull();
});

it('an expired link, a used link, and a link for something else explain what to do', async () => {
  answer(readLink, () => refusal('invalid_link'));
  const stale = await openPortal('/restore-email?m=stale', null);
  expect(await screen.findByRole('heading', { name: 'Link is invalid' })).toBeTruthy();
  stale.unmount();
  answer(readLink, person);
  const other = await openPortal('/restore-email?m=other', null);
  expect(await screen.findByRole('heading', { name: 'Link is invalid' })).toBeTruthy();
  other.unmount();
  answer(readLink, { ...person, restore });
  await openPortal('/restore-email?m=abc', null);
  answer(restoreEmail, () => refusal('invalid_link'));
  await press();
  expect(await screen.findByText(/contact us\. Our staff can restore/)).toBeTruthy();
});

it("a link that restores an e-mail can't confirm a change or set a password", async () => {
  answer(readLink, { ...person, restore });
  const change = await openPortal('/ne?m=abc', null);
  expect(await screen.findByRole('heading', { name: 'Link is invalid' })).toBeTruthy();
  change.unmount();
  const { router } = await openPortal('/np?m=abc', null);
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
});
