import { beforeEach, describe, expect, it } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listContractors, createAccount } from '@lintel/contract/contractors/manage';
import { readManaged } from '@lintel/contract/contractors/edit';
import { listManagers } from '@lintel/contract/leads/lead';
import { readW9ForReview } from '@lintel/contract/payouts/w9';
import { resetContractorFactors } from '@lintel/contract/identity/staff';
import { sendConfirmation } from '@lintel/contract/identity/account';
import {
  chooseColumns,
  saveView,
  readViews,
  type ContractorView,
} from '@lintel/contract/contractors/views';
import { contractorColumns } from '@lintel/contract/contractors/manage-constants';
import { contractorRow as row, manager } from '../../test/contractors.ts';
import { openScreen } from '../../test/render-portal.tsx';
import { at, answer, refusal, lostConnection } from '../../test/server.ts';
import { privileges, staff, staffPrivileges } from '../../test/sessions.ts';

const kitchens = row({
  id: 8,
  hasUser: false,
  userId: null,
  user: null,
  companyName: 'Harbor Kitchens',
  cpActivation: '',
  leadId: 5001,
  leadUrl: 'https://crm.example/lead/5001',
});
const [dana, theo] = [manager(1, 'Dana', 'Whitfield'), manager(2, 'Theo', 'Marsh')];
const managedKitchens = {
  contractor: kitchens,
  manager: null,
  leadOwner: { id: 2, fullName: 'Theo Marsh' },
  version: 1,
  lastEdit: null,
};
const requests: URLSearchParams[] = [];
const rightful = [
  ...staffPrivileges,
  ...privileges('manage-contractors:account_create', 'payout-tax:manage_access'),
];

