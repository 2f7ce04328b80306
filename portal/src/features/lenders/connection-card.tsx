import { useState } from 'react';
import { Alert, Button, Group, Modal, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { secretOverlapHours } from '@lintel/contract/lenders/constants';
import type { Lender } from '@lintel/contract/lenders/lender';
import { formatMoment } from '../../lib/format-moment.ts';
import { useAction } from '../../lib/use-action.ts';
import { Card } from '../../ui/card.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Facts } from '../../ui/facts.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { connectionLabels, hoursText } from './lender-names.ts';
import { lendersKey, newSecret, secretsQuery, sendTest } from './requests.ts';
import classes from './lenders.module.css';

interface Props {
  lender: Lender;
  mayChange: boolean;
}

/** Addresses, signing secrets, and a test call. */
export function ConnectionCard({ lender, mayChange }: Props) {
  const { id, connection, url, fromEnvironment } = lender;
  const query = useQuery(secretsQuery(id));
  const isWebhook = connection === 'webhook';
  return (
    <div className={classes.wideCard}>
      <Card
        title={m.lenders_connection()}
        text={
          fromEnvironment
            ? m.lenders_fromEnvironment()
            : connection === 'desk'
              ? m.lenders_connection_deskText()
              : undefined
        }
        action={isWebhook && mayChange && <TestButton id={id} />}
      >
        <Facts facts={[[m.lenders_connection(), connectionLabels[connection]]]} />
        {isWebhook && query.isPending && <SkeletonRows columns={2} rows={3} />}
        {isWebhook && query.isError && <ErrorState onRetry={() => void query.refetch()} />}
        {isWebhook && query.data && (
          <div className={classes.stack}>
            <div>
              <h3 className={classes.label}>{m.lenders_url()}</h3>
              <CopyField value={url} label={m.lenders_url()} />
            </div>
            <div>
              <h3 className={classes.label}>{m.lenders_eventsUrl()}</h3>
              <CopyField value={query.data.eventsUrl} label={m.lenders_eventsUrl()} />
            </div>
            {!fromEnvironment && (
              <Secrets id={id} secrets={query.data.secrets} mayChange={mayChange} />
            )}
          </div>
        )}
      </Card>
    </div>
  );
}

interface Secret {
  id: number;
  createdAt: string;
  retiresAt: string | null;
  lastUsedAt: string | null;
}

function Secrets({
  id,
  secrets,
  mayChange,
}: {
  id: number;
  secrets: readonly Secret[];
  mayChange: boolean;
}) {
  const [rotating, setRotating] = useState(false);
  return (
    <div>
      <h3 className={classes.label}>{m.lenders_secrets()}</h3>
      {secrets.length === 0 && <p className={classes.quiet}>{m.lenders_secrets_none()}</p>}
      <ul className={classes.entries}>
        {secrets.map((secret) => (
          <li key={secret.id}>
            {m.lenders_secrets_made({ at: formatMoment(secret.createdAt) })}{' '}
            {secret.retiresAt === null
              ? m.lenders_secrets_current()
              : m.lenders_secrets_until({ at: formatMoment(secret.retiresAt) })}{' '}
            {secret.lastUsedAt !== null &&
              m.lenders_secrets_used({ at: formatMoment(secret.lastUsedAt) })}
          </li>
        ))}
      </ul>
      {mayChange && (
        <Button variant="default" onClick={() => setRotating(true)}>
          {secrets.length === 0 ? m.lenders_secrets_make() : m.lenders_secrets_rotate()}
        </Button>
      )}
      {rotating && (
        <SecretModal id={id} isFirst={secrets.length === 0} onClose={() => setRotating(false)} />
      )}
    </div>
  );
}

/** Makes a new secret and shows it once. */
function SecretModal({ id, isFirst, onClose }: { id: number; isFirst: boolean; onClose(): void }) {
  const [overlap, setOverlap] = useState('24');
  const action = useAction({
    call: () => newSecret({ params: { id }, body: { overlapHours: overlap } }),
    refresh: [[...lendersKey, id, 'secrets']],
  });
  const made = action.answer;
  return (
    <Modal
      opened
      onClose={onClose}
      title={isFirst ? m.lenders_secrets_make() : m.lenders_secrets_rotate()}
      closeOnClickOutside={made === undefined}
    >
      {made === undefined ? (
        <>
          {!isFirst && (
            <Select
              label={m.lenders_secrets_overlap()}
              description={m.lenders_secrets_overlapHelp()}
              data={secretOverlapHours.map((hours) => ({
                value: String(hours),
                label: hoursText(hours),
              }))}
              value={overlap}
              onChange={(value) => setOverlap(value ?? '24')}
            />
          )}
          {isFirst && <p className={classes.quiet}>{m.lenders_secrets_firstHelp()}</p>}
          <Group gap="sm" mt="lg">
            <Button loading={action.busy} onClick={() => void action.run()}>
              {m.lenders_secrets_make()}
            </Button>
            <Button variant="default" onClick={onClose} disabled={action.busy}>
              {m.common_cancel()}
            </Button>
          </Group>
        </>
      ) : (
        <>
          <Alert color="blue" mb="md">
            {made.message}
          </Alert>
          <CopyField value={made.secret} label={m.lenders_secrets_new()} />
          <Group gap="sm" mt="lg">
            <Button onClick={onClose}>{m.common_done()}</Button>
          </Group>
        </>
      )}
    </Modal>
  );
}

/** Sends a test call and shows its outcome. */
function TestButton({ id }: { id: number }) {
  const action = useAction({
    call: () => sendTest({ params: { id } }),
    successToast: ({ ok, problem, status, milliseconds }) =>
      ok
        ? m.lenders_test_ok({ status: String(status), milliseconds })
        : [problem, 'danger', 10_000],
    refresh: [lendersKey],
  });
  return (
    <Button variant="default" loading={action.busy} onClick={() => void action.run()}>
      {m.lenders_test()}
    </Button>
  );
}
