import { Alert, Button, Group, Modal, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Setting } from '@lintel/contract/settings';
import { formatMoment } from '../../../lib/format-moment.ts';
import { effectQuery } from './api/agreement.ts';
import { useAgreementUpdate } from './use-agreement-update.ts';

interface Props {
  setting: Setting;
  onClose(): void;
}

/** Tells what a new date does to contractors, and asks for the confirmation. */
export function UpdateModal({ setting, onClose }: Props) {
  const { busy, conflict, onSubmit } = useAgreementUpdate(setting, onClose);
  return (
    <Modal
      opened
      onClose={() => !busy && onClose()}
      title="Agreement update confirmation"
      size={520}
      closeButtonProps={{ 'aria-label': 'Close', disabled: busy }}
    >
      <form onSubmit={onSubmit} aria-label="Agreement update confirmation">
        {conflict !== null && (
          <Alert color="red" role="alert" mb="md" title="Somebody else was faster">
            {conflict} The date that stands now is {dateOf(setting)}.
          </Alert>
        )}
        <Text>
          The service agreement date becomes this moment. Contractors who accepted the agreement
          before it have to accept it again before they can go on.
        </Text>
        <Effect />
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button data-autofocus variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={conflict !== null}>
            Update date
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

const dateOf = ({ paramVal }: Setting): string =>
  paramVal === '' ? 'none' : formatMoment(paramVal);
const asked = (count: number): string =>
  count === 1
    ? '1 contractor will be asked again.'
    : `${count.toLocaleString('en-US')} contractors will be asked again.`;
const waits = (count: number): string =>
  count === 1
    ? '1 more has to accept it already.'
    : `${count.toLocaleString('en-US')} more have to accept it already.`;

/** How many contractors it concerns. */
function Effect() {
  const { data, isError } = useQuery(effectQuery);
  if (isError)
    return <Text mt="sm">How many contractors this concerns could not be found out.</Text>;
  if (data === undefined)
    return <Skeleton height={20} mt="sm" role="status" aria-label="Counting the contractors…" />;
  return (
    <Text mt="sm" role="status">
      <strong>{asked(data.accepted)}</strong> {data.waiting > 0 && waits(data.waiting)}
    </Text>
  );
}