const openList = async (
  path = '/manage/contractors',
  rows = [row(), kitchens],
  held = rightful,
) => {
  const view = await openScreen('/refer', staff(held));
  requests.length = 0;
  answer(listContractors, (request) => {
    requests.push(new URL(request.url).searchParams);
    return { data: rows, total: 65 };
  });
  answer(at(readManaged, { id: 8 }), managedKitchens);
  answer(listManagers, { data: [dana, theo], total: 2 });
  await view.router.navigate({ href: path });
  await screen.findByText(rows.at(-1)?.companyName ?? '');
  return view;
};
// jsdom has no layout, so popups of a button count as hidden.
const inPopup = (name: string) => ({ name, hidden: true });
const last = (): Record<string, string> => Object.fromEntries(requests.at(-1) ?? []);
const pick = async (label: string, value: string): Promise<void> => {
  await userEvent.click(screen.getByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', inPopup(value)));
};
const getRow = (name: string): HTMLElement => {
  const found = screen.getByText(name).closest('tr');
  if (found === null) throw new Error(`${name} is in no row`);
  return found;
};

beforeEach(() => {
  requests.length = 0;
});

describe('the list of contractors', () => {
  it('loads and shows 25 rows, sorted by whether they have a user [ADM-509] [ADM-511]', async () => {
    await openList();
    expect(last()).toMatchObject({ page: '1', limit: '25', order: '+hasUser' });
    expect(screen.getAllByText('555-555-1234')).toHaveLength(2);
    expect(screen.getByText('65 contractors')).toBeTruthy();
  });

  it('has pages of 10, 25, 50, and 100 rows [ADM-023] [ADM-510]', async () => {
    await openList();
    const sizes = within(screen.getByLabelText('Per page')).getAllByRole<HTMLOptionElement>(
      'option',
    );
    expect(sizes.map(({ value }) => value)).toEqual(['10', '25', '50', '100']);
    await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(last()['page']).toBe('2'));
  });

  it('has its columns in order after the switch [ADM-032]', async () => {
    await openList();
    const titles = [...document.querySelectorAll('th')].map(({ textContent }) => textContent);
    expect(titles).toEqual([
      'Switch to user',
      'Company name',
      'First name',
      'Last name',
      'E-Mail',
      'Phone number',
      'Plan',
      'Registration date',
      'CP activation',
      'Lead',
      'Payment Status',
      'W-9 status',
      'Contractor ID',
      'Actions',
    ]);
  });

  it('sorts by a column, including the plan [ADM-024] [ADM-033]', async () => {
    await openList();
    await userEvent.click(screen.getByRole('button', { name: /^Plan/ }));
    await waitFor(() => expect(last()['order']).toBe('+plan'));
  });

  it('offers the switch only for rows with a user [ADM-031]', async () => {
    await openList();
    expect(
      within(getRow('Summit Roofing LLC')).getByRole('button', {
        name: 'Switch to Summit Roofing LLC',
      }),
    ).toBeTruthy();
    expect(within(getRow('Harbor Kitchens')).queryByRole('button', { name: /^Switch/ })).toBeNull();
  });

  it('shows the activation date, an error, or nothing [ADM-034]', async () => {
    await openList(undefined, [
      row({ companyName: 'Active', cpActivation: '2026-02-03T18:00:00.000Z' }),
      row({ id: 9, companyName: 'Wrong', cpActivation: { error: 'No such mailbox' } }),
      kitchens,
    ]);
    expect(within(getRow('Active')).getByText('Feb 3, 2026')).toBeTruthy();
    expect(within(getRow('Wrong')).getByText('Error')).toBeTruthy();
    expect(within(getRow('Harbor Kitchens')).queryByText('Error')).toBeNull();
  });

  it('links to the lead in the CRM [ADM-035]', async () => {
    await openList();
    const link = within(getRow('Harbor Kitchens')).getByRole<HTMLAnchorElement>('link', {
      name: /5001/,
    });
    expect(link.href).toBe('https://crm.example/lead/5001');
    expect(within(getRow('Summit Roofing LLC')).queryByRole('link', { name: /^\d/ })).toBeNull();
  });

  it('opens the W-9 from its status if there are a form and an account, and marks flagged ones [ADM-036] [ADM-037] [ADM-223]', async () => {
    const form = (status: 'Pending' | 'Verified' | 'Rejected', danger: boolean) => ({
      w9: { status, danger },
      statusW9: status,
    });
    const flagged = row({ companyName: 'Flagged', ...form('Pending', true) });
    const rows = [
      flagged,
      row({ id: 9, companyName: 'Fine', ...form('Verified', false) }),
      row({ id: 10, companyName: 'Refused', ...form('Rejected', false) }),
      row({ id: 11, companyName: 'None' }),
      row({
        id: 12,
        companyName: 'Nobody',
        hasUser: false,
        userId: null,
        user: null,
        ...form('Pending', false),
      }),
    ];
    answer(at(readW9ForReview, { id: 7 }), () => refusal('not_found'));
    await openList(undefined, rows);
    for (const [name, tone] of [
      ['Flagged', 'blue'],
      ['Fine', 'green'],
      ['Refused', 'red'],
    ] as const) {
      const link = within(getRow(name)).getByRole('link', { name: /^W-9/ });
      expect(link.querySelector<HTMLElement>('span')?.style.color).toBe(`var(--tone-${tone})`);
    }
    for (const name of ['None', 'Nobody'])
      expect(within(getRow(name)).queryByRole('link', { name: /^W-9/ })).toBeNull();
    expect(screen.getAllByRole('img', { name: 'The names differ' })).toHaveLength(1);
    await userEvent.click(within(getRow('Flagged')).getByRole('link', { name: /^W-9/ }));
    expect(await screen.findByRole('dialog', { name: 'W-9 review' })).toBeTruthy();
  });

  it("doesn't open W-9 forms for staff without permission", async () => {
    await openList(
      undefined,
      [row({ w9: { status: 'Pending', danger: false }, statusW9: 'Pending' }), kitchens],
      privileges('manage-contractors:access'),
    );
    expect(screen.queryByRole('link', { name: /^W-9/ })).toBeNull();
    expect(within(getRow('Summit Roofing LLC')).getByText('Pending')).toBeTruthy();
  });
});

