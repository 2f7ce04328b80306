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
 * The contractors whose team users the new numbers would deactivate, and the choice. Closing it is
 * the same as Cancel.
 */
export function OverLimitModal({ contractors, busy, onCancel, onConfirm }: Props) {
  const users = contractors.reduce((sum, { teamUsers }) => sum + teamUsers.length, 0);
  return (
    <Modal
      opened
      onClose={onCancel}
      title={m.contractors_edit_overLimit()}
      size={520}
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
      closeButtonProps={{ 'aria-label': m.common_close(), disabled: busy }}
    >
      <Text>
        {m.contractors_limits_text({
          users: counted(
            users,
            m.contractors_limits_teamUser_one(),
            m.contractors_limits_teamUser_many(),
          ),
          count: counted(contractors.length, m.common_contractor_one(), m.common_contractor_many()),
        })}
      </Text>
      <ScrollArea.Autosize
        mah="40vh"
        mt="sm"
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': m.contractors_edit_overLimit() }}
      >
        {contractors.map((contractor) => (
          <Team key={contractor.id} contractor={contractor} />
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

const Team = ({
  contractor: { companyName, tier, limit, teamUsers },
}: {
  contractor: ContractorBeyond;
}) => (
  <section className={classes.contractor}>
    <h3>{companyName}</h3>
    <p>
      {m.contractors_limits_tier({
        tier,
        limit: counted(limit, m.contractors_limits_user_one(), m.contractors_limits_user_many()),
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
