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
import { failureText } from '../../../lib/unexpected.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/states.tsx';
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
      showToast(m.settings_service_agreement_date_update_error(), 'danger');
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
          <Skeleton
            height={36}
            role="status"
            aria-label={m.settings_loading_service_agreement_date()}
          />
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
            {m.settings_agreement_update()}
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
      title={m.settings_agreement_update_confirmation()}
      size={520}
      closeButtonProps={{ 'aria-label': m.common_close(), disabled: busy }}
    >
      <form onSubmit={onSubmit} aria-label={m.settings_agreement_update_confirmation()}>
        {conflict !== null && (
          <Alert color="red" role="alert" mb="md" title={m.common_someone_else_saved_first()}>
            {m.settings_conflict_the_current_date_is({ conflict, setting: dateOf(setting) })}
          </Alert>
        )}
        <Text>{m.settings_the_service_agreement_date_will()}</Text>
        <Effect />
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button data-autofocus variant="default" onClick={onClose} disabled={busy}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" loading={busy} disabled={conflict !== null}>
            {m.settings_update_date()}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

const dateOf = ({ paramVal }: Setting): string =>
  paramVal === '' ? m.common_none_2() : formatMoment(paramVal);
const asked = (count: number): string =>
  count === 1
    ? m.settings_1_contractor_will_be_asked()
    : m.settings_count_contractors_will_be_asked({ count: count.toLocaleString('en-US') });
const waits = (count: number): string =>
  count === 1
    ? m.settings_1_more_has_to_accept()
    : m.settings_count_more_have_to_accept({ count: count.toLocaleString('en-US') });

/** How many contractors it concerns. */
function Effect() {
  const { data, isError } = useQuery(effectQuery);
  if (isError) return <Text mt="sm">{m.settings_we_could_not_count_the()}</Text>;
  if (data === undefined)
    return (
      <Skeleton
        height={20}
        mt="sm"
        role="status"
        aria-label={m.settings_counting_the_contractors()}
      />
    );
  return (
    <Text mt="sm" role="status">
      <strong>{asked(data.accepted)}</strong> {data.waiting > 0 && waits(data.waiting)}
    </Text>
  );
}
