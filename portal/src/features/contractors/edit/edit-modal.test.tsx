import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  readManaged,
  choosePlan,
  readTeamLimit,
  updateContractor,
  type PlanChoice,
} from '@lintel/contract/contractors/edit';
import { listManagers } from '@lintel/contract/leads/lead';
import { keepSubscription, readCancellation } from '@lintel/contract/billing/cancellation';
import { readReopening } from '@lintel/contract/billing/subscriptions';
import { readHistory } from '@lintel/contract/contractors/history';
import type { ContractorRow } from '@lintel/contract/contractors/manage';
import { shownToasts } from '../../../test/toasts.ts';
import { contractorRow, manager } from '../../../test/contractors.ts';
import { button, fill, input, press } from '../../../test/forms.ts';
import { renderAlone } from '../../../test/render-alone.tsx';
import { at, answer, refusal, errorInBody } from '../../../test/server.ts';
import { EditModal } from './edit-modal.tsx';

const brand: PlanChoice = { id: 4, name: 'Brand', tier: 'Brand', contractor: null };
const plans: PlanChoice[] = [{ id: 3, name: 'Pro', tier: 'Pro', contractor: null }, brand];
const managers = [manager(1, 'Dana', 'Whitfield'), manager(2, 'Theo', 'Marsh')];
const tierSizes: Record<string, number> = { 3: 3, 4: 5 };
const notPaying = {
  isPaying: false,
  planName: '',
  termEnd: null as string | null,
  endsAtTermEnd: false,
  refundable: 0,
};
const inPopup = (name: string | RegExp) => ({ name, hidden: true });
const lead = contractorRow({
  hasUser: false,
  userId: null,
  user: null,
  companyName: 'Harbor Kitchens',
  firstName: 'Riley',
  lastName: 'Castillo',
  email: 'riley@example.com',
  paymentStatus: 'Unpaid',
});

interface Options {
  row?: ContractorRow;
  /** Whether the session may change the plan and team size. */
  mayPlan?: boolean;
  manager?: { id: number; fullName: string } | null;
}

function Dialog({ row, mayPlan }: Required<Omit<Options, 'manager'>>) {
  const [open, setOpen] = useState(true);
  return open && <EditModal contractor={row} mayPlan={mayPlan} onClose={() => setOpen(false)} />;
}

/** Opens a contractor's dialog; collects the sent requests in the list. */
const openEdit = async (
  { row = contractorRow(), mayPlan = true, manager = null }: Options = {},
  preview: () => typeof notPaying = () => notPaying,
) => {
  const sent: Record<string, unknown>[] = [];
  answer(at(readManaged, { id: 7 }), {
    contractor: row,
    manager,
    leadOwner: null,
    version: 4,
    lastEdit: null,
  });
  answer(at(readCancellation, { contractorId: 7 }), preview);
  answer(listManagers, { data: managers, total: 2 });
  answer(choosePlan, { data: plans });
  answer(at(readTeamLimit, { id: 7 }), (request) => {
    const plan = new URL(request.url).searchParams.get('plan') ?? '';
    return {
      data: { contractorMaxTeamUsers: row.maxTeamUsers, tierMaxTeamUsers: tierSizes[plan] ?? 0 },
    };
  });
  answer(at(updateContractor, { id: 7 }), async (request) => {
    sent.push((await request.json()) as Record<string, unknown>);
    return { message: "Field's was changed", contractor: row };
  });
  renderAlone(<Dialog row={row} mayPlan={mayPlan} />);
  await screen.findByRole('button', { name: 'Update' });
  return { dialog: screen.getByRole('dialog', { name: /^Edit contractor/ }), sent };
};
const inDialog = () => within(screen.getByRole('dialog', { name: /^Edit contractor/ }));
const planField = (): HTMLElement => inDialog().getByRole('button', { name: /^Plan/ });
const choose = async (label: string, value: string): Promise<void> => {
  await userEvent.click(inDialog().getByRole('combobox', { name: label }));
  await userEvent.click(
    (await screen.findAllByRole('option', inPopup(value))).at(-1) ?? document.body,
  );
};
const pickPlan = async (name: RegExp): Promise<void> => {
  await userEvent.click(planField());
  await userEvent.click(await screen.findByRole('option', inPopup(name)));
};
const sizeField = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Number of users' });
const both = 'Only one of the fields "Referral ID" and "Partner ID" can be filled in';