describe('the filters', () => {
  it('are next to the search, with all their values [ADM-026] [ADM-027] [ADM-220] [ADM-221] [ADM-512]', async () => {
    await openList();
    expect(screen.getByPlaceholderText('Search...')).toBe(screen.getByRole('searchbox'));
    const bar = screen.getByRole('search');
    expect(within(bar).getByRole('button', { name: /^W-9/ })).toBeTruthy();
    for (const [label, values] of [
      ['Payment Status', ['Paid', 'Canceled', 'Failed', 'Renewed', 'Unpaid']],
      ['Tier', ['Pro', 'Self', 'Concierge', 'Brand', 'Free', 'Test']],
      ['CP activation', ['Yes', 'No', 'Error']],
    ] as const) {
      await userEvent.click(within(bar).getByRole('combobox', { name: label }));
      const list = await screen.findByRole('listbox', inPopup(label));
      expect(
        within(list)
          .getAllByRole('option', { hidden: true })
          .map(({ textContent }) => textContent),
      ).toEqual(['All', ...values]);
      await userEvent.keyboard('{Escape}');
    }
  });

  it('are sent together and added to the address, each removable', async () => {
    const { router } = await openList();
    await pick('Payment Status', 'Failed');
    await pick('Tier', 'Brand');
    await pick('CP activation', 'Error');
    await waitFor(() =>
      expect(last()).toMatchObject({
        'filters[statusPayment]': 'Failed',
        'filters[tier]': 'Brand',
        'filters[cpActivation]': 'Error',
        'filters[showDifferencesOnly]': '0',
        page: '1',
      }),
    );
    expect(router.state.location.search).toEqual({
      status: 'Failed',
      tier: 'Brand',
      activation: 'Error',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Tier: Brand' }));
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ status: 'Failed', activation: 'Error' }),
    );
  });

  it('show only accounts to create when opened from the home page, until the chip is removed', async () => {
    await openList('/manage/contractors?account=to-create');
    expect(last()).toMatchObject({ accountToCreate: '1' });
    await userEvent.click(
      screen.getByRole('button', { name: 'Remove the filter Account: To create' }),
    );
    await waitFor(() => expect(last()).not.toHaveProperty('accountToCreate'));
  });

  it('allow several W-9 states and, separately, differences only [ADM-028] [ADM-029]', async () => {
    const { router } = await openList();
    await userEvent.click(within(screen.getByRole('search')).getByRole('button', { name: /^W-9/ }));
    await userEvent.click(await screen.findByRole('checkbox', inPopup('Rejected')));
    await userEvent.click(screen.getByRole('checkbox', inPopup('Pending')));
    await waitFor(() =>
      expect(last()).toMatchObject({
        'filters[statusW9][0]': 'Pending',
        'filters[statusW9][1]': 'Rejected',
      }),
    );
    await userEvent.click(screen.getByRole('checkbox', inPopup('Show differences only')));
    await waitFor(() => expect(last()['filters[showDifferencesOnly]']).toBe('1'));
    expect(router.state.location.search).toEqual({ w9: 'Pending,Rejected', differences: 1 });
  });

  it('are restored from a saved address', async () => {
    await openList(
      '/manage/contractors?status=Paid&w9=Pending,Verified&order=-companyName&page=2&limit=50',
    );
    expect(last()).toMatchObject({
      page: '2',
      limit: '50',
      order: '-companyName',
      'filters[statusPayment]': 'Paid',
      'filters[statusW9][1]': 'Verified',
    });
  });

  it('are ignored if they are invalid in the address', async () => {
    await openList('/manage/contractors?status=Gone&tier=Gold&order=+shoeSize&page=-3&limit=7');
    expect(last()).toMatchObject({ page: '1', limit: '25', order: '+hasUser' });
    expect(Object.keys(last()).filter((name) => name.startsWith('filters'))).toEqual([
      'filters[searchText]',
      'filters[statusPayment]',
      'filters[showDifferencesOnly]',
      'filters[tier]',
      'filters[cpActivation]',
    ]);
  });

  it('fill the search from companyName in the address, and it can be removed [ADM-025]', async () => {
    await openList('/manage/contractors?companyName=Harbor');
    await waitFor(() => expect(last()['filters[searchText]']).toBe('Harbor'));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('Harbor');
    await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Search: Harbor' }));
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''));
    expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
  });

  it('search shortly after the last key press and reset to page 1', async () => {
    await openList();
    await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(last()['page']).toBe('2'));
    await userEvent.type(screen.getByRole('searchbox'), 'oak');
    await waitFor(() => expect(last()).toMatchObject({ page: '1', 'filters[searchText]': 'oak' }));
  });
});

