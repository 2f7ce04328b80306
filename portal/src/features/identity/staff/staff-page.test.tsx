import { beforeAll, describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  changeStaff,
  inviteStaff,
  listStaff,
  readStaff,
  resetStaffFactors,
  type StaffAccount,
} from '@lintel/contract/identity/staff';
import { deactivateStaff, readHeld } from '@lintel/contract/identity/leaving';
import {
  changeRole,
  createRole,
  deleteRole,
  listStaffRoles,
  type StaffRole,
} from '@lintel/contract/identity/roles';
import type { Session } from '@lintel/contract/identity/sessions';
import { shownToasts } from '../../../test/toasts.ts';
import { openPortal } from '../../../test/render-portal.tsx';
import { at, answer, refusal } from '../../../test/server.ts';
import { privileges, staff, staffPrivileges } from '../../../test/sessions.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

// Lazy chunks take longer to load on a busy machine than a test waits.
beforeAll(async () => {
  await Promise.all([import('./staff-page.tsx'), import('@lintel/contract/identity/roles')]);
});

const account = (more: Partial<StaffAccount> = {}): StaffAccount => ({
  id: 2,
  firstname: 'Sam',
  lastname: 'Porter',
  email: 'support@demo.test',
  roles: [{ id: 2, name: 'Support' }],
  status: 'active',
  factors: ['passkey', 'app'],
  lastSeen: '2026-03-05T18:00:00.000Z',
  locked: null,
  version: 3,
  ...more,
});
const role = (more: Partial<StaffRole> = {}): StaffRole => ({
  id: 2,
  name: 'Support',
  audience: 'staff',
  privileges: ['manage-contractors:access'],
  isBuiltIn: true,
  isWithinReach: true,
  holderCount: 1,
  holders: [{ id: 2, name: 'Sam Porter' }],
  plans: [],
  version: 1,
  ...more,
});
const roles = [
  role({ id: 1, name: 'Administrator', isWithinReach: false }),
  role(),
  role({ id: 120, name: 'Desk', isBuiltIn: false, holderCount: 0, holders: [], version: 4 }),
  role({
    id: 10,
    name: 'Contractor',
    audience: 'plan',
    privileges: ['refer:access'],
    holderCount: 0,
    holders: [],
    plans: [{ id: 3, name: 'Pro' }],
  }),
];

interface ListRequests {
  list: string[];
}
async function open(
  path = '/manage/staff',
  rows: StaffAccount[] = [account()],
  session: Session = staff(),
) {
  const requests: ListRequests = { list: [] };
  const view = await openPortal('/', session);
  answer(listStaff, ({ url }) => {
    requests.list.push(new URL(url).search);
    return { data: rows, total: rows.length };
  });
  answer(listStaffRoles, { data: roles });
  await view.router.navigate({ href: path });
  return { ...view, requests };
}
const openMenu = async (name: string): Promise<void> => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
};
const pick = async (name: string): Promise<void> => {
  await userEvent.click(await screen.findByRole('menuitem', { name, hidden: true }));
};
const readBody = async (request: Request): Promise<unknown> => {
  const body: unknown = await request.json();
  return body;
};

