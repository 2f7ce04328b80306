import { Button, Group, List, Modal, ScrollArea, Text } from '@mantine/core';
import type { ContractorBeyond } from '@lintel/contract/settings/team';
import classes from './multiple-users.module.css';

interface Props {
  contractors: readonly ContractorBeyond[];
  busy: boolean;
  onCancel(): void;
  onConfirm(): void;
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

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
      title="Overlimit users"
      size={520}
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
      closeButtonProps={{ 'aria-label': 'Close', disabled: busy }}
    >
      <Text>
        The new numbers leave no room for {counted(users, 'team user')} of{' '}
        {counted(contractors.length, 'contractor')}. They will be deactivated and signed out, and
        can be reactivated when the limit allows.
      </Text>
      <ScrollArea.Autosize
        mah="40vh"
        mt="sm"
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Overlimit users' }}
      >
        {contractors.map((contractor) => (
          <Team key={contractor.id} of={contractor} />
        ))}
      </ScrollArea.Autosize>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button data-autofocus color="red" onClick={onConfirm} loading={busy}>
          Continue
        </Button>
      </Group>
    </Modal>
  );
}

const Team = ({ of: { companyName, tier, limit, teamUsers } }: { of: ContractorBeyond }) => (
  <section className={classes.contractor}>
    <h3>{companyName}</h3>
    <p>{`${tier}: ${counted(limit, 'user')} from now on`}</p>
    <List size="sm">
      {teamUsers.map((user) => (
        <List.Item key={user.id}>
          <strong>{user.fullName}</strong> {user.email}
        </List.Item>
      ))}
    </List>
  </section>
);