describe('the dialog of a contractor', () => {
  it('has payment status, partner, referral, and team size, and the contact only without a user [ADM-066] [ADM-068] [ADM-069] [ADM-070] [ADM-071]', async () => {
    const { dialog } = await openEdit();
    expect(within(dialog).getByRole('combobox', { name: 'Payment Status' })).toBeTruthy();
    expect(input('Partner ID')).toBeTruthy();
    expect(input('Referral ID')).toBeTruthy();
    expect(
      within(dialog)
        .getAllByRole('radio')
        .map((radio) => (radio as HTMLInputElement).value),
    ).toEqual(['Auto', 'Manual']);
    expect(sizeField()).toBeTruthy();
    for (const label of ['Company Name', 'First Name', 'Last Name', 'Phone', 'E-mail'])
      expect(within(dialog).queryByLabelText(new RegExp(`^${label}`))).toBeNull();
  });

  it('has the contact of a contractor without a user', async () => {
    await openEdit({ row: lead });
    for (const label of ['Company Name', 'First Name', 'Last Name', 'Phone', 'E-mail'])
      expect(input(label)).toBeTruthy();
    expect(input('Company Name').value).toBe('Harbor Kitchens');
  });

  const offered = async (
    paymentStatus: ContractorRow['paymentStatus'],
  ): Promise<(string | null)[]> => {
    await openEdit({ row: contractorRow({ paymentStatus }) });
    await userEvent.click(inDialog().getByRole('combobox', { name: 'Payment Status' }));
    const list = await screen.findByRole('listbox', inPopup('Payment Status'));
    return within(list)
      .getAllByRole('option', { hidden: true })
      .map(({ textContent }) => textContent);
  };
  it('offers Canceled to a Paid contractor, next to its own status [ADM-214] [ADM-215]', async () =>
    expect(await offered('Paid')).toEqual(['Paid', 'Canceled']));
  it('offers Canceled to an Unpaid contractor [ADM-216]', async () =>
    expect(await offered('Unpaid')).toEqual(['Unpaid', 'Canceled']));
  it('offers Canceled to a Renewed contractor [ADM-217]', async () =>
    expect(await offered('Renewed')).toEqual(['Renewed', 'Canceled']));
  it('offers Renewed to a Canceled contractor [ADM-218]', async () =>
    expect(await offered('Canceled')).toEqual(['Canceled', 'Renewed']));
  it.each([
    [
      { paidUntil: '2026-12-10T15:00:00.000Z', resumes: true },
      'Paid until Dec 10, 2026. The subscription continues, and nothing is charged before that day.',
    ],
    [
      { paidUntil: null, resumes: false },
      'The subscription starts over. Its first payment is due on the Billing page.',
    ],
    [
      { paidUntil: '2026-12-10T15:00:00.000Z', resumes: false },
      'Another plan was paid until Dec 10, 2026. This one starts over, so refund the unused part of that payment.',
    ],
  ])('shows the charge of reopening a canceled contractor: %o', async (reopening, words) => {
    await openEdit({ row: contractorRow({ paymentStatus: 'Canceled' }) });
    answer(at(readReopening, { contractorId: 7 }), reopening);
    await choose('Payment Status', 'Renewed');
    expect(await inDialog().findByText(words)).toBeTruthy();
  });
  it('offers Canceled to a Failed contractor [ADM-219]', async () =>
    expect(await offered('Failed')).toEqual(['Failed', 'Canceled']));

  it('can be submitted only with changes, and closes with a message once saved [ADM-072] [ADM-487]', async () => {
    const { sent } = await openEdit();
    expect(button('Update').disabled).toBe(true);
    await fill('Partner ID', '12');
    expect(button('Update').disabled).toBe(false);
    await fill('Partner ID', '');
    expect(button('Update').disabled).toBe(true);
    await fill('Partner ID', '12');
    await press('Update');
    expect(await screen.findByText("Field's was changed")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ id: 7, isManage: true, partnerId: '12', version: 4 }]);
  });

  it('asks before discarding changes', async () => {
    await openEdit();
    await fill('Partner ID', '12');
    await press('Cancel');
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Discard your changes?' })).getByRole(
        'button',
        { name: 'Keep editing' },
      ),
    );
    expect(input('Partner ID').value).toBe('12');
  });

  it("shows the server's reason of a failed save, or its own", async () => {
    await openEdit();
    answer(at(updateContractor, { id: 7 }), () =>
      refusal('invalid', { partnerId: 'There is no contractor with this ID.' }),
    );
    await fill('Partner ID', '12');
    await press('Update');
    expect(await screen.findByText('There is no contractor with this ID.')).toBeTruthy();
    answer(at(updateContractor, { id: 7 }), errorInBody('The plan was taken away.'));
    await press('Update');
    expect(await screen.findByText('The plan was taken away.')).toBeTruthy();
    expect(button('Update').disabled).toBe(false);
    answer(at(updateContractor, { id: 7 }), () => refusal('unexpected'));
    await press('Update');
    expect(
      await screen.findByText(/^An unexpected error occurred, please contact support@/),
    ).toBeTruthy();
  });
});