describe('the actions of a row', () => {
  const openActions = async (name: string): Promise<string[]> => {
    await userEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }));
    const items = await screen.findAllByRole('menuitem', { hidden: true });
    return items.map(({ textContent }) => textContent);
  };

  it('are Create account for paid contractors without a user, Send confirmation e-mail until confirmed, and always Edit account [ADM-038] [ADM-039] [ADM-040]', async () => {
    const rows = [
      row({ companyName: 'Active' }),
      row({ id: 9, companyName: 'Waiting', cpActivation: '' }),
      row({ id: 10, companyName: 'Wrong', cpActivation: { error: 'No such mailbox' } }),
      { ...kitchens, id: 11, companyName: 'Unpaid', paymentStatus: 'Unpaid' as const },
      kitchens,
    ];
    await openList(undefined, rows);
    const expected: Record<string, string[]> = {
      Active: [],
      Waiting: ['Send confirmation e-mail'],
      Wrong: ['Send confirmation e-mail'],
      'Harbor Kitchens': ['Create account'],
      Unpaid: [],
    };
    for (const [name, actions] of Object.entries(expected)) {
      expect(await openActions(name)).toEqual([...actions, 'Edit account']);
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('menuitem', { hidden: true })).toBeNull());
    }
  });

  it('hide Create account from staff without permission', async () => {
    await openList(undefined, [row(), kitchens], privileges('manage-contractors:access'));
    expect(await openActions('Harbor Kitchens')).toEqual(['Edit account']);
  });

  it('create the account, confirm it, and the row then has a user [ADM-041] [ADM-493] [ADM-404]', async () => {
    await openList();
    const message =
      'Account successfully created. An email with an authorization link has been sent to the contractor.';
    let sent = '';
    answer(at(createAccount, { id: 8 }), async (request) => {
      sent = await request.text();
      return { message, contractor: { ...kitchens, hasUser: true, userId: 44 } };
    });
    await openActions('Harbor Kitchens');
    answer(listContractors, {
      data: [row(), { ...kitchens, hasUser: true, userId: 44 }],
      total: 65,
    });
    await userEvent.click(await screen.findByRole('menuitem', inPopup('Create account')));
    const dialog = await screen.findByRole('dialog', { name: 'Create account' });
    expect(await within(dialog).findByText('Theo Marsh is responsible for the lead.')).toBeTruthy();
    expect(within(dialog).getByRole<HTMLInputElement>('combobox').value).toBe('Theo Marsh');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create account' }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(Object.fromEntries(new URLSearchParams(sent))).toEqual({
      email: 'pro@demo.test',
      firstname: 'Priya',
      lastname: 'Natarajan',
      planId: '3',
      managerId: '2',
    });
    expect(
      await within(getRow('Harbor Kitchens')).findByRole('button', { name: /^Switch/ }),
    ).toBeTruthy();
  });

  it('send the chosen manager, or none', async () => {
    await openList();
    const sent: (string | null)[] = [];
    answer(at(createAccount, { id: 8 }), async (request) => {
      sent.push(new URLSearchParams(await request.text()).get('managerId'));
      return refusal('email_already_used');
    });
    await openActions('Harbor Kitchens');
    await userEvent.click(await screen.findByRole('menuitem', inPopup('Create account')));
    const manager = await screen.findByRole('combobox', { name: 'Customer Success Manager' });
    await userEvent.click(manager);
    await userEvent.click(await screen.findByRole('option', inPopup('Dana Whitfield')));
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(sent).toEqual(['1']));
    await userEvent.click(manager);
    await userEvent.click(await screen.findByRole('option', inPopup('No one')));
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(sent).toEqual(['1', '']));
  });

  it('show the server’s message of a failure, or Undefined error [ADM-491] [ADM-492]', async () => {
    await openList(undefined, [row({ companyName: 'Waiting', cpActivation: '' }), kitchens]);
    const create = async (): Promise<void> => {
      await openActions('Harbor Kitchens');
      await userEvent.click(await screen.findByRole('menuitem', inPopup('Create account')));
      await userEvent.click(await screen.findByRole('button', { name: 'Create account' }));
    };
    answer(at(createAccount, { id: 8 }), () => refusal('email_already_used'));
    await create();
    expect(await screen.findByText('This e-mail is already used by another account.')).toBeTruthy();
    answer(at(createAccount, { id: 8 }), lostConnection);
    await userEvent.click(await screen.findByRole('button', { name: 'Create account' }));
    expect(await screen.findByText('Undefined error')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    answer(at(sendConfirmation, { id: 11 }), () => refusal('unexpected'));
    await openActions('Waiting');
    await userEvent.click(await screen.findByRole('menuitem', inPopup('Send confirmation e-mail')));
    await waitFor(() => expect(screen.getAllByText('Undefined error')).toHaveLength(2));
  });

  it("reset an owner's lost second factor, with a reason", async () => {
    await openList(undefined, [row({ companyName: 'Locked out', hasFactor: true }), kitchens]);
    const reasons: unknown[] = [];
    answer(at(resetContractorFactors, { id: 11 }), async (request) => {
      reasons.push(await request.json());
      return { message: 'Two-step verification was reset.' };
    });
    await openActions('Locked out');
    await userEvent.click(
      await screen.findByRole('menuitem', inPopup('Reset two-step verification')),
    );
    const inside = within(
      await screen.findByRole('dialog', {
        name: 'Reset two-step verification for Priya Natarajan',
      }),
    );
    await userEvent.click(inside.getByRole('button', { name: 'Reset' }));
    expect(await inside.findByText('This field is required.')).toBeTruthy();
    await userEvent.type(inside.getByRole('textbox', { name: /Reason/ }), 'Lost the phone');
    await userEvent.click(inside.getByRole('button', { name: 'Reset' }));
    expect(await screen.findByText('Two-step verification was reset.')).toBeTruthy();
    expect(reasons).toEqual([{ reason: 'Lost the phone' }]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /Reset/ })).toBeNull());
  });

  it('resend the confirmation by the user’s id [ADM-403]', async () => {
    await openList(undefined, [row({ companyName: 'Waiting', cpActivation: '' }), kitchens]);
    answer(at(sendConfirmation, { id: 11 }), {
      message: 'The confirmation e-mail is on its way.',
    });
    await openActions('Waiting');
    await userEvent.click(await screen.findByRole('menuitem', inPopup('Send confirmation e-mail')));
    expect(await screen.findByText('The confirmation e-mail is on its way.')).toBeTruthy();
  });
});

