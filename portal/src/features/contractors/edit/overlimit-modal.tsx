import { Button, Group, List, Modal, Text } from '@mantine/core';
import type { OverlimitQuestion } from './use-overlimit.ts';

/** Who would be deactivated by the new limit, and the choice. Closing it is the same as Cancel. */
export function OverlimitModal({
  question: { teamUsers, settle },
}: {
  question: OverlimitQuestion;
}) {
  return (
    <Modal opened onClose={() => settle(false)} title="Overlimit users" size={480} zIndex={300}>
      <Text>
        The new limit leaves no room for{' '}
        {teamUsers.length === 1 ? 'this team user' : `these ${teamUsers.length} team users`}. They
        will be deactivated and signed out, and can be reactivated when the limit allows.
      </Text>
      <List mt="sm" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {teamUsers.map(({ id, fullName, email }) => (
          <List.Item key={id}>
            <strong>{fullName}</strong> {email}
          </List.Item>
        ))}
      </List>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={() => settle(false)}>
          Cancel
        </Button>
        <Button data-autofocus color="red" onClick={() => settle(true)}>
          Continue
        </Button>
      </Group>
    </Modal>
  );
}