describe('canceling a paying contractor', () => {
  const paying = {
    isPaying: true,
    planName: 'Pro',
    termEnd: '2027-03-04T18:00:00.000Z',
    endsAtTermEnd: false,
    refundable: 82.1,
  };
  const openCancel = async (mayPlan = true) => {
    const opened = await openEdit({ mayPlan });
    answer(at(readCancellation, { contractorId: 7 }), paying);
    await choose('Payment Status', 'Canceled');
    await press('Update');
    const dialog = await screen.findByRole('dialog', { name: 'Cancel this contractor?' });
    return { ...opened, inCancel: within(dialog) };
  };

  it('requires an end date and a reason, and by default keeps the plan until the end of the year', async () => {
    const { sent, inCancel } = await openCancel();
    await userEvent.click(
      await inCancel.findByRole('button', { name: 'Cancel at the end of the year' }),
    );
    expect(inCancel.getByText('Enter a reason.')).toBeTruthy();
    expect(sent).toEqual([]);
    await userEvent.type(inCancel.getByRole('textbox', { name: /^Reason/ }), 'Sold the company');
    await userEvent.click(inCancel.getByRole('button', { name: 'Cancel at the end of the year' }));
    expect(await screen.findByText("Field's was changed")).toBeTruthy();
    expect(sent).toMatchObject([
      {
        paymentStatus: 'Canceled',
        cancellation: { when: 'term-end', refund: 0, reason: 'Sold the company' },
      },
    ]);
  });

  it('can end the plan now and refund the amount shown', async () => {
    const { sent, inCancel } = await openCancel();
    await userEvent.click(await inCancel.findByRole('radio', { name: /^Now/ }));
    await userEvent.click(inCancel.getByRole('radio', { name: 'Refund the unused part, $82.10' }));
    await userEvent.type(inCancel.getByRole('textbox', { name: /^Reason/ }), 'Moved away');
    await userEvent.click(inCancel.getByRole('button', { name: 'Cancel now' }));
    await waitFor(() =>
      expect(sent).toMatchObject([
        { cancellation: { when: 'now', refund: 82.1, reason: 'Moved away' } },
      ]),
    );
  });

  it('offers no refund to a role without that permission, and sends nothing when dismissed', async () => {
    const { sent, inCancel } = await openCancel(false);
    await userEvent.click(await inCancel.findByRole('radio', { name: /^Now/ }));
    expect(inCancel.getByRole<HTMLInputElement>('radio', { name: /^Refund/ }).disabled).toBe(true);
    await userEvent.click(inCancel.getByRole('button', { name: 'Cancel' }));
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Cancel this contractor?' })).toBeNull(),
    );
    expect(sent).toEqual([]);
  });

  it('shows a scheduled cancellation, which can be undone', async () => {
    let scheduled = true;
    await openEdit({}, () => ({ ...paying, endsAtTermEnd: scheduled }));
    answer(at(keepSubscription, { contractorId: 7 }), () => {
      scheduled = false;
      return { message: 'The subscription continues' };
    });
    expect(await screen.findByText(/is canceled and ends on/)).toBeTruthy();
    await press('Keep subscription');
    await waitFor(() => expect(screen.queryByText(/is canceled and ends on/)).toBeNull());
  });
});

