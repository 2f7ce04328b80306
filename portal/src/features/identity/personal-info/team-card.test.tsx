import { describe, expect, it } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answer } from '@lintel/contract/core/endpoint';
import {
  type TeamUser,
  readTeam,
  readTeamLimits,
  readTeamSections,
  addTeamUser,
  editTeamUser,
  removeTeamUser,
  inviteTeamUser,
  reactivateTeamUser,
} from '@lintel/contract/identity/team';
import { button, fill, input, press, recordCalls } from '../../../test/forms.ts';
import { openPortal } from '../../../test/render-portal.tsx';
import { at, answer, refusal, lostConnection } from '../../../test/server.ts';
import { owner } from '../../../test/sessions.ts';

const sections: Answer<typeof readTeamSections>['data'] = [
  {
    code: 'marketing-materials',
    name: 'Marketing materials',
    description: 'Flyers, banners and images.',
  },
  {
    code: 'reports-applications',
    name: 'Applications',
    description: 'Who applied, and what became of it.',
  },
];
const person = (id: number, firstname: string, change: Partial<TeamUser> = {}): TeamUser => ({
  id,
  firstname,
  lastname: 'Ortiz',
  email: `${firstname.toLowerCase()}@summit.example`,
  access: { type: 'Limited', resourceCodes: ['reports-applications', 'marketing-materials'] },
  status: 'active',
  lastSeen: '2026-11-03T18:00:00.000Z',
  ...change,
});
const sam = person(21, 'Sam');
const lee = person(22, 'Lee', {
  access: { type: 'Full', resourceCodes: [] },
  status: 'invited',
  lastSeen: null,
});
const kim = person(23, 'Kim', { status: 'deactivated' });

interface Limits {
  contractorMaxTeamUsers: number | null;
  tierMaxTeamUsers: number | null;
}
const store = (users: TeamUser[]): void => answer(at(readTeam, { id: 7 }), { data: users });
async function open(users: TeamUser[] = [sam, lee, kim], limits: Partial<Limits> = {}) {
  const view = await openPortal('/refer', owner());
  store(users);
  answer(at(readTeamLimits, { id: 7 }), {
    data: { contractorMaxTeamUsers: null, tierMaxTeamUsers: 3, ...limits },
  });
  answer(at(readTeamSections, { id: 7 }), { data: sections });
  await view.router.navigate({ href: '/personal-info' });
  await screen.findByRole('group', { name: /^Team Management/ });
  return view;
}
const card = () => screen.getByRole('group', { name: /^Team Management/ });
const row = (name: string) =>
  within(screen.getByRole('rowheader', { name: new RegExp(`^${name}`) }).closest('tr')!);
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const closed = () => screen.findByRole('button', { name: 'Add user' });