describe('the list of staff', () => {
  it('shows staff users with roles, status, second factor, and last use', async () => {
    await open('/manage/staff', [
      account(),
      account({
        id: 5,
        firstname: 'New',
        lastname: 'One',
        status: 'invited',
        factors: [],
        lastSeen: null,
      }),
    ]);
    const rows = (await screen.findAllByRole('row')).map(({ textContent }) => textContent);
    expect(rows[1]).toContain('Sam Portersupport@demo.testSupportActivePasskey, AppMar 5, 2026');
    expect(rows[2]).toContain('InvitedOffNever');
  });

  it('keeps its filters in the address and sends them to the server', async () => {
    const { router, requests } = await open('/manage/staff?status=invited&role=2');
    const set = await screen.findByRole('list', { name: 'Active filters' });
    await waitFor(() => expect(set.textContent).toBe('Role: SupportStatus: InvitedClear all'));
    expect(decodeURIComponent(requests.list.at(-1) ?? '')).toContain('filters[status]=invited');
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('shows a note without matches, and a retry after a loading failure', async () => {
    const { router } = await open('/manage/staff?search=nobody', []);
    expect(await screen.findByText('No one found')).toBeTruthy();
    answer(listStaff, () => refusal('unexpected'));
    await router.navigate({ href: '/manage/staff?search=other' });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('is read-only for staff with read access', async () => {
    await open('/manage/staff', [account()], staff(privileges('manage-staff:access')));
    await screen.findByText('Sam Porter');
    expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Actions/ })).toBeNull();
  });

  it('has no actions for accounts with more privileges, and explains why', async () => {
    await open('/manage/staff', [account({ locked: 'more' })]);
    expect(
      await screen.findByRole('button', {
        name: "Sam Porter can't be changed: This account has privileges you don't have.",
      }),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Actions/ })).toBeNull();
  });
});

