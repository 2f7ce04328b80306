import { ActionIcon, Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { ContractorRow, createAccount as endpoint } from '@lintel/contract/contractors/manage';
import { staffWith } from '@lintel/contract/core/access';
import type { Session } from '@lintel/contract/identity/sessions';
import type { resetContractorFactors } from '@lintel/contract/identity/staff';
import type { sendConfirmation as confirmAccount } from '@lintel/contract/identity/account';
import { payoutAccess } from '@lintel/contract/payouts/access';
import { accepted } from '../../lib/api/accepted.ts';
import { call } from '../../lib/api/call.ts';
import { may } from '../../lib/session.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { failureText } from '../../lib/unexpected.ts';
import { useAction } from '../../lib/use-action.ts';
import {
  IconDotsVertical,
  IconLock,
  IconMailForward,
  IconPencil,
  IconUserPlus,
} from '../../ui/icons.ts';
import { contractorsKey } from './requests.ts';

const changingPlans = staffWith(['manage-contractors', 'plan_modify']);
const creatingAccounts = staffWith(['manage-contractors', 'account_create']);

/** What of the contractors the session opens besides the list. */
export const rightsOf = (session: Session) => ({
  plans: may(session, changingPlans),
  accounts: may(session, creatingAccounts),
  taxForms: may(session, payoutAccess.reviewing),
});
export type Rights = ReturnType<typeof rightsOf>;

/** What can be done about a row, and what the session may do. */
export interface RowTools {
  rights: Rights;
  onSwitch(row: ContractorRow): void;
  onEdit(row: ContractorRow): void;
  onOpenW9(row: ContractorRow): void;
  onCreateAccount(row: ContractorRow): void;
  onSendConfirmation(row: ContractorRow): void;
  onResetFactors(row: ContractorRow): void;
}

/**
 * What a contractor is called where it must have a name: a lead may have come without a company.
 */
export const calledBy = ({
  companyName,
  fullName,
  email,
  id,
}: Pick<ContractorRow, 'companyName' | 'fullName' | 'email' | 'id'>): string =>
  companyName || fullName || email || m.common_contractorId({ id });

/** An account is made once the contractor has paid. */
const canCreateAccount = (
  { hasUser, paymentStatus }: ContractorRow,
  { accounts }: Rights,
): boolean => !hasUser && paymentStatus === 'Paid' && accounts;

/** The confirmation is sent again until the owner has followed it. */
const canSendConfirmation = ({ hasUser, cpActivation }: ContractorRow): boolean =>
  hasUser && (cpActivation === '' || typeof cpActivation === 'object');

/** There is a form to look at, and somebody it belongs to. */
export const canOpenW9 = ({ hasUser, w9 }: ContractorRow, { taxForms }: Rights): boolean =>
  hasUser && w9.status !== 'Not found' && taxForms;

const create = call<typeof endpoint>(
  { method: 'POST', path: '/manage/contractor/{id}/account', encoding: 'form' },
  { handles: [500] },
);

/**
 * Makes the account of a contractor's owner from the contact that is known, and sends the
 * confirmation e-mail.
 */
const createAccount = async (row: ContractorRow, managerId: string) => {
  const { id, email, firstName: firstname, lastName: lastname, plan } = row;
  const body = { email, firstname, lastname, ...(plan && { planId: plan.id }), managerId };
  return accepted(await create({ params: { id }, body }));
};

const send = call<typeof confirmAccount>(
  { method: 'GET', path: '/user/{id}/confirm-account' },
  { handles: [500] },
);

/** Sends the link that activates an account again. */
const sendConfirmation = (userId: number) => send({ params: { id: userId } });

interface Page {
  data: ContractorRow[];
  total: number;
}

/** The server's words, or these. */
const tellRowFailure = (error: unknown): void =>
  showToast(failureText(error, m.common_error_undefined()), 'danger');

/** Makes the account of a row's owner with this manager (empty: nobody). */
export function useCreateAccount() {
  const client = useQueryClient();
  /** At once, and then as the server tells it. */
  const show = (row: ContractorRow): void => {
    client.setQueriesData<Page>({ queryKey: contractorsKey }, (page) =>
      Array.isArray(page?.data)
        ? { ...page, data: page.data.map((one) => (one.id === row.id ? row : one)) }
        : page,
    );
    void client.invalidateQueries({ queryKey: contractorsKey });
  };
  return useAction({
    call: ({ row, managerId }: { row: ContractorRow; managerId: string }) =>
      createAccount(row, managerId),
    said: ({ message }) => [message, 'success', toastLife.long],
    onDone: ({ contractor }) => show(contractor),
    onFailure: tellRowFailure,
  });
}

/** Takes the second factors of a row's owner away who has lost them. */
export const resetFactors = call<typeof resetContractorFactors>(
  { method: 'POST', path: '/manage/user/{id}/reset-factors' },
  { handles: [500] },
);

/** Sends the confirmation e-mail of a row's owner again. */
export const useSendConfirmation = () =>
  useAction({
    call: (userId: number) => sendConfirmation(userId),
    said: ({ message }) => message,
    refresh: [contractorsKey],
    onFailure: tellRowFailure,
  });

/** What can be done about a contractor. */
export function RowActions({ row, tools }: { row: ContractorRow; tools: RowTools }) {
  const label = m.contractors_row_actions({ contractor: calledBy(row) });
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label={label}>
          <IconDotsVertical size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canCreateAccount(row, tools.rights) && (
          <Menu.Item
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => tools.onCreateAccount(row)}
          >
            {m.contractors_account_create()}
          </Menu.Item>
        )}
        {canSendConfirmation(row) && (
          <Menu.Item
            leftSection={<IconMailForward size={16} aria-hidden />}
            onClick={() => tools.onSendConfirmation(row)}
          >
            {m.contractors_row_sendConfirmation()}
          </Menu.Item>
        )}
        {row.hasFactor && tools.rights.accounts && (
          <Menu.Item
            leftSection={<IconLock size={16} aria-hidden />}
            onClick={() => tools.onResetFactors(row)}
          >
            {m.common_resetTwoStep()}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => tools.onEdit(row)}
        >
          {m.contractors_row_edit()}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
