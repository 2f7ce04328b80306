import { useState } from 'react';
import { Button, Group, Modal, Text, Textarea } from '@mantine/core';
import * as m from '#messages';
import { visitMinutes } from '@lintel/contract/identity/visit-constants';
import type { ContractorRow } from '@lintel/contract/contractors/manage';
import { calledBy } from './row-actions.tsx';

interface Props {
  row: ContractorRow;
  onSwitch(reason: string): void;
  onClose(): void;
}

/** Asks for the purpose of the visit, which the contractor can read. */
export function SwitchModal({ row, onSwitch, onClose }: Props) {
  const [reason, setReason] = useState('');
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.contractors_switch_title({ contractor: calledBy(row) })}
      size={480}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSwitch(reason.trim());
        }}
      >
        <Text size="sm" mb="md">
          {m.contractors_switch_help({
            fullName: row.fullName || m.contractors_switch_owner(),
            visitMinutes,
          })}
        </Text>
        <Textarea
          label={m.contractors_switch_reason()}
          data-autofocus
          maxLength={250}
          rows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group gap="sm" mt="lg">
          <Button type="submit">{m.contractors_switch_submit()}</Button>
          <Button variant="default" onClick={onClose}>
            {m.common_cancel()}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