describe('the Team Management card', () => {
  it('counts active and invited users against the limit [ACC-391] [ACC-423] [ACC-536]', async () => {
    const { unmount } = await open();
    expect(screen.getByRole('heading', { name: 'Team Management (2 of 3 users)' })).toBeTruthy();
    unmount();
    await open([sam, lee, kim], { contractorMaxTeamUsers: 8 });
    expect(screen.getByRole('heading', { name: 'Team Management (2 of 8 users)' })).toBeTruthy();
  });

  it("uses the contractor's own limit if set, even 0 [ACC-059] [ACC-391]", async () => {
    const { router } = await openPortal('/refer', owner());
    answer(at(readTeamLimits, { id: 7 }), {
      data: { contractorMaxTeamUsers: 0, tierMaxTeamUsers: 3 },
    });
    await router.navigate({ href: '/personal-info' });
    await screen.findByRole('group', { name: 'Profile' });
    expect(screen.queryByRole('group', { name: /^Team Management/ })).toBeNull();
  });

  it('lists users with their access [ACC-155] [ACC-156] [ACC-157] [ACC-390] [ACC-422] [ACC-424]', async () => {
    await open();
    expect(row('Sam Ortiz').getByText('sam@summit.example')).toBeTruthy();
    expect(row('Sam Ortiz').getByText('Applications, Marketing materials')).toBeTruthy();
    for (const word of ['Active', '11/03/2026'])
      expect(row('Sam Ortiz').getByText(word)).toBeTruthy();
    for (const word of ['Full', 'Invited', 'Never'])
      expect(row('Lee Ortiz').getByText(word)).toBeTruthy();
    expect(row('Kim Ortiz').getByText('Deactivated')).toBeTruthy();
  });

  it('shows the next step while empty', async () => {
    await open([]);
    expect(screen.getByText('No team users yet')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Team Management (0 of 3 users)' })).toBeTruthy();
  });

  it('disables adding at the limit, and explains why, also by keyboard [ACC-482] [ACC-483]', async () => {
    await open([sam, lee, kim], { tierMaxTeamUsers: 2 });
    const add = button('Add user');
    expect(add.getAttribute('aria-disabled')).toBe('true');
    expect(button('Reactivate Kim Ortiz').getAttribute('aria-disabled')).toBe('true');
    const reason = 'You’ve reached the limit of additional users for your account';
    expect(screen.queryByText(reason)).toBeNull();
    button('Edit Email Notifications').focus();
    await userEvent.tab();
    expect(document.activeElement).toBe(add);
    expect((await screen.findByRole('tooltip', { hidden: true })).textContent).toBe(reason);
    await userEvent.tab();
    await waitFor(() => expect(screen.queryByText(reason)).toBeNull());
    add.click();
    expect(await screen.findByText(reason)).toBeTruthy();
    expect(screen.queryByLabelText(/^First name/)).toBeNull();
  });

  it('shows "Something wrong" on its own when the list fails to load, with a retry [ACC-480]', async () => {
    const { router } = await openPortal('/refer', owner());
    answer(at(readTeam, { id: 7 }), () => refusal('not_found'));
    await router.navigate({ href: '/personal-info' });
    expect(
      await within(await screen.findByRole('group', { name: 'Team Management' })).findByText(
        'Something wrong',
      ),
    ).toBeTruthy();
    expect(button('Edit Profile')).toBeTruthy();
    store([sam]);
    await press('Try again');
    expect(await screen.findByText('sam@summit.example')).toBeTruthy();
  });
});

describe('the form of a new team user', () => {
  it('adds with Limited access and its sections, closes, and reloads the list [ACC-224] [ACC-226] [ACC-227] [ACC-339] [ACC-425] [ACC-491]', async () => {
    await open([sam]);
    await press('Add user');
    expect(screen.getByRole('heading', { name: 'New user' })).toBeTruthy();
    expect(radio('Limited').checked).toBe(true);
    expect(screen.getByText('Who applied, and what became of it.')).toBeTruthy();
    await fill('First name', 'Ana');
    await fill('Last name', 'Ortiz');
    await fill('E-mail', 'ana@summit.example');
    await userEvent.click(box('Applications'));
    const calls = recordCalls(at(addTeamUser, { contractorId: 7 }), () => {
      const user = person(24, 'Ana', { status: 'invited', lastSeen: null });
      store([sam, user]);
      return { message: 'Saved', user };
    });
    await press('Add user');
    expect(
      await screen.findByText('We sent the added user an email with an authorization link.'),
    ).toBeTruthy();
    expect(calls).toEqual([
      {
        path: '/contractor/7/team/user',
        encoding: 'json',
        body: {
          firstname: 'Ana',
          lastname: 'Ortiz',
          email: 'ana@summit.example',
          contractorTeamAccess: { type: 'Limited', resourceCodes: ['reports-applications'] },
        },
      },
    ]);
    expect(screen.queryByRole('heading', { name: 'New user' })).toBeNull();
    expect(row('Ana Ortiz').getByText('Invited')).toBeTruthy();
    expect(document.activeElement).toBe(button('Add user'));
  });

  it('closes on cancel and sends nothing [ACC-225]', async () => {
    await open([sam]);
    const calls = recordCalls(at(addTeamUser, { contractorId: 7 }));
    await press('Add user');
    await fill('First name', 'Ana');
    await press('Cancel');
    expect(screen.queryByRole('heading', { name: 'New user' })).toBeNull();
    expect(row('Sam Ortiz')).toBeTruthy();
    expect(calls).toEqual([]);
    await press('Add user');
    expect(input('First name').value).toBe('');
  });

  it('locks the other cards while open [ACC-061]', async () => {
    await open([sam]);
    await press('Add user');
    expect(screen.getByRole('group', { name: 'Profile', hidden: true }).hasAttribute('inert')).toBe(
      true,
    );
    expect(card().hasAttribute('inert')).toBe(false);
  });

  it('requires names and an e-mail [ACC-341] [ACC-344]', async () => {
    await open([sam]);
    await press('Add user');
    await userEvent.click(box('Applications'));
    await press('Add user');
    await waitFor(() => expect(screen.getAllByText('This field is required.')).toHaveLength(3));
    for (const label of ['First name', 'Last name', 'E-mail'])
      expect(input(label).getAttribute('aria-invalid'), label).toBe('true');
  });

  it('explains the characters allowed in a name and marks an invalid e-mail [ACC-340] [ACC-343]', async () => {
    await open([sam]);
    await press('Add user');
    await fill('First name', 'R2');
    await fill('Last name', 'D2');
    await fill('E-mail', 'nobody');
    await press('Add user');
    expect(
      await screen.findAllByText(
        'Please use letters A to Z, dash, apostrophe, period or space only.',
      ),
    ).toHaveLength(2);
    expect(screen.getByText('The Email is in invalid format')).toBeTruthy();
  });

  it('limits the length of names and e-mail [ACC-342] [ACC-345]', async () => {
    await open([sam]);
    await press('Add user');
    expect(['First name', 'Last name', 'E-mail'].map((label) => input(label).maxLength)).toEqual([
      100, 100, 250,
    ]);
    for (const label of ['First name', 'Last name', 'E-mail']) {
      input(label).removeAttribute('maxlength');
      await userEvent.click(input(label));
      await userEvent.paste('a'.repeat(251));
    }
    await press('Add user');
    expect(await screen.findAllByText('Enter 100 symbols maximum')).toHaveLength(2);
    expect(screen.getByText('Enter 250 symbols maximum')).toBeTruthy();
  });

  it('requires an access, Full or Limited, and a section for Limited [ACC-156] [ACC-336] [ACC-337]', async () => {
    await open([sam]);
    await press('Add user');
    expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)).toEqual([
      'Full',
      'Limited',
    ]);
    expect(screen.getByRole('radiogroup', { name: /^Access/ })).toBeTruthy();
    await fill('First name', 'Ana');
    await fill('Last name', 'Ortiz');
    await fill('E-mail', 'ana@summit.example');
    const calls = recordCalls(at(addTeamUser, { contractorId: 7 }), () => ({
      message: 'Saved',
      user: person(24, 'Ana'),
    }));
    await press('Add user');
    expect(await screen.findByText('At least one item must be selected')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(box('Marketing materials')));
    expect(calls).toEqual([]);
    await userEvent.click(radio('Full'));
    expect(screen.queryByRole('checkbox')).toBeNull();
    await press('Add user');
    await closed();
    expect(calls).toMatchObject([
      { body: { contractorTeamAccess: { type: 'Full', resourceCodes: [] } } },
    ]);
  });

  it("shows the server's message when the e-mail is in use [ACC-478]", async () => {
    await open([sam]);
    await press('Add user');
    await fill('First name', 'Ana');
    await fill('Last name', 'Ortiz');
    await fill('E-mail', 'sam@summit.example');
    await userEvent.click(radio('Full'));
    recordCalls(at(addTeamUser, { contractorId: 7 }), () => refusal('email_already_exist'));
    await press('Add user');
    expect(await screen.findByText('A user with this e-mail already exists.')).toBeTruthy();
    expect(input('E-mail').value).toBe('sam@summit.example');
  });
});

