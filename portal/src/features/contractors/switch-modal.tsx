import { useState } from 'react';
import { Button, Group, Modal, Text, Textarea } from '@mantine/core';
import { visitMinutes } from '@lintel/contract/identity/visit-constants';
import type { ContractorRow } from '@lintel/contract/contractors/manage';
import { calledBy } from './row-actions.tsx';

interface Props {
  row: ContractorRow;
  onSwitch(reason: string): void;
  onClose(): void;
}

/** Asks what the visit is for, which the contractor can read. */
export function SwitchModal({ row, onSwitch, onClose }: Props) {
  const [reason, setReason] = useState('');
  return (
    <Modal opened onClose={onClose} title={`Switch to ${calledBy(row)}`} size={480}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSwitch(reason.trim());
        }}
      >
        <Text size="sm" mb="md">
          You will see the portal as {row.fullName || 'the owner'} for up to {visitMinutes} minutes.
          The contractor can see in Personal Info that you were there, and the reason.
        </Text>
        <Textarea
          label="Reason (optional)"
          data-autofocus
          maxLength={250}
          rows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group gap="sm" mt="lg">
          <Button type="submit">Switch</Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
