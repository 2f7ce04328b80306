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
import { failureText } from '../../lib/failure.ts';
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

/** The contractor actions that the session allows, besides the list. */
export const contractorRights = (session: Session) => ({
  plans: may(session, changingPlans),
  accounts: may(session, creatingAccounts),
  taxForms: may(session, payoutAccess.reviewing),
});
export type Rights = ReturnType<typeof contractorRights>;

/** The row's possible actions, and the session's permissions. */
export interface RowTools {
  rights: Rights;
  onSwitch(row: ContractorRow): void;
  onEdit(row: ContractorRow): void;
  onOpenW9(row: ContractorRow): void;
  onCreateAccount(row: ContractorRow): void;
  onSendConfirmation(row: ContractorRow): void;
  onResetFactors(row: ContractorRow): void;
}

/** The contractor's name for labels: a lead can have no company. */
export const calledBy = ({
  companyName,
  fullName,
  email,
  id,
}: Pick<ContractorRow, 'companyName' | 'fullName' | 'email' | 'id'>): string =>
  companyName || fullName || email || m.common_contractorId({ id });

/** An account can be created once the contractor has paid. */
const canCreateAccount = (
  { hasUser, paymentStatus }: ContractorRow,
  { accounts }: Rights,
): boolean => !hasUser && paymentStatus === 'Paid' && accounts;

/** The confirmation can be resent until the owner has confirmed. */
const canSendConfirmation = ({ hasUser, cpActivation }: ContractorRow): boolean =>
  hasUser && (cpActivation === '' || typeof cpActivation === 'object');

/** Whether there is a W-9 to view and an owner that it belongs to. */
export const canOpenW9 = ({ hasUser, w9 }: ContractorRow, { taxForms }: Rights): boolean =>
  hasUser && w9.status !== 'Not found' && taxForms;

const create = call<typeof endpoint>(
  { method: 'POST', path: '/manage/contractor/{id}/account', encoding: 'form' },
  { handles: [500] },
);

/** Creates the owner's account from the known contact, and sends the confirmation e-mail. */
const createAccount = async (row: ContractorRow, managerId: string) => {
  const { id, email, firstName: firstname, lastName: lastname, plan } = row;
  const body = { email, firstname, lastname, ...(plan && { planId: plan.id }), managerId };
  return accepted(await create({ params: { id }, body }));
};

const send = call<typeof confirmAccount>(
  { method: 'GET', path: '/user/{id}/confirm-account' },
  { handles: [500] },
);

/** Resends the account's activation link. */
const sendConfirmation = (userId: number) => send({ params: { id: userId } });

interface Page {
  data: ContractorRow[];
  total: number;
}

/** The server's message, or this fallback. */
const notifyRowFailure = (error: unknown): void =>
  showToast(failureText(error, m.common_error_undefined()), 'danger');

/** Creates the account of a row's owner with this manager (empty: none). */
export function useCreateAccount() {
  const client = useQueryClient();
  /** Updates the list at once, then with the server's data. */
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
    successToast: ({ message }) => [message, 'success', toastLife.long],
    onDone: ({ contractor }) => show(contractor),
    onFailure: notifyRowFailure,
  });
}

/** Resets the second factors of a row's owner who lost them. */
export const resetFactors = call<typeof resetContractorFactors>(
  { method: 'POST', path: '/manage/user/{id}/reset-factors' },
  { handles: [500] },
);

/** Resends the confirmation e-mail to a row's owner. */
export const useSendConfirmation = () =>
  useAction({
    call: (userId: number) => sendConfirmation(userId),
    successToast: ({ message }) => message,
    refresh: [contractorsKey],
    onFailure: notifyRowFailure,
  });

/** The actions of a contractor's row. */
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
