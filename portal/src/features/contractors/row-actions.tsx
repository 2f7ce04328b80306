import { ActionIcon, Menu } from '@mantine/core';
import type { ContractorRow } from '@lintel/contract/contractors-manage';
import { IconDotsVertical, IconMailForward, IconPencil, IconUserPlus } from '../../ui/icons.ts';
import { calledBy, canCreateAccount, canSendConfirmation, type RowTools } from './row-tools.ts';

/** What can be done about a contractor. */
export function RowActions({ row, tools }: { row: ContractorRow; tools: RowTools }) {
  const label = `Actions for ${calledBy(row)}`;
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
            Create account
          </Menu.Item>
        )}
        {canSendConfirmation(row) && (
          <Menu.Item
            leftSection={<IconMailForward size={16} aria-hidden />}
            onClick={() => tools.onSendConfirmation(row)}
          >
            Send confirmation e-mail
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => tools.onEdit(row)}
        >
          Edit account
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
