import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readTeamLimits } from '@lintel/contract/identity/team';
import { saveContractor } from '@lintel/contract/contractors/profile';
import type { Session } from '@lintel/contract/identity/sessions';
import { button, fill, input, press, recordCalls } from '../../../test/forms.ts';
import { openPortal } from '../../../test/render-portal.tsx';
import { at, answer, lostConnection, noAnswer, badGateway, refusal } from '../../../test/server.ts';
import { limitedUser, owner, staff, switchedStaff } from '../../../test/sessions.ts';

const open = async (session: Session = owner()) => {
  const view = await openPortal('/personal-info', session);
  await screen.findByRole('group', { name: 'Profile' });
  return view;
};
const cards = () =>
  screen.getAllByRole('group', { hidden: true }).map((card) => card.getAttribute('aria-label'));
const card = (name: string) => screen.getByRole('group', { name, hidden: true });
const locked = (name: string) =>
  card(name).hasAttribute('inert') && card(name).getAttribute('aria-disabled') === 'true';

describe('the cards of Personal Info', () => {
  it('are all shown to an owner, in order [ACC-054] [ACC-055] [ACC-056] [ACC-057] [ACC-058]', async () => {
    await open();
    expect(cards()).toEqual([
      'Profile',
      'Password',
      'Two-Step Verification',
      'Company Profile',
      'Email Notifications',
      'Team Management (0 of 3 users)',
    ]);
  });

  it('are Profile without a phone, Password, and Two-Step Verification for staff without a contractor [ACC-056] [ACC-057] [ACC-058] [ACC-389]', async () => {
    await open(staff());
    expect(cards()).toEqual(['Profile', 'Password', 'Two-Step Verification']);
    expect(screen.queryByText('Phone')).toBeNull();
    await press('Edit Profile');
    expect(screen.queryByLabelText('Phone')).toBeNull();
  });

  it('are all shown to staff switched into an account [ACC-056] [ACC-058] [ACC-389]', async () => {
    await open(switchedStaff());
    expect(cards()).toHaveLength(5);
    expect(screen.getByText('303-555-0110')).toBeTruthy();
    await press('Edit Company Profile');
    expect(input('Company name').value).toBe('Summit Roofing LLC');
  });

  it('exclude the company, its phone, and its team for a team user with Limited access [ACC-389]', async () => {
    await open(limitedUser());
    expect(cards()).toEqual([
      'Profile',
      'Password',
      'Two-Step Verification',
      'Email Notifications',
    ]);
    expect(screen.queryByText('Phone')).toBeNull();
  });

  it('exclude the team without a team limit [ACC-059]', async () => {
    await openPortal('/refer', owner());
    for (const tierMaxTeamUsers of [null, 0]) {
      const view = await openPortal('/refer', owner());
      answer(readTeamLimits, {
        data: { contractorMaxTeamUsers: null, tierMaxTeamUsers },
      });
      await view.router.navigate({ href: '/personal-info' });
      await screen.findByRole('group', { name: 'Company Profile' });
      expect(cards()).not.toContainEqual(expect.stringContaining('Team'));
      view.unmount();
    }
  });
});

describe('editing a card', () => {
  it('dims and locks the others, so that only one can be edited [ACC-060] [ACC-061]', async () => {
    await open();
    await press('Edit Profile');
    expect(locked('Profile')).toBe(false);
    for (const name of [
      'Password',
      'Company Profile',
      'Email Notifications',
      'Team Management (0 of 3 users)',
    ])
      expect(locked(name), name).toBe(true);
    await press('Cancel');
    expect(screen.queryByRole('group', { name: 'Password' })).toBeTruthy();
    expect(locked('Password')).toBe(false);
  });

  it('ends when editing starts in another card, and discards its edits [ACC-060] [ACC-062]', async () => {
    await open();
    await press('Edit Profile');
    await fill('First name', 'Somebody');
    // A locked card is out of reach for users, but not for a script.
    screen.getByLabelText('Edit Company Profile').click();
    await waitFor(() => expect(input('Company name').value).toBe('Summit Roofing LLC'));
    expect(screen.queryByDisplayValue('Somebody')).toBeNull();
    await press('Cancel');
    await press('Edit Profile');
    expect(input('First name').value).toBe('Priya');
  });

  it('ends when the user leaves the page, and discards its edits [ACC-062]', async () => {
    const { router } = await open();
    await press('Edit Company Profile');
    await fill('Company name', 'Another name');
    await router.navigate({ href: '/' });
    await screen.findByRole('heading', { name: 'Hello, Priya' });
    await router.navigate({ href: '/personal-info' });
    expect(await screen.findByText('Summit Roofing LLC')).toBeTruthy();
    expect(screen.queryByDisplayValue('Another name')).toBeNull();
    expect(screen.queryByText('Another name')).toBeNull();
  });

  it('restores the stored values with Cancel and with Escape [ACC-063]', async () => {
    await open();
    for (const leave of [() => press('Cancel'), () => userEvent.keyboard('{Escape}')]) {
      await press('Edit Profile');
      await fill('Last name', 'Else');
      await leave();
      expect(screen.getByText('Natarajan')).toBeTruthy();
      expect(screen.queryByText('Else')).toBeNull();
    }
  });

  it('starts in the first field and returns the focus to the Edit button', async () => {
    await open();
    await press('Edit Profile');
    expect(document.activeElement).toBe(input('First name'));
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(button('Edit Profile'));
    await press('Edit Email Notifications');
    expect(document.activeElement).toBe(screen.getByRole('radio', { checked: true }));
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(button('Edit Email Notifications'));
  });

  it('continues saving when Escape is pressed', async () => {
    await open();
    await press('Edit Company Profile');
    answer(at(saveContractor, { id: 7 }), noAnswer);
    await fill('Address', '1 Main Street');
    await press('Save');
    await userEvent.keyboard('{Escape}');
    expect(input('Address').value).toBe('1 Main Street');
  });
});

describe('a save that fails', () => {
  const save = async (reply: () => Response): Promise<void> => {
    await press('Edit Company Profile');
    await fill('Address', '1 Main Street');
    recordCalls(at(saveContractor, { id: 7 }), reply);
    await press('Save');
  };

  it("shows the server's message until closed, and keeps the input [ACC-476]", async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
    });
    await open();
    await save(() => refusal('conflict'));
    expect(await screen.findByText('This has changed since you opened it.')).toBeTruthy();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(screen.getByText('This has changed since you opened it.')).toBeTruthy();
    expect(document.querySelector('[data-position="top-center"]')?.textContent).toContain(
      'This has changed since you opened it.',
    );
    expect(input('Address').value).toBe('1 Main Street');
  });

  it('shows the support address once without a server message [ACC-475]', async () => {
    for (const reply of [badGateway, () => refusal('unexpected'), lostConnection]) {
      const { unmount } = await open();
      await save(reply);
      expect(
        await screen.findByText('An unexpected error occurred, please contact support@localhost'),
      ).toBeTruthy();
      expect(screen.queryByText('Something wrong')).toBeNull();
      unmount();
    }
  });

  it('disappears once a save succeeds [ACC-488]', async () => {
    await open();
    await save(() => refusal('conflict'));
    await screen.findByText('This has changed since you opened it.');
    recordCalls(at(saveContractor, { id: 7 }));
    await press('Save');
    expect(await screen.findByText('Update successful!')).toBeTruthy();
    await waitFor(() =>
      expect(screen.queryByText('This has changed since you opened it.')).toBeNull(),
    );
  });
});
