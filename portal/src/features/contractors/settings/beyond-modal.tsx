import { Button, Group, List, Modal, ScrollArea, Text } from '@mantine/core';
import * as m from '#messages';
import type { ContractorBeyond } from '@lintel/contract/contractors/tier-team-limits';
import classes from './multiple-users.module.css';

interface Props {
  contractors: readonly ContractorBeyond[];
  busy: boolean;
  onCancel(): void;
  onConfirm(): void;
}

const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

/**
 * Whose team users would be deactivated by the new numbers, and the choice. Closing it is the same
 * as Cancel.
 */
export function BeyondModal({ contractors, busy, onCancel, onConfirm }: Props) {
  const users = contractors.reduce((sum, { teamUsers }) => sum + teamUsers.length, 0);
  return (
    <Modal
      opened
      onClose={onCancel}
      title={m.settings_overlimit_users()}
      size={520}
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
      closeButtonProps={{ 'aria-label': m.common_close(), disabled: busy }}
    >
      <Text>
        {m.settings_the_new_numbers_leave_no({
          users: counted(users, m.settings_n_team_user(), m.settings_n_team_users()),
          count: counted(contractors.length, m.common_n_contractor(), m.common_n_contractors()),
        })}
      </Text>
      <ScrollArea.Autosize
        mah="40vh"
        mt="sm"
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': m.settings_overlimit_users() }}
      >
        {contractors.map((contractor) => (
          <Team key={contractor.id} of={contractor} />
        ))}
      </ScrollArea.Autosize>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onCancel} disabled={busy}>
          {m.common_cancel()}
        </Button>
        <Button data-autofocus color="red" onClick={onConfirm} loading={busy}>
          {m.common_continue()}
        </Button>
      </Group>
    </Modal>
  );
}

const Team = ({ of: { companyName, tier, limit, teamUsers } }: { of: ContractorBeyond }) => (
  <section className={classes.contractor}>
    <h3>{companyName}</h3>
    <p>
      {m.settings_tier_limit_from_now_on({
        tier,
        limit: counted(limit, m.settings_n_user(), m.settings_n_users()),
      })}
    </p>
    <List size="sm">
      {teamUsers.map((user) => (
        <List.Item key={user.id}>
          <strong>{user.fullName}</strong> {user.email}
        </List.Item>
      ))}
    </List>
  </section>
);
