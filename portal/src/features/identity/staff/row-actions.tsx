import { useRef } from 'react';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import * as m from '#messages';
import type {
  inviteStaffAgain,
  reactivateStaff,
  StaffAccount,
  withdrawStaff,
} from '@lintel/contract/identity/staff';
import { call } from '../../../lib/api/call.ts';
import { openDialog, type DialogText } from '../../../lib/dialog.ts';
import { useAction } from '../../../lib/use-action.ts';
import {
  IconDotsVertical,
  IconLock,
  IconMailForward,
  IconPencil,
  IconRotate,
  IconUserPlus,
  IconX,
} from '../../../ui/icons.ts';
import { staffKey } from './staff-view.ts';

const inviteAgain = call<typeof inviteStaffAgain>({
  method: 'POST',
  path: '/manage/staff/{id}/invite',
});
const withdraw = call<typeof withdrawStaff>({
  method: 'POST',
  path: '/manage/staff/{id}/withdraw',
});
const reactivate = call<typeof reactivateStaff>({
  method: 'POST',
  path: '/manage/staff/{id}/reactivate',
});

const fullName = ({ firstname, lastname }: StaffAccount): string => `${firstname} ${lastname}`;

/** An account action that runs on click, after a confirmation if it needs one. */
const useStaffAction = (
  send: (input: { params: { id: number } }) => Promise<{ message: string }>,
  question?: (account: StaffAccount) => DialogText,
) =>
  useAction({
    ask: (account: StaffAccount) =>
      question === undefined || openDialog({ cancel: m.common_cancel(), ...question(account) }),
    call: ({ id }: StaffAccount) => send({ params: { id } }),
    successToast: ({ message }) => message,
    refresh: [staffKey],
    refreshAlways: true,
  });

const withdrawing = (account: StaffAccount): DialogText => ({
  title: m.identity_staff_withdrawInvitation(),
  text: m.identity_staff_withdrawText({ email: account.email }),
  confirm: m.common_withdraw(),
  tone: 'danger',
});
const reactivating = (account: StaffAccount): DialogText => ({
  title: m.identity_staff_reactivateNamed({ account: fullName(account) }),
  text: m.identity_staff_reactivateText({
    roles: account.roles.map(({ name }) => name).join(', '),
  }),
  confirm: m.identity_reactivate(),
});

interface Props {
  account: StaffAccount;
  onEdit(account: StaffAccount): void;
  onReset(account: StaffAccount): void;
  onDeactivate(account: StaffAccount): void;
}

/** The actions of an account. */
export function RowActions({ account, onEdit, onReset, onDeactivate }: Props) {
  const again = useStaffAction(inviteAgain);
  const withdrawn = useStaffAction(withdraw, withdrawing);
  const opened = useStaffAction(reactivate, reactivating);
  const button = useRef<HTMLButtonElement>(null);
  /** The form restores the focus to its opener; the menu item will be gone. */
  const edit = (): void => {
    button.current?.focus();
    onEdit(account);
  };
  const { status, locked } = account;
  if (locked === 'more') return <Locked account={account} />;
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="default"
          size={32}
          aria-label={m.identity_staff_actionsFor({ account: fullName(account) })}
        >
          <IconDotsVertical size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={edit}>
          {m.common_edit()}
        </Menu.Item>
        {status === 'invited' && (
          <>
            <Menu.Item
              leftSection={<IconMailForward size={16} aria-hidden />}
              onClick={() => void again.run(account)}
            >
              {m.identity_staff_resendInvitation()}
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<IconX size={16} aria-hidden />}
              onClick={() => void withdrawn.run(account)}
            >
              {m.identity_staff_withdrawInvitation()}
            </Menu.Item>
          </>
        )}
        {account.factors.length > 0 && locked === null && (
          <Menu.Item
            leftSection={<IconRotate size={16} aria-hidden />}
            onClick={() => {
              button.current?.focus();
              onReset(account);
            }}
          >
            {m.common_resetTwoStep()}
          </Menu.Item>
        )}
        {status === 'active' && locked === null && (
          <Menu.Item
            color="red"
            leftSection={<IconLock size={16} aria-hidden />}
            onClick={() => {
              button.current?.focus();
              onDeactivate(account);
            }}
          >
            {m.identity_staff_deactivate()}
          </Menu.Item>
        )}
        {status === 'deactivated' && (
          <Menu.Item
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => void opened.run(account)}
          >
            {m.identity_reactivate()}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const why = m.identity_staff_morePrivileges();

const Locked = ({ account }: { account: StaffAccount }) => (
  <Tooltip label={why}>
    <ActionIcon
      variant="transparent"
      size={32}
      aria-label={m.identity_staff_locked({ account: fullName(account), why })}
      aria-disabled
    >
      <IconLock size={16} aria-hidden />
    </ActionIcon>
  </Tooltip>
);
