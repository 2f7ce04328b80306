import { useState } from 'react';
import { Alert, Button, Group, Modal, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { requestKinds } from '@lintel/contract/privacy/constants';
import type { PrivacyRequestDetails } from '@lintel/contract/privacy/requests';
import { openDialog } from '../../../lib/dialog.ts';
import { formatDate } from '../../../lib/format.ts';
import { failureText } from '../../../lib/failure.ts';
import { useDraftName, useDraftSaving, useFormDraft } from '../../../lib/form/form-draft.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Facts } from '../../../ui/facts.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Matches } from './matches.tsx';
import { RequestState } from './requests-list.tsx';
import { postExtend, postFulfil, postReject, requestQuery, requestsKey } from './requests-view.ts';
import listClasses from '../../../ui/work-list.module.css';
import classes from './requests.module.css';

/** A privacy request and its actions. */
export function RequestModal({ id, onClose }: { id: number; onClose(): void }) {
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  const { data, error, refetch } = useQuery(requestQuery(id));
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      fullScreen={narrow}
      title={m.privacy_request_title({ id })}
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
          [m.privacy_request_homeowner(), email || m.privacy_request_addressRemoved()],
          [m.privacy_request_wants(), requestKinds[kind]],
          [m.common_status(), <RequestState key="state" request={request} />],
          ...(companyName === null
            ? []
            : [[m.privacy_request_askedOnPage(), companyName] as const]),
          [m.privacy_request_received(), formatDate(receivedAt)],
          [
            m.common_due(),
            `${formatDate(dueAt)}${extended ? m.privacy_request_extended_inline() : ''}`,
          ],
          ...(extensionReason === ''
            ? []
            : [[m.privacy_request_extendedBecause(), extensionReason] as const]),
          ...(decidedAt === null
            ? []
            : [
                [
                  m.privacy_request_answered(),
                  m.privacy_request_decidedBy({
                    decidedAt: formatDate(decidedAt),
                    decidedBy: decidedBy || m.privacy_request_someone(),
                  }),
                ] as const,
              ]),
          ...(reason === '' ? [] : [[m.privacy_request_rejectedBecause(), reason] as const]),
          ...(copyUntil === null
            ? []
            : [[m.privacy_request_copyUntil(), formatDate(copyUntil)] as const]),
        ]}
      />
      {found.length > 0 && (
        <section>
          <h3>
            {isOpen
              ? m.privacy_request_data()
              : kind === 'copy'
                ? m.privacy_request_copied()
                : m.privacy_request_deleted()}
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
          <h3>{isOpen ? m.privacy_request_wouldKeep() : m.privacy_request_kept()}</h3>
          <ul>
            {kept.map(({ what, why }) => (
              <li key={what + why}>
                {what}. <span className={listClasses.quiet}>{why}</span>
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

type Step = 'extend' | 'reject';
const words = {
  extend: {
    label: m.privacy_extend_reason(),
    help: m.privacy_extend_help(),
    submit: m.privacy_extend_submit(),
  },
  reject: {
    label: m.privacy_reject_reason(),
    help: m.privacy_reject_help(),
    submit: m.privacy_reject_submit(),
  },
} as const;
const posts = { extend: postExtend, reject: postReject };

/** Shared by all decisions: the message, and the queries to refetch even after a conflict. */
const common = {
  successToast: ({ message }: { message: string }) => message,
  refresh: [requestsKey],
  refreshAlways: true,
};

interface ReasonProps {
  request: PrivacyRequestDetails;
  step: Step;
  onDone(): void;
}

const noReason = { reason: '' };

/** Extends or rejects a request, with a reason that the requester reads. */
function ReasonForm({ request: { id, version }, step, onDone }: ReasonProps) {
  const draftName = useDraftName(`privacy.${id}.${step}`);
  const before = useFormDraft(draftName, noReason);
  const [reason, setReason] = useState(before?.values.reason ?? '');
  const kept = useDraftSaving(draftName, { values: { reason }, base: noReason }, before !== null);
  const { busy, run } = useAction({
    ...common,
    call: () => posts[step]({ params: { id }, body: { version, reason } }),
    onDone: () => {
      kept.remove();
      onDone();
    },
  });
  const isEmpty = reason.trim() === '';
  return (
    <form
      aria-label={words[step].submit}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && !isEmpty) void run();
      }}
    >
      <Textarea
        data-autofocus
        label={words[step].label}
        description={words[step].help}
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
          {...(step === 'reject' && { color: 'red' })}
        >
          {words[step].submit}
        </Button>
      </Group>
    </form>
  );
}

function Decision({ request }: { request: PrivacyRequestDetails }) {
  const { id, version, kind, extended, email } = request;
  const [step, setStep] = useState<Step | null>(null);
  const fulfilling = useAction({
    ...common,
    ask: () =>
      kind === 'copy' ||
      openDialog({
        title: m.privacy_delete_title(),
        text: m.privacy_delete_text({ email }),
        confirm: m.common_delete(),
        cancel: m.common_cancel(),
        tone: 'danger',
      }),
    call: () => postFulfil({ params: { id }, body: { version } }),
  });
  if (step !== null)
    return <ReasonForm request={request} step={step} onDone={() => setStep(null)} />;
  return (
    <>
      {request.overdue && (
        <Alert color="red" role="alert">
          {m.privacy_request_late({ dueAt: formatDate(request.dueAt) })}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        {!extended && (
          <Button variant="default" onClick={() => setStep('extend')}>
            {m.privacy_extend_action()}
          </Button>
        )}
        <Button variant="default" onClick={() => setStep('reject')}>
          {m.privacy_reject_action()}
        </Button>
        <Button
          loading={fulfilling.busy}
          disabled={request.matches.some(({ decision }) => decision === null)}
          onClick={() => void fulfilling.run()}
          {...(kind === 'deletion' && { color: 'red' })}
        >
          {kind === 'copy' ? m.privacy_copy_send() : m.privacy_delete_action()}
        </Button>
      </Group>
    </>
  );
}
