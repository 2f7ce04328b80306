import { useState, type FormEvent } from 'react';
import { Alert, Button, Group, Modal, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { Setting } from '@lintel/contract/core/settings';
import { changingRules } from '@lintel/contract/core/changing-rules';
import { isConflict } from '../../../lib/api/api-error.ts';
import { formatMoment } from '../../../lib/format-moment.ts';
import { may, useSession } from '../../../lib/session.ts';
import { showToast } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/failure.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { LastUpdated } from './last-updated.tsx';
import { agreementQuery, effectQuery, postAgreementDate } from './requests.ts';
import classes from './agreement.module.css';

/** Sets the date to now. If another user already did so, it shows that instead of repeating it. */
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
    successToast: ({ message }) => message,
    onDone: ({ setting }) => {
      client.setQueryData(agreementQuery.queryKey, setting);
      onDone();
    },
    onFailure: async (error) => {
      if (isConflict(error)) {
        await client.invalidateQueries({ queryKey: agreementQuery.queryKey });
        setConflict(error.message);
      }
      showToast(m.contractors_agreement_updateError(), 'danger');
    },
  });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) void run();
  };
  return { busy, conflict, onSubmit };
}

/** The date since which contractors must have accepted the service agreement. */
export function AgreementSection() {
  const mayChange = may(useSession(), changingRules);
  const [active, setActive] = useState(false);
  const { data, error, refetch } = useQuery(agreementQuery);
  if (data === undefined) {
    return (
      <Card>
        {error === null ? (
          <Skeleton height={36} role="status" aria-label={m.contractors_agreement_loading()} />
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
            {m.contractors_agreement_update()}
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

/** Explains the consequences of a new date, and confirms it. */
function UpdateModal({ setting, onClose }: Props) {
  const { busy, conflict, onSubmit } = useAgreementUpdate(setting, onClose);
  return (
    <Modal
      opened
      onClose={() => !busy && onClose()}
      title={m.contractors_agreement_confirmation()}
      size={520}
      closeButtonProps={{ 'aria-label': m.common_close(), disabled: busy }}
    >
      <form onSubmit={onSubmit} aria-label={m.contractors_agreement_confirmation()}>
        {conflict !== null && (
          <Alert color="red" role="alert" mb="md" title={m.common_changed_title()}>
            {m.contractors_agreement_conflict({ conflict, setting: agreementDate(setting) })}
          </Alert>
        )}
        <Text>{m.contractors_agreement_confirmText()}</Text>
        <Effect />
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button data-autofocus variant="default" onClick={onClose} disabled={busy}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" loading={busy} disabled={conflict !== null}>
            {m.contractors_agreement_submit()}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

const agreementDate = ({ paramVal }: Setting): string =>
  paramVal === '' ? m.common_none_inline() : formatMoment(paramVal);
const acceptText = (count: number): string =>
  count === 1
    ? m.contractors_agreement_affected_one()
    : m.contractors_agreement_affected_many({ count: count.toLocaleString('en-US') });
const pendingText = (count: number): string =>
  count === 1
    ? m.contractors_agreement_pending_one()
    : m.contractors_agreement_pending_many({ count: count.toLocaleString('en-US') });

/** The number of affected contractors. */
function Effect() {
  const { data, isError } = useQuery(effectQuery);
  if (isError) return <Text mt="sm">{m.contractors_agreement_countFailed()}</Text>;
  if (data === undefined)
    return (
      <Skeleton height={20} mt="sm" role="status" aria-label={m.contractors_agreement_counting()} />
    );
  return (
    <Text mt="sm" role="status">
      <strong>{acceptText(data.accepted)}</strong> {data.waiting > 0 && pendingText(data.waiting)}
    </Text>
  );
}