describe('the request', () => {
  it('omits unchanged fields, empty ids, and the contact of a contractor with a user [ADM-277] [ADM-278] [ADM-279] [ADM-408]', async () => {
    const { sent } = await openEdit({ row: contractorRow({ partnerId: 12 }) });
    await fill('Partner ID', '');
    await fill('Referral ID', '13');
    await choose('Payment Status', 'Canceled');
    await press('Update');
    await waitFor(() =>
      expect(sent).toEqual([
        { id: 7, isManage: true, paymentStatus: 'Canceled', referralId: '13', version: 4 },
      ]),
    );
  });

  it('marks that neither partner nor referral is left', async () => {
    const { sent } = await openEdit({ row: contractorRow({ partnerId: 12 }) });
    await fill('Partner ID', '');
    await press('Update');
    await waitFor(() =>
      expect(sent).toEqual([{ id: 7, isManage: true, noProgram: true, version: 4 }]),
    );
  });

  it('includes the changed contact of a contractor without a user', async () => {
    const { sent } = await openEdit({ row: lead });
    await fill('Company Name', 'Harbor Kitchens & Baths');
    await fill('Phone', '5555550123');
    await press('Update');
    await waitFor(() =>
      expect(sent).toEqual([
        {
          id: 7,
          isManage: true,
          companyName: 'Harbor Kitchens & Baths',
          phone: '5555550123',
          version: 4,
        },
      ]),
    );
  });

  it('includes the team size only if it changed [ADM-280]', async () => {
    const { sent } = await openEdit({ row: contractorRow({ maxTeamUsers: 6 }) });
    await fill('Partner ID', '12');
    await press('Update');
    await waitFor(() =>
      expect(sent[0]).toEqual({ id: 7, isManage: true, partnerId: '12', version: 4 }),
    );
  });

  it('includes null for the team size when Auto is chosen [ADM-281]', async () => {
    const { sent } = await openEdit({ row: contractorRow({ maxTeamUsers: 6 }) });
    await userEvent.click(screen.getByRole('radio', { name: 'Auto' }));
    await press('Update');
    await waitFor(() =>
      expect(sent[0]).toEqual({ id: 7, isManage: true, maxTeamUsers: null, version: 4 }),
    );
  });
});