describe('the form of an existing team user', () => {
  const edit = async (): Promise<void> => {
    await open([sam]);
    await press('Edit Sam Ortiz');
  };

  it('sends names and access without the locked e-mail, and reloads the list [ACC-224] [ACC-226] [ACC-227] [ACC-338] [ACC-426] [ACC-488]', async () => {
    await edit();
    expect(screen.getByRole('heading', { name: 'Edit Sam Ortiz' })).toBeTruthy();
    expect(input('E-mail').disabled).toBe(true);
    expect(box('Applications').checked).toBe(true);
    await fill('First name', 'Samuel');
    await userEvent.click(box('Applications'));
    const calls = recordCalls(at(editTeamUser, { contractorId: 7, userId: 21 }), () => {
      const user = person(21, 'Samuel', { email: sam.email });
      store([user]);
      return { message: 'Saved', user };
    });
    await press('Save');
    expect(await screen.findByText('Update successful!')).toBeTruthy();
    expect(calls).toEqual([
      {
        path: '/contractor/7/team/user/21',
        encoding: 'json',
        body: {
          firstname: 'Samuel',
          lastname: 'Ortiz',
          contractorTeamAccess: { type: 'Limited', resourceCodes: ['marketing-materials'] },
        },
      },
    ]);
    expect(row('Samuel Ortiz')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(button('Edit Samuel Ortiz')));
  });

  it('closes on cancel and leaves the user unchanged [ACC-063] [ACC-225]', async () => {
    await edit();
    await fill('First name', 'Samuel');
    await press('Cancel');
    expect(row('Sam Ortiz')).toBeTruthy();
    expect(document.activeElement).toBe(button('Edit Sam Ortiz'));
  });

  it('shows an error when saving fails, and stays open [ACC-479]', async () => {
    for (const reply of [() => refusal('not_found'), () => refusal('unexpected'), lostConnection]) {
      const { unmount } = await open([sam]);
      await press('Edit Sam Ortiz');
      recordCalls(at(editTeamUser, { contractorId: 7, userId: 21 }), reply);
      await fill('First name', 'Samuel');
      await press('Save');
      expect(
        await screen.findByText('Something went wrong. Please try again or contact support.'),
      ).toBeTruthy();
      expect(input('First name').value).toBe('Samuel');
      unmount();
    }
  });
});

