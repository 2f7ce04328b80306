import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import {
  askedForText,
  channelLabels,
  linkPageSizes,
  linkStateLabels,
} from '@lintel/contract/links/constants';
import type { SentLink } from '@lintel/contract/links/links';
import { openDialog } from '../../lib/dialog.ts';
import { formatDateTime, formatMoney } from '../../lib/format.ts';
import { may, useSession } from '../../lib/session.ts';
import { failureText } from '../../lib/failure.ts';
import { useAction } from '../../lib/use-action.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { sendingAccess } from './index.ts';
import { linkTone } from './link-tone.ts';
import { cancelLink, customerLinksKey, linksQuery, resendLink } from './requests.ts';
import classes from './customer-links.module.css';

const pageSize = linkPageSizes[0];

export const prefetchLinks = (client: QueryClient, customerId: number): Promise<void> =>
  client.prefetchQuery(linksQuery(customerId, 1));

/** The links sent to a customer, newest first, each with its state. */
export function CustomerLinks({ customerId }: { customerId: number }) {
  const [page, setPage] = useState(1);
  const maySend = may(useSession(), sendingAccess);
  const { data, error, refetch } = useQuery(linksQuery(customerId, page));
  if (data === undefined)
    return error === null ? (
      <SkeletonRows columns={1} rows={2} />
    ) : (
      <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
    );
  if (data.total === 0)
    return <EmptyState title={m.links_list_none()} text={m.links_list_noneText()} />;
  return (
    <>
      <ul className={classes.list} aria-label={m.links_title()}>
        {data.data.map((link) => (
          <OneLink key={link.id} link={link} maySend={maySend} />
        ))}
      </ul>
      {data.total > pageSize && (
        <div className={classes.pages}>
          <Button variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {m.links_list_newer()}
          </Button>
          <Button
            variant="default"
            disabled={page * pageSize >= data.total}
            onClick={() => setPage(page + 1)}
          >
            {m.links_list_older()}
          </Button>
        </div>
      )}
    </>
  );
}

function OneLink({ link, maySend }: { link: SentLink; maySend: boolean }) {
  const { id, channel, customerId } = link;
  const refresh = [customerLinksKey(customerId), ['customers']];
  const again = useAction({
    ask: () =>
      channel !== 'text' ||
      openDialog({
        title: m.links_again_title(),
        text: askedForText,
        confirm: m.links_again_submit(),
        cancel: m.common_cancel(),
      }),
    call: () => resendLink({ params: { id }, body: { asked: channel === 'text' } }),
    successToast: ({ message }) => message,
    refresh,
    refreshAlways: true,
  });
  const cancel = useAction({
    ask: () =>
      openDialog({
        title: m.links_cancel_title(),
        text: m.links_cancel_text(),
        confirm: m.links_cancel_action(),
        cancel: m.common_keepIt(),
        tone: 'danger',
      }),
    call: () => cancelLink({ params: { id } }),
    successToast: ({ message }) => message,
    refresh,
    refreshAlways: true,
  });
  return (
    <li className={classes.link}>
      <p className={classes.head}>
        <StatusBadge status={linkStateLabels[link.state]} tone={linkTone(link.state)} />
        <span>
          {channelLabels[channel]}
          {link.to !== '' && ` · ${link.to}`}
          {link.amount !== null && ` · ${formatMoney(link.amount)}`}
        </span>
      </p>
      <p className={classes.steps}>{linkSteps(link).join(' · ')}</p>
      {linkNotes(link).map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
      {maySend && (link.mayResend || link.mayCancel) && (
        <p className={classes.actions}>
          {link.mayResend && (
            <Button
              size="compact-sm"
              variant="default"
              loading={again.busy}
              onClick={() => void again.run()}
            >
              {m.common_sendAgain()}
            </Button>
          )}
          {link.mayCancel && (
            <Button
              size="compact-sm"
              variant="default"
              loading={cancel.busy}
              onClick={() => void cancel.run()}
            >
              {m.links_cancel_action()}
            </Button>
          )}
        </p>
      )}
    </li>
  );
}

const optionalTime = (at: string | null): string => (at === null ? '' : formatDateTime(at));

/** The completed steps, with times. */
function linkSteps(link: SentLink): string[] {
  const { sentAt, createdAt } = link;
  const at = {
    left: optionalTime(sentAt === createdAt ? null : sentAt),
    delivered: optionalTime(link.deliveredAt),
    opened: optionalTime(link.openedAt),
    started: optionalTime(link.startedAt),
    submitted: optionalTime(link.submittedAt),
    canceled: optionalTime(link.canceledAt),
  };
  return [
    m.common_createdAt({ at: optionalTime(createdAt) }),
    at.left && m.links_status_sent({ at: at.left }),
    at.delivered && m.links_status_delivered({ at: at.delivered }),
    at.opened && m.common_openedAt({ at: at.opened }),
    at.started && m.links_status_started({ at: at.started }),
    at.submitted && m.links_status_submitted({ at: at.submitted }),
    at.canceled && m.links_status_canceled({ at: at.canceled }),
  ].filter(Boolean);
}

/** Problems and upcoming steps. */
function linkNotes(link: SentLink): string[] {
  const { by, opens, leavesAt, reason, stopped, reminder, remindsAt, reminderReason } = link;
  const reminds: Partial<Record<SentLink['reminder'], string>> = {
    waiting: remindsAt === null ? '' : m.links_reminder_at({ at: formatDateTime(remindsAt) }),
    queued: m.links_reminder_waiting(),
    sent: m.links_reminder_sent(),
    skipped: m.links_reminder_skipped({ reason: reminderReason }),
  };
  return [
    by === '' ? '' : m.links_list_sentBy({ name: by }),
    opens > 1 ? m.links_list_opens({ count: opens }) : '',
    leavesAt === null ? '' : m.links_status_scheduled({ at: formatDateTime(leavesAt) }),
    reason === '' ? '' : m.links_list_reason({ reason }),
    stopped ? m.links_list_stopped() : '',
    reminds[reminder] ?? '',
  ].filter(Boolean);
}
