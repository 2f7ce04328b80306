import { useState } from 'react';
import { Alert, Button, Group, Modal, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { requestKinds } from '@lintel/contract/privacy/constants';
import type { PrivacyRequestDetails } from '@lintel/contract/privacy/requests';
import { openDialog } from '../../../lib/dialog.ts';
import { formatDate } from '../../../lib/format.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Facts } from '../../../ui/facts.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { RequestState } from './requests-list.tsx';
import { postExtend, postFulfil, postReject, requestQuery, requestsKey } from './requests-view.ts';
import classes from './requests.module.css';

/** One request, and what can be done about it. */
export function RequestModal({ id, onClose }: { id: number; onClose(): void }) {
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  const { data, error, refetch } = useQuery(requestQuery(id));
  return (
    <Modal opened onClose={onClose} size={640} fullScreen={narrow} title={`Request ${id}`}>
      {data ? (
        <Request request={data} />
      ) : error === null ? (
        <SkeletonRows columns={2} rows={5} />
      ) : (
        <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
      )}
    </Modal>
  );
}

function Request({ request }: { request: PrivacyRequestDetails }) {
  const { email, kind, state, companyName, receivedAt, dueAt, extended, decidedAt } = request;
  const { decidedBy, reason, extensionReason, copyUntil, found, kept } = request;
  const isOpen = state === 'open';
  return (
    <div className={classes.request}>
      <Facts
        facts={[
          ['Homeowner', email || 'Address removed'],
          ['Wants', requestKinds[kind]],
          ['State', <RequestState key="state" request={request} />],
          ...(companyName === null ? [] : [['Asked on the page of', companyName] as const]),
          ['Received', formatDate(receivedAt)],
          ['Due', `${formatDate(dueAt)}${extended ? ', put off once' : ''}`],
          ...(extensionReason === '' ? [] : [['Put off because', extensionReason] as const]),
          ...(decidedAt === null
            ? []
            : [['Answered', `${formatDate(decidedAt)} by ${decidedBy || 'somebody'}`] as const]),
          ...(reason === '' ? [] : [['Rejected because', reason] as const]),
          ...(copyUntil === null
            ? []
            : [['Copy can be fetched until', formatDate(copyUntil)] as const]),
        ]}
      />
      {found.length > 0 && (
        <section>
          <h3>
            {isOpen ? 'What there is' : kind === 'copy' ? 'What was copied' : 'What was deleted'}
          </h3>
          <ul>
            {found.map(({ what, count }) => (
              <li key={what}>
                {what}: {count.toLocaleString('en-US')}
              </li>
            ))}
          </ul>
        </section>
      )}
      {kept.length > 0 && (
        <section>
          <h3>{isOpen ? 'What a deletion would keep for now' : 'What was kept'}</h3>
          <ul>
            {kept.map(({ what, why }) => (
              <li key={what + why}>
                {what}. <span className={classes.quiet}>{why}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {isOpen && <Decision request={request} />}
    </div>
  );
}

type Asked = 'extend' | 'reject';
const words = {
  extend: {
    label: 'Why more time is needed',
    help: 'The person reads this. A request can be put off once, by 45 days.',
    submit: 'Put off and tell the person',
  },
  reject: {
    label: 'Why it is rejected',
    help: 'The person reads this, for example which law asks us to keep the data.',
    submit: 'Reject and tell the person',
  },
} as const;
const posts = { extend: postExtend, reject: postReject };

/** What a decision says, and what is asked for anew, also when somebody else was faster. */
const common = {
  said: ({ message }: { message: string }) => message,
  refresh: [requestsKey],
  refreshAlways: true,
};

interface ReasonProps {
  request: PrivacyRequestDetails;
  asked: Asked;
  onDone(): void;
}

/** Puts off or rejects, with the reason that the person reads. */
function ReasonForm({ request: { id, version }, asked, onDone }: ReasonProps) {
  const [reason, setReason] = useState('');
  const { busy, run } = useAction({
    ...common,
    call: () => posts[asked]({ params: { id }, body: { version, reason } }),
    onDone,
  });
  const isEmpty = reason.trim() === '';
  return (
    <form
      aria-label={words[asked].submit}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && !isEmpty) void run();
      }}
    >
      <Textarea
        data-autofocus
        label={words[asked].label}
        description={words[asked].help}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={1000}

        rows={4}
      />
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" disabled={busy} onClick={onDone}>
          Cancel
        </Button>
        <Button
          type="submit"
          loading={busy}
          disabled={isEmpty}
          {...(asked === 'reject' && { color: 'red' })}
        >
          {words[asked].submit}
        </Button>
      </Group>
    </form>
  );
}

function Decision({ request }: { request: PrivacyRequestDetails }) {
  const { id, version, kind, extended, email } = request;
  const [asked, setAsked] = useState<Asked | null>(null);
  const fulfilling = useAction({
    ...common,
    ask: () =>
      kind === 'copy' ||
      openDialog({
        title: 'Delete this person’s data?',
        text: `What nothing else needs of ${email} is removed for good, and the contractors concerned are told.`,
        confirm: 'Delete',
        cancel: 'Cancel',
        tone: 'danger',
      }),
    call: () => postFulfil({ params: { id }, body: { version } }),
  });
  if (asked !== null)
    return <ReasonForm request={request} asked={asked} onDone={() => setAsked(null)} />;
  return (
    <>
      {request.overdue && (
        <Alert color="red" role="alert">
          This request should have been answered by {formatDate(request.dueAt)}.
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        {!extended && (
          <Button variant="default" onClick={() => setAsked('extend')}>
            Put off
          </Button>
        )}
        <Button variant="default" onClick={() => setAsked('reject')}>
          Reject
        </Button>
        <Button
          loading={fulfilling.busy}
          onClick={() => void fulfilling.run()}
          {...(kind === 'deletion' && { color: 'red' })}
        >
          {kind === 'copy' ? 'Send the copy' : 'Delete the data'}
        </Button>
      </Group>
    </>
  );
}