describe('a team user', () => {
  it('is deleted after a confirmation, and the list reloads [ACC-427]', async () => {
    await open([sam, lee]);
    const calls = recordCalls(at(removeTeamUser, { contractorId: 7, userId: 21 }), () => {
      store([lee]);
      return { message: 'Deleted' };
    });
    await press('Delete Sam Ortiz');
    await screen.findByRole('dialog', { name: 'Delete Sam Ortiz?' });
    await press('Keep');
    expect(calls).toEqual([]);
    await press('Delete Sam Ortiz');
    await screen.findByRole('dialog', { name: 'Delete Sam Ortiz?' });
    await press('Delete');
    expect(await screen.findByText('Sam Ortiz was deleted.')).toBeTruthy();
    expect(calls.map(({ path }) => path)).toEqual(['/contractor/7/team/user/21']);
    await waitFor(() => expect(screen.queryByText('sam@summit.example')).toBeNull());
    expect(screen.getByRole('heading', { name: 'Team Management (1 of 3 users)' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(button('Add user')));
  });

  it('stays when deleting fails, with "Something wrong" [ACC-481]', async () => {
    await open([sam]);
    recordCalls(at(removeTeamUser, { contractorId: 7, userId: 21 }), () => refusal('not_found'));
    await press('Delete Sam Ortiz');
    await screen.findByRole('dialog');
    await press('Delete');
    expect(await screen.findByText('Something wrong')).toBeTruthy();
    expect(row('Sam Ortiz')).toBeTruthy();
  });

  it('can be sent the link again if invited', async () => {
    await open();
    expect(screen.queryByRole('button', { name: /^Resend link to Sam/ })).toBeNull();
    const calls = recordCalls(at(inviteTeamUser, { contractorId: 7, userId: 22 }));
    await press('Resend link to Lee Ortiz');
    expect(await screen.findByText('We sent the link again to lee@summit.example.')).toBeTruthy();
    expect(calls).toHaveLength(1);
  });

  it('can be reactivated while below the limit', async () => {
    await open();
    const calls = recordCalls(at(reactivateTeamUser, { contractorId: 7, userId: 23 }), () => {
      const user = { ...kim, status: 'active' as const };
      store([sam, lee, user]);
      return { message: 'Saved', user };
    });
    await press('Reactivate Kim Ortiz');
    expect(await screen.findByText('Kim Ortiz can sign in again.')).toBeTruthy();
    expect(calls).toHaveLength(1);
    expect(
      await screen.findByRole('heading', { name: 'Team Management (3 of 3 users)' }),
    ).toBeTruthy();
  });

  it("can't delete or limit themselves", async () => {
    await open([person(11, 'Priya', { access: { type: 'Full', resourceCodes: [] } }), sam]);
    expect(screen.getByText('Priya Ortiz (you)')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete Priya Ortiz' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit Priya Ortiz' })).toBeNull();
  });
});
