import { useState } from 'react';
import { Alert, Button, Group, Modal, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { requestKinds } from '@lintel/contract/privacy/constants';
import type { PrivacyRequestDetails } from '@lintel/contract/privacy/requests';
import { openDialog } from '../../../lib/dialog.ts';
import { formatDate } from '../../../lib/format.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { useKeepAs, useKeeping, useKept } from '../../../lib/form/form-draft.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Facts } from '../../../ui/facts.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Matches } from './matches.tsx';
import { RequestState } from './requests-list.tsx';
import { postExtend, postFulfil, postReject, requestQuery, requestsKey } from './requests-view.ts';
import classes from './requests.module.css';

/** One request, and what can be done about it. */
export function RequestModal({ id, onClose }: { id: number; onClose(): void }) {
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  const { data, error, refetch } = useQuery(requestQuery(id));
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      fullScreen={narrow}
      title={m.privacy_request_id({ id })}
    >
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
          [m.privacy_homeowner(), email || m.privacy_address_removed()],
          [m.privacy_wants(), requestKinds[kind]],
          [m.privacy_state(), <RequestState key="state" request={request} />],
          ...(companyName === null
            ? []
            : [[m.privacy_asked_on_the_page_of(), companyName] as const]),
          [m.privacy_received(), formatDate(receivedAt)],
          [m.privacy_due(), `${formatDate(dueAt)}${extended ? m.privacy_put_off_once() : ''}`],
          ...(extensionReason === ''
            ? []
            : [[m.privacy_put_off_because(), extensionReason] as const]),
          ...(decidedAt === null
            ? []
            : [
                [
                  m.privacy_answered(),
                  m.privacy_decided_at_by_decided_by({
                    decidedAt: formatDate(decidedAt),
                    decidedBy: decidedBy || m.privacy_somebody(),
                  }),
                ] as const,
              ]),
          ...(reason === '' ? [] : [[m.privacy_rejected_because(), reason] as const]),
          ...(copyUntil === null
            ? []
            : [[m.privacy_copy_can_be_fetched_until(), formatDate(copyUntil)] as const]),
        ]}
      />
      {found.length > 0 && (
        <section>
          <h3>
            {isOpen
              ? m.privacy_what_there_is()
              : kind === 'copy'
                ? m.privacy_what_was_copied()
                : m.privacy_what_was_deleted()}
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
          <h3>{isOpen ? m.privacy_what_a_deletion_would_keep() : m.privacy_what_was_kept()}</h3>
          <ul>
            {kept.map(({ what, why }) => (
              <li key={what + why}>
                {what}. <span className={classes.quiet}>{why}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Matches request={request} />
      {isOpen && <Decision request={request} />}
    </div>
  );
}

type Asked = 'extend' | 'reject';
const words = {
  extend: {
    label: m.privacy_why_more_time_is_needed(),
    help: m.privacy_the_person_reads_this_a(),
    submit: m.privacy_put_off_and_tell_the(),
  },
  reject: {
    label: m.privacy_why_it_is_rejected(),
    help: m.privacy_the_person_reads_this_for(),
    submit: m.privacy_reject_and_tell_the_person(),
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

const noReason = { reason: '' };

/** Puts off or rejects, with the reason that the person reads. */
function ReasonForm({ request: { id, version }, asked, onDone }: ReasonProps) {
  const keepAs = useKeepAs(`privacy.${id}.${asked}`);
  const before = useKept(keepAs, noReason);
  const [reason, setReason] = useState(before?.values.reason ?? '');
  const kept = useKeeping(keepAs, { values: { reason }, base: noReason }, before !== null);
  const { busy, run } = useAction({
    ...common,
    call: () => posts[asked]({ params: { id }, body: { version, reason } }),
    onDone: () => {
      kept.forget();
      onDone();
    },
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
          {m.common_cancel()}
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
        title: m.privacy_delete_this_persons_data(),
        text: m.privacy_what_nothing_else_needs_of({ email }),
        confirm: m.common_delete(),
        cancel: m.common_cancel(),
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
          {m.privacy_this_request_should_have_been({ dueAt: formatDate(request.dueAt) })}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        {!extended && (
          <Button variant="default" onClick={() => setAsked('extend')}>
            {m.privacy_put_off()}
          </Button>
        )}
        <Button variant="default" onClick={() => setAsked('reject')}>
          {m.privacy_reject()}
        </Button>
        <Button
          loading={fulfilling.busy}
          disabled={request.matches.some(({ decision }) => decision === null)}
          onClick={() => void fulfilling.run()}
          {...(kind === 'deletion' && { color: 'red' })}
        >
          {kind === 'copy' ? m.privacy_send_the_copy() : m.privacy_delete_the_data()}
        </Button>
      </Group>
    </>
  );
}
