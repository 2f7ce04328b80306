import { expect, it } from 'vitest';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Activity, readActivity } from '@lintel/contract/audit/activity';
import { openPortal } from '../../../test/render-portal.tsx';
import { renderAlone } from '../../../test/render-alone.tsx';
import { at, answer, refusal } from '../../../test/server.ts';
import { limitedUser, owner, staff, switchedStaff } from '../../../test/sessions.ts';
import { ActivityCard } from './activity-card.tsx';

const activity = (change: Partial<Activity> = {}): Activity => ({
  id: 1,
  at: '2026-03-05T18:00:00.000Z',
  text: 'Bank details saved',
  by: 'person',
  name: 'Priya Natarajan',
  address: '203.0.113.7',
  ...change,
});
const rows = async (): Promise<(string | null)[]> =>
  within(await screen.findByRole('list', { name: 'Account activity' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it("an owner sees the account's activity with person and address; staff are unnamed", async () => {
  const none = { name: '', address: '' };
  const data = [
    activity(),
    activity({ id: 2, by: 'staff', text: 'Account edited', ...none }),
    activity({ id: 3, by: 'visitor', text: 'Signed up', name: '' }),
    activity({ id: 4, by: 'system', text: 'Subscription canceled', ...none }),
  ];
  answer(at(readActivity, { id: 7 }), { data, total: 4 });
  renderAlone(<ActivityCard contractorId={7} />);
  expect(await rows()).toEqual([
    '03/05/2026, 1:00 PM ESTBank details savedPriya Natarajan from 203.0.113.7',
    '03/05/2026, 1:00 PM ESTAccount editedLintel staff ',
    '03/05/2026, 1:00 PM ESTSigned upNot signed in from 203.0.113.7',
    '03/05/2026, 1:00 PM ESTSubscription canceledLintel ',
  ]);
});

it('an owner can page to older activity', async () => {
  answer(at(readActivity, { id: 7 }), (request) => {
    const page = Number(new URL(request.url).searchParams.get('page'));
    return { data: [activity({ id: page, text: `Page ${page}` })], total: 12 };
  });
  renderAlone(<ActivityCard contractorId={7} />);
  await rows();
  await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(await screen.findByText('Page 2')).toBeTruthy();
});

it('the card shows a note when empty, or a retry after a loading failure', async () => {
  answer(at(readActivity, { id: 7 }), { data: [], total: 0 });
  const { unmount } = renderAlone(<ActivityCard contractorId={7} />);
  expect(await screen.findByText('No activity')).toBeTruthy();
  unmount();
  answer(at(readActivity, { id: 7 }), () => refusal('unexpected'));
  renderAlone(<ActivityCard contractorId={7} />);
  expect(await screen.findByText('The activity could not be loaded.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

it("Personal Info shows the card only to the owner and to staff switched into the owner's account", async () => {
  for (const [session, isThere] of [
    [owner(), true],
    [switchedStaff(), true],
    [limitedUser(), false],
    [owner(undefined, {}, { user: { ...owner().user, isOwner: false } }), false],
    [staff(), false],
  ] as const) {
    const { unmount } = await openPortal('/personal-info', session);
    await screen.findByRole('group', { name: 'Profile' });
    expect(screen.queryByText('Account Activity') !== null).toBe(isThere);
    unmount();
  }
});