describe('an invitation', () => {
  it('requires names, e-mail, and roles that the user may grant, and is sent', async () => {
    await open();
    const sent: unknown[] = [];
    answer(inviteStaff, async (request) => {
      sent.push(await readBody(request));
      return { message: 'We sent an invitation to new@x.test.', account: account() };
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Invite' }));
    const dialog = await screen.findByRole('dialog', { name: 'Invite staff' });
    const inside = within(dialog);
    const administrator = await inside.findByRole<HTMLInputElement>('checkbox', {
      name: 'Administrator',
    });
    expect(administrator.disabled).toBe(true);
    expect(inside.queryByRole('checkbox', { name: 'Contractor' })).toBeNull();
    await userEvent.click(inside.getByRole('button', { name: 'Send invitation' }));
    expect(await inside.findByText('Choose at least one role.')).toBeTruthy();
    await userEvent.type(inside.getByRole('textbox', { name: 'First name' }), 'New');
    await userEvent.type(inside.getByRole('textbox', { name: 'Last name' }), 'One');
    await userEvent.type(inside.getByRole('textbox', { name: 'E-mail' }), 'new@x.test');
    await userEvent.click(inside.getByRole('checkbox', { name: 'Support' }));
    await userEvent.click(inside.getByRole('button', { name: 'Send invitation' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ firstname: 'New', lastname: 'One', email: 'new@x.test', roles: [2] }]);
    expect(shownToasts().at(-1)?.message).toBe('We sent an invitation to new@x.test.');
  });

  it('marks an e-mail that is in use', async () => {
    await open();
    answer(inviteStaff, () =>
      refusal('email_already_used', {
        email: 'This e-mail is already used by another account.',
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Invite' }));
    const inside = within(await screen.findByRole('dialog'));
    await userEvent.type(inside.getByRole('textbox', { name: 'First name' }), 'New');
    await userEvent.type(inside.getByRole('textbox', { name: 'Last name' }), 'One');
    await userEvent.type(inside.getByRole('textbox', { name: 'E-mail' }), 'pro@demo.test');
    await userEvent.click(await inside.findByRole('checkbox', { name: 'Support' }));
    await userEvent.click(inside.getByRole('button', { name: 'Send invitation' }));
    expect(await inside.findByText('This e-mail is already used by another account.')).toBeTruthy();
  });
});

describe('an account', () => {
  it('changed by another user first can be overwritten after a review', async () => {
    await open();
    const versions: unknown[] = [];
    answer(at(changeStaff, { id: 2 }), async (request) => {
      const body = (await readBody(request)) as { version: number };
      versions.push(body.version);
      return body.version === 3
        ? refusal('conflict')
        : { message: 'Update successful!', account: account() };
    });
    answer(at(readStaff, { id: 2 }), account({ version: 4, lastname: 'Porters' }));
    await openMenu('Sam Porter');
    await pick('Edit');
    const inside = within(await screen.findByRole('dialog', { name: 'Edit Sam Porter' }));
    await userEvent.type(inside.getByRole('textbox', { name: 'First name' }), 'my');
    await userEvent.click(inside.getByRole('button', { name: 'Save' }));
    const notice = await inside.findByRole('alert');
    expect(notice.textContent).toContain('First name, Last name');
    await userEvent.click(within(notice).getByRole('button', { name: 'Save my version' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(versions).toEqual([3, 4]);
  });

  it('is deactivated after a confirmation', async () => {
    await open();
    const closed: unknown[] = [];
    answer(at(readHeld, { id: 2 }), {
      leads: 3,
      contractors: 0,
      sets: [],
      people: [{ id: 7, name: 'Dana Whitfield' }],
    });
    answer(at(deactivateStaff, { id: 2 }), async (request) => {
      closed.push(await readBody(request));
      return { message: 'The account is deactivated and signed out everywhere.' };
    });
    await openMenu('Sam Porter');
    await pick('Deactivate');
    const dialog = await screen.findByRole('dialog', { name: /Deactivate Sam Porter/ });
    const leads = await within(dialog).findByRole('combobox', { name: /leads \(3\)/ });
    expect(dialog.textContent).toContain('signed out everywhere immediately');
    await userEvent.click(leads);
    await userEvent.click(
      await screen.findByRole('option', { name: 'Dana Whitfield', hidden: true }),
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
    await waitFor(() => expect(closed).toEqual([{ leadsTo: 7 }]));
  });

  it('can have its second factors reset, with a reason', async () => {
    await open();
    const sent: unknown[] = [];
    answer(at(resetStaffFactors, { id: 2 }), async (request) => {
      sent.push(await readBody(request));
      return { message: 'Two-step verification was reset.' };
    });
    await openMenu('Sam Porter');
    await pick('Reset two-step verification');
    const inside = within(
      await screen.findByRole('dialog', { name: 'Reset two-step verification for Sam Porter' }),
    );
    await userEvent.click(inside.getByRole('button', { name: 'Reset' }));
    expect(await inside.findByText('This field is required.')).toBeTruthy();
    await userEvent.type(inside.getByRole('textbox', { name: 'Reason' }), 'Lost the phone');
    await userEvent.click(inside.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ reason: 'Lost the phone' }]);
  });

  it("can't deactivate itself or change its own roles", async () => {
    await open('/manage/staff', [account({ locked: 'self' })]);
    await openMenu('Sam Porter');
    expect(screen.queryByRole('menuitem', { name: 'Deactivate', hidden: true })).toBeNull();
    await pick('Edit');
    const inside = within(await screen.findByRole('dialog'));
    expect(
      (await inside.findByRole<HTMLInputElement>('checkbox', { name: 'Support' })).disabled,
    ).toBe(true);
    expect(inside.getByText('Someone else has to change your own roles.')).toBeTruthy();
  });
});

describe('the roles', () => {
  const cards = async () => screen.findAllByRole('heading', { level: 3 });

  it('show their privileges in plain words, their holders, and the plans that grant them', async () => {
    const { router } = await open('/manage/staff?tab=roles');
    expect((await cards()).map(({ textContent }) => textContent)).toEqual([
      'AdministratorBuilt in',
      'SupportBuilt in',
      'Desk',
      'ContractorBuilt in',
    ]);
    const staffRoles = screen.getByRole('region', { name: 'Staff roles' });
    expect(staffRoles.textContent).toContain(
      'See all contractors and leads, edit them, and switch into their accounts',
    );
    expect(staffRoles.textContent).toContain('No one has it.');
    expect(screen.getByText('1 plan: Pro')).toBeTruthy();
    const [first] = within(staffRoles).getAllByRole('button', { name: '1 person' });
    if (first) await userEvent.click(first);
    await waitFor(() => expect(router.state.location.search).toEqual({ role: 1 }));
  });

  it('can only be copied if built in', async () => {
    await open('/manage/staff?tab=roles');
    await cards();
    expect(screen.queryByRole('button', { name: 'Edit Support' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete Support' })).toBeNull();
    const sent: unknown[] = [];
    answer(createRole, async (request) => {
      sent.push(await readBody(request));
      return { message: 'The role was created.', id: 121 };
    });
    await userEvent.click(screen.getByRole('button', { name: 'Copy Support' }));
    const inside = within(await screen.findByRole('dialog', { name: 'Add role' }));
    // Privileges that the session lacks are disabled.
    expect(
      inside.getByRole<HTMLInputElement>('checkbox', {
        name: 'Prepare, release and download payout runs, and change the payout rules',
      }).disabled,
    ).toBe(true);
    await userEvent.click(inside.getByRole('checkbox', { name: 'Read and export the audit log' }));
    await userEvent.click(inside.getByRole('button', { name: 'Add role' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([
      {
        name: 'Copy of Support',
        audience: 'staff',
        privileges: ['manage-contractors:access', 'audit:manage_access'],
      },
    ]);
  });

  it('for plans offer no staff privileges', async () => {
    await open('/manage/staff?tab=roles');
    await cards();
    await userEvent.click(screen.getByRole('button', { name: 'Copy Support' }));
    const inside = within(await screen.findByRole('dialog'));
    await userEvent.click(inside.getByRole('radio', { name: 'Payment plans' }));
    expect(inside.queryByRole('checkbox', { name: 'Read and export the audit log' })).toBeNull();
    await userEvent.click(inside.getByRole('button', { name: 'Add role' }));
    expect(await inside.findByText('Choose at least one privilege.')).toBeTruthy();
  });

  it('changed by another user first show the differences', async () => {
    await open('/manage/staff?tab=roles');
    await cards();
    answer(at(changeRole, { id: 120 }), () => refusal('conflict'));
    answer(listStaffRoles, {
      data: [role({ id: 120, name: 'Front desk', isBuiltIn: false, version: 5 })],
    });
    await userEvent.click(screen.getByRole('button', { name: 'Edit Desk' }));
    const inside = within(await screen.findByRole('dialog', { name: 'Edit Desk' }));
    await userEvent.type(inside.getByRole('textbox', { name: 'Name' }), 's');
    await userEvent.click(inside.getByRole('button', { name: 'Save' }));
    expect((await inside.findByRole('alert')).textContent).toContain(
      'Different from your form: Name.',
    );
    await userEvent.click(inside.getByRole('button', { name: 'Discard mine and reload' }));
    expect(inside.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe(
      'Front desk',
    );
  });

  it('are deleted after a confirmation; one in use shows an error', async () => {
    await open('/manage/staff?tab=roles');
    await cards();
    answer(at(deleteRole, { id: 120 }), () =>
      refusal('in_use', 'Someone has this role. Give them another one first.'),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Delete Desk' }));
    const dialog = await screen.findByRole('dialog', { name: /Delete role/ });
    expect(dialog.textContent).toContain('This action cannot be undone.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(shownToasts().at(-1)?.message).toBe(
        'Someone has this role. Give them another one first.',
      ),
    );
  });
});

describe('Personal Info of staff', () => {
  it('is in the account menu regardless of roles, and not while switched', async () => {
    const { router } = await openPortal(
      '/',
      staff(privileges('manage-emails:access_unsubscribers')),
    );
    await userEvent.click(screen.getByRole('button', { name: /^Account:/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Personal Info' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/personal-info'));
    for (const card of ['Profile', 'Password', 'Two-Step Verification'])
      expect(await screen.findByRole('heading', { name: card })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Personal Info' })).toBeNull();
  });

  it('stays closed in a contractor’s account without its privilege', async () => {
    const own = staff(staffPrivileges.filter(({ resource }) => resource !== 'personal-info'));
    const { switchedStaff } = await import('../../../test/sessions.ts');
    await openPortal('/personal-info', switchedStaff(own.privileges.slice()));
    expect(await screen.findByText('Access denied')).toBeTruthy();
  });
});
