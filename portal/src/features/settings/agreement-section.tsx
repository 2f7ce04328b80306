import { useState, type FormEvent } from 'react';
import { Alert, Button, Group, Modal, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { staffWith } from '@lintel/contract/core/access';
import type { Setting } from '@lintel/contract/settings/records';
import { isConflict } from '../../lib/api/api-error.ts';
import { formatMoment } from '../../lib/format-moment.ts';
import { may, useSession } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { failureText } from '../../lib/unexpected.ts';
import { useAction } from '../../lib/use-action.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { LastUpdated } from './last-updated.tsx';
import { agreementQuery, effectQuery, postAgreementDate } from './requests.ts';
import classes from './agreement.module.css';

/** Sets the date to now. What somebody else did meanwhile is told instead of being done twice. */
function useAgreementUpdate(seen: Setting, onDone: () => void) {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<string | null>(null);
  const { busy, run } = useAction({
    call: () => {
      const { paramId, paramName, lastEdit } = seen;
      return postAgreementDate({
        params: { id: paramId },
        body: { paramName, lastEdit: lastEdit ?? '' },
      });
    },
    said: ({ message }) => message,
    onDone: ({ setting }) => {
      client.setQueryData(agreementQuery.queryKey, setting);
      onDone();
    },
    onFailure: async (error) => {
      if (isConflict(error)) {
        await client.invalidateQueries({ queryKey: agreementQuery.queryKey });
        setConflict(error.message);
      }
      showToast('Service agreement date update error', 'danger');
    },
  });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) void run();
  };
  return { busy, conflict, onSubmit };
}

const changing = staffWith(['manage-settings', 'modify']);

/** The date since which contractors must have accepted the service agreement. */
export function AgreementSection() {
  const mayChange = may(useSession(), changing);
  const [active, setActive] = useState(false);
  const { data, error, refetch } = useQuery(agreementQuery);
  if (data === undefined) {
    return (
      <Card>
        {error === null ? (
          <Skeleton height={36} role="status" aria-label="Loading Service agreement date…" />
        ) : (
          <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
        )}
      </Card>
    );
  }
  return (
    <Card>
      <div className={classes.line}>
        <LastUpdated email={data.email} at={data.paramVal === '' ? null : data.paramVal} />
        {mayChange && (
          <Button variant="default" onClick={() => setActive(true)}>
            Agreement Update
          </Button>
        )}
      </div>
      {active && <UpdateModal setting={data} onClose={() => setActive(false)} />}
    </Card>
  );
}

interface Props {
  setting: Setting;
  onClose(): void;
}

/** Tells what a new date does to contractors, and asks for the confirmation. */
function UpdateModal({ setting, onClose }: Props) {
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
          <Alert color="red" role="alert" mb="md" title="Someone else saved first">
            {conflict} The current date is {dateOf(setting)}.
          </Alert>
        )}
        <Text>
          The service agreement date will be set to now. Contractors who accepted an earlier
          agreement have to accept this one before they can continue.
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
  if (isError) return <Text mt="sm">We could not count the contractors this affects.</Text>;
  if (data === undefined)
    return <Skeleton height={20} mt="sm" role="status" aria-label="Counting the contractors…" />;
  return (
    <Text mt="sm" role="status">
      <strong>{asked(data.accepted)}</strong> {data.waiting > 0 && waits(data.waiting)}
    </Text>
  );
}