describe('the fields', () => {
  /**
   * Fills a field of a contractor without a user with each text and submits: the message must
   * appear, and nothing must be sent.
   */
  const refuses = async (
    label: string,
    cases: readonly (readonly [text: string, message: string])[],
  ): Promise<void> => {
    const { sent } = await openEdit({ row: lead });
    input(label).removeAttribute('maxlength');
    for (const [text, message] of cases) {
      await fill(label, text);
      await press('Update');
      expect(await screen.findByText(message)).toBeTruthy();
    }
    expect(sent).toEqual([]);
  };
  const required = ['', 'This field is required.'] as const;
  const names = [
    required,
    ['R2', 'Please use letters A to Z, dash, apostrophe, period or space only.'],
    ['x'.repeat(251), 'Enter 250 symbols maximum'],
  ] as const;

  it('require a company name of at most 240 characters [ADM-261] [ADM-262]', () =>
    refuses('Company Name', [required, ['x'.repeat(241), 'Enter 240 symbols maximum']]));
  it('require a valid first name [ADM-263] [ADM-264] [ADM-265]', () =>
    refuses('First Name', names));
  it('require a valid last name [ADM-263] [ADM-264] [ADM-265]', () => refuses('Last Name', names));
  it('require a valid phone [ADM-266] [ADM-267]', () =>
    refuses('Phone', [required, ['555', 'Please enter a 10-digit number.']]));
  it('require a valid e-mail of at most 250 characters [ADM-269] [ADM-270] [ADM-271]', () =>
    refuses('E-mail', [
      required,
      ['nobody', 'The Email is in invalid format'],
      [`${'x'.repeat(240)}@example.com`, 'Enter 250 symbols maximum'],
    ]));

  it('limit a phone to ten digits, a company to 240 characters, and names and e-mail to 250 [ADM-268]', async () => {
    const { sent } = await openEdit({ row: lead });
    await fill('Phone', '555555012399');
    await press('Update');
    expect(await screen.findByText('Please enter a 10-digit number.')).toBeTruthy();
    expect(input('Phone').value).toBe('555555012399');
    expect(sent).toEqual([]);
    expect(input('Company Name').maxLength).toBe(240);
    for (const label of ['First Name', 'Last Name', 'E-mail'])
      expect(input(label).maxLength).toBe(250);
  });

  it('accept digits for partner and referral, and only one of the two [ADM-274] [ADM-275]', async () => {
    const { sent } = await openEdit();
    for (const label of ['Partner ID', 'Referral ID']) {
      await fill(label, '12a');
      await press('Update');
      expect(await screen.findByText('Please use digits only')).toBeTruthy();
      await fill(label, '');
    }
    await fill('Partner ID', '12');
    await fill('Referral ID', '13');
    await press('Update');
    expect(await screen.findByText(both)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('require a plan [ADM-272]', async () => {
    const { sent } = await openEdit({ row: contractorRow({ plan: null }) });
    await fill('Partner ID', '12');
    await press('Update');
    expect(await screen.findByText('This field is required.')).toBeTruthy();
    expect(sent).toEqual([]);
  });
});

describe('the customer success manager', () => {
  const chosen = () =>
    inDialog().getByRole<HTMLInputElement>('combobox', { name: 'Customer Success Manager' });

  it('can be chosen from the provider’s people, independent of other permissions', async () => {
    const { sent } = await openEdit({ mayPlan: false });
    expect(chosen().value).toBe('No one');
    await choose('Customer Success Manager', 'Theo Marsh');
    await press('Update');
    await waitFor(() =>
      expect(sent).toEqual([{ id: 7, isManage: true, managerId: 2, version: 4 }]),
    );
  });

  it('is shown and can be removed', async () => {
    const { sent } = await openEdit({ manager: { id: 1, fullName: 'Dana Whitfield' } });
    await waitFor(() => expect(chosen().value).toBe('Dana Whitfield'));
    await choose('Customer Success Manager', 'No one');
    await press('Update');
    await waitFor(() =>
      expect(sent).toEqual([{ id: 7, isManage: true, managerId: null, version: 4 }]),
    );
  });

  it('is rejected on its field if unknown', async () => {
    await openEdit();
    answer(at(updateContractor, { id: 7 }), () =>
      refusal('invalid', { managerId: 'There is no manager with this ID.' }),
    );
    await choose('Customer Success Manager', 'Theo Marsh');
    await press('Update');
    expect(await screen.findByText('There is no manager with this ID.')).toBeTruthy();
    expect(chosen().getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the plan', () => {
  it('shows only with plan_modify, as does the choice of the team size [ADM-067] [ADM-074] [ADM-394]', async () => {
    const { dialog } = await openEdit({ mayPlan: false });
    expect(within(dialog).queryByRole('button', { name: /^Plan/ })).toBeNull();
    for (const radio of within(dialog).getAllByRole<HTMLInputElement>('radio'))
      expect(radio.disabled).toBe(true);
    expect(sizeField().disabled).toBe(true);
  });

  it('can be chosen with that permission [ADM-067] [ADM-074] [ADM-063]', async () => {
    const { sent } = await openEdit();
    await userEvent.click(planField());
    await userEvent.click(screen.getByRole('textbox', inPopup('Find a plan')));
    await userEvent.paste('bra');
    await waitFor(() =>
      expect(
        screen
          .getAllByRole('option', { hidden: true })
          .filter(({ textContent }) => textContent?.trim() === 'Pro'),
      ).toEqual([]),
    );
    await userEvent.click(screen.getByRole('option', inPopup(/^Brand/)));
    await press('Update');
    await waitFor(() => expect(sent).toEqual([{ id: 7, isManage: true, plan: 4, version: 4 }]));
  });

  it('can be found by a company’s name or a contractor’s id from 3 characters on [ADM-064] [ADM-065]', async () => {
    await openEdit();
    const requests: string[] = [];
    await userEvent.click(planField());
    await screen.findByRole('option', inPopup(/^Brand/));
    answer(choosePlan, (request) => {
      requests.push(new URL(request.url).searchParams.get('searchText') ?? '');
      return {
        data: [{ ...brand, contractor: { id: 102, companyName: 'Oak & Iron Remodeling' } }],
      };
    });
    const search = screen.getByRole<HTMLButtonElement>('button', inPopup('Search'));
    const box = screen.getByRole('textbox', inPopup('Find a plan'));
    await userEvent.click(box);
    await userEvent.paste('oa');
    expect(search.disabled).toBe(true);
    await userEvent.paste('k');
    expect(search.disabled).toBe(false);
    await userEvent.click(search);
    expect(await screen.findByRole('option', inPopup(/Oak & Iron Remodeling · 102/))).toBeTruthy();
    expect(requests).toEqual(['oak']);
    await userEvent.click(screen.getByRole('option', inPopup(/Oak & Iron/)));
    expect(planField().textContent).toContain('Brand');
  });
});

describe('the team size', () => {
  it('is the tier’s in Auto mode, which disables the number [ADM-225] [ADM-226]', async () => {
    await openEdit();
    await waitFor(() => expect(sizeField().value).toBe('3'));
    expect(sizeField().disabled).toBe(true);
    await pickPlan(/^Brand/);
    await waitFor(() => expect(sizeField().value).toBe('5'));
  });

  it('is 0 to 10 in Manual mode [ADM-276]', async () => {
    await openEdit({ row: contractorRow({ maxTeamUsers: 6 }) });
    expect(sizeField().value).toBe('6');
    expect(sizeField().disabled).toBe(false);
    await userEvent.click(sizeField());
    const list = await screen.findByRole('listbox', inPopup('Number of users'));
    const offered = within(list)
      .getAllByRole('option', { hidden: true })
      .map(({ textContent }) => textContent);
    expect(offered).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  });

  it('resets to the tier’s number with Auto [ADM-227]', async () => {
    await openEdit({ row: contractorRow({ maxTeamUsers: 6 }) });
    await userEvent.click(screen.getByRole('radio', { name: 'Auto' }));
    await waitFor(() => expect(sizeField().value).toBe('3'));
    await userEvent.click(screen.getByRole('radio', { name: 'Manual' }));
    expect(sizeField().value).toBe('3');
  });

  it("shows an error until closed when the limits can't be loaded [ADM-488]", async () => {
    await openEdit();
    await waitFor(() => expect(sizeField().value).toBe('3'));
    answer(at(readTeamLimit, { id: 7 }), () => refusal('not_found'));
    await pickPlan(/^Brand/);
    expect(await screen.findByText('Something wrong')).toBeTruthy();
    expect(shownToasts().at(-1)).toMatchObject({
      message: 'Something wrong',
      kind: 'danger',
      life: false,
    });
  });
});

describe("a limit below the team's size", () => {
  const teamUsers = [{ id: 21, fullName: 'New User', email: 'new@team.test' }];

  const openOverlimit = async () => {
    const { sent } = await openEdit();
    answer(at(updateContractor, { id: 7 }), async (request) => {
      const change = (await request.json()) as Record<string, unknown>;
      sent.push(change);
      const asks = change['teamUsersConfirmationReceived'] !== true;
      return asks
        ? { message: 'No room', teamUsersConfirmationRequired: true, teamUsers }
        : { message: "Field's was changed" };
    });
    await userEvent.click(screen.getByRole('radio', { name: 'Manual' }));
    await choose('Number of users', '0');
    await press('Update');
    return { sent, modal: await screen.findByRole('dialog', { name: 'Overlimit users' }) };
  };

  it('opens Overlimit users with the affected users, Cancel, and Continue, and resends once confirmed [ADM-073] [ADM-228] [ADM-229] [ADM-409]', async () => {
    const { sent, modal } = await openOverlimit();
    expect(modal.textContent).toContain('New User');
    expect(within(modal).getByRole('button', { name: 'Cancel' })).toBeTruthy();
    await userEvent.click(within(modal).getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText("Field's was changed")).toBeTruthy();
    expect(sent).toMatchObject([
      { maxTeamUsers: 0 },
      { maxTeamUsers: 0, teamUsersConfirmationReceived: true },
    ]);
  });

  it.each(['Cancel', 'Close'])(
    'is not resent after %s, and the next save asks again [ADM-230]',
    async (name) => {
      const { sent, modal } = await openOverlimit();
      await userEvent.click(within(modal).getByRole('button', { name }));
      await waitFor(() =>
        expect(screen.queryByRole('dialog', { name: 'Overlimit users' })).toBeNull(),
      );
      expect(sent).toHaveLength(1);
      await press('Update');
      expect(await screen.findByRole('dialog', { name: 'Overlimit users' })).toBeTruthy();
      expect(sent).toHaveLength(2);
      expect(sent[1]).not.toHaveProperty('teamUsersConfirmationReceived');
    },
  );
});

describe('a contractor that another user changed first', () => {
  const openConflict = async () => {
    const opened = await openEdit();
    const theirs = contractorRow({ paymentStatus: 'Canceled' });
    let refused = false;
    answer(at(readManaged, { id: 7 }), {
      contractor: theirs,
      manager: null,
      leadOwner: null,
      version: 5,
      lastEdit: { by: 'Sam Porter', at: '2026-03-05T18:00:00.000Z' },
    });
    answer(at(updateContractor, { id: 7 }), async (request) => {
      opened.sent.push((await request.json()) as Record<string, unknown>);
      if (refused) return { message: "Field's was changed" };
      refused = true;
      return refusal(
        'conflict',
        { partnerId: 'It is now “”.' },
        'Sam Porter changed this contractor while you were editing. Nothing was saved.',
      );
    });
    await fill('Partner ID', '12');
    await press('Update');
    const notice = await screen.findByText('Someone else saved first');
    return { ...opened, notice: notice.closest<HTMLElement>('[role=alert]') };
  };

  it("shows the other user's changes, and keeping one's own changes keeps theirs too", async () => {
    const { sent, notice } = await openConflict();
    expect(notice?.textContent).toContain('Sam Porter saved it on Mar 5, 2026');
    expect(notice?.textContent).toContain('Changed: Payment Status.');
    await press('Keep my changes');
    expect(input('Partner ID').value).toBe('12');
    expect(
      inDialog().getByRole<HTMLInputElement>('combobox', { name: 'Payment Status' }).value,
    ).toBe('Canceled');
    await press('Update');
    expect(await screen.findByText("Field's was changed")).toBeTruthy();
    expect(sent.at(-1)).toEqual({ id: 7, isManage: true, partnerId: '12', version: 5 });
  });

  it('can be reloaded with the stored values', async () => {
    await openConflict();
    await press('Discard mine and reload');
    expect(input('Partner ID').value).toBe('');
    expect(button('Update').disabled).toBe(true);
  });
});

it('has a history of who changed what, when, and whether switched', async () => {
  await openEdit();
  const entry = {
    id: 1,
    at: '2026-03-05T18:00:00.000Z',
    text: 'Account edited',
    by: 'Sam Porter',
    switchedInto: null,
    changes: [{ field: 'Plan', from: 'Pro', to: 'Brand' }],
  };
  const switched = {
    ...entry,
    id: 2,
    text: 'Page created',
    switchedInto: 'Priya Natarajan',
    changes: [],
  };
  answer(at(readHistory, { id: 7 }), { data: [switched, entry], total: 2 });
  await userEvent.click(screen.getByRole('tab', { name: 'History' }));
  const [first, second] = within(await screen.findByRole('list', { name: 'History' })).getAllByRole(
    'listitem',
  );
  expect(first?.textContent).toContain('switched into the account of Priya Natarajan');
  expect(second?.textContent).toContain('Sam Porter');
  expect(second?.textContent).toContain('Plan: Pro Brand');
});