describe('personal list settings', () => {
  it('include the visible columns', async () => {
    await openList();
    let sent: unknown;
    answer(chooseColumns, async (request) => {
      sent = await request.json();
      return { message: 'Columns saved.' };
    });
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    await userEvent.click(await screen.findByRole('checkbox', inPopup('E-Mail')));
    await waitFor(() => expect(screen.queryByText('E-Mail', { selector: 'th *' })).toBeNull());
    expect(sent).toEqual({ columns: contractorColumns.filter((one) => one !== 'email') });
    await userEvent.click(screen.getByRole('button', inPopup('Show all')));
    expect(await screen.findByText('E-Mail', { selector: 'th *' })).toBeTruthy();
  });

  it('include views, saved by name and opened with their filters, columns, and order', async () => {
    const { router } = await openList('/manage/contractors?status=Failed');
    let sent: unknown;
    const view: ContractorView = {
      id: 5,
      name: 'Late payers',
      filters: {
        searchText: '',
        statusPayment: 'Failed',
        statusW9: ['Pending'],
        showDifferencesOnly: false,
        tier: '',
        cpActivation: '',
      },
      columns: ['email', 'paymentStatus'],
      order: '-registrationDate',
    };
    answer(saveView, async (request) => {
      sent = await request.json();
      return { message: 'View saved.', view };
    });
    answer(chooseColumns, { message: 'Columns saved.' });
    await userEvent.click(screen.getByRole('button', { name: 'Views' }));
    await userEvent.click(await screen.findByRole('button', inPopup('Save this view')));
    await userEvent.click(await screen.findByRole('textbox', { name: /Name/ }));
    await userEvent.paste('Late payers');
    answer(readViews, { views: [view], columns: contractorColumns });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('View saved')).toBeTruthy();
    expect(sent).toMatchObject({
      name: 'Late payers',
      filters: { statusPayment: 'Failed' },
      columns: contractorColumns,
      order: '+hasUser',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Views' }));
    await userEvent.click(await screen.findByRole('button', inPopup('Late payers')));
    await waitFor(() =>
      expect(router.state.location.search).toEqual({
        status: 'Failed',
        w9: 'Pending',
        order: '-registrationDate',
      }),
    );
    expect(screen.queryByText('First name', { selector: 'th *' })).toBeNull();
    expect(screen.getByText('Payment Status', { selector: 'th *' })).toBeTruthy();
  });
});
