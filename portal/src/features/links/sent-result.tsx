import { useEffect, useRef } from 'react';
import { Alert, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { isMessage, linkStateLabels } from '@lintel/contract/links/constants';
import type { SentLink } from '@lintel/contract/links/links';
import { copyText } from '../../lib/clipboard.ts';
import { formatMoney, formatDateTime } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { IconCheck, IconShare } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { linkTone } from './link-tone.ts';
import { followedQuery, type SentLinkAnswer } from './requests.ts';
import classes from './send-sheet.module.css';

interface Props {
  shown: SentLinkAnswer;
  /** The recipient. */
  name: string;
  /** Returns to the form: empty for the next recipient, or with the input for a retry. */
  onAgain(): void;
  onRetry(): void;
  onClose(): void;
}

/** How long a delivered message stays on screen, in milliseconds. */
const seen = 2500;

const hasArrived = ({ channel, state }: SentLink): boolean =>
  isMessage(channel) &&
  ['delivered', 'opened', 'started', 'submitted', channel === 'email' && 'sent'].includes(state);

/** Closes the sheet shortly after delivery; a toast keeps the result in view. */
function useClosing(link: SentLink, name: string, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  const arrived = hasArrived(link);
  const words =
    link.channel === 'text'
      ? m.links_result_textDelivered({ name })
      : m.links_result_emailSent({ name });
  useEffect(() => {
    if (!arrived) return undefined;
    const timer = setTimeout(() => {
      showToast(words);
      close.current();
    }, seen);
    return () => clearTimeout(timer);
  }, [arrived, words]);
}

/** The result: the message's state, or the address to show and share. */
export function SentResult({ shown, name, onAgain, onRetry, onClose }: Props) {
  const { address, qr, message } = shown;
  const { data: link } = useQuery(followedQuery(shown.link));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useClosing(link, name, onClose);
  const hasFailed = link.state === 'failed';
  return (
    <div className={classes.result}>
      <h3 ref={heading} tabIndex={-1}>
        {link.channel !== 'qr' && !hasFailed && <IconCheck size={22} aria-hidden />}
        {hasFailed ? m.links_result_failed() : message}
      </h3>
      {hasFailed && (
        <Alert color="red" role="alert">
          {link.reason === '' ? m.links_result_failedText() : link.reason}
        </Alert>
      )}
      {address === null ? (
        <InProgress link={link} />
      ) : (
        <>
          {link.channel === 'qr' && qr !== null && <Code link={link} qr={qr} name={name} />}
          {link.channel === 'share' && <Share address={address} />}
          <CopyField label={m.links_result_address()} value={address} />
        </>
      )}
      <Group grow>
        <Button variant="default" onClick={onAgain}>
          {m.links_result_another()}
        </Button>
        {hasFailed ? (
          <Button onClick={onRetry}>{m.links_result_change()}</Button>
        ) : (
          <Button onClick={onClose}>{m.common_done()}</Button>
        )}
      </Group>
    </div>
  );
}

const InProgress = ({ link }: { link: SentLink }) => (
  <dl className={classes.facts}>
    <dt>{m.common_to()}</dt>
    <dd>{link.to}</dd>
    <dt>{m.common_status()}</dt>
    <dd role="status">
      <StatusBadge status={linkStateLabels[link.state]} tone={linkTone(link.state)} />
    </dd>
    {link.leavesAt !== null && (
      <>
        <dt>{m.links_result_sending()}</dt>
        <dd>{formatDateTime(link.leavesAt)}</dd>
      </>
    )}
  </dl>
);

/** Large enough to scan from across a table. */
const Code = ({ link, qr, name }: { link: SentLink; qr: string; name: string }) => (
  <figure className={classes.code}>
    <img src={qr} alt={m.links_result_qrCode()} width={280} height={280} />
    <figcaption>
      <span>{name}</span>
      {link.amount === null
        ? m.links_result_scan()
        : m.links_result_scanAmount({ amount: formatMoney(link.amount) })}
    </figcaption>
  </figure>
);

/** Uses the phone's share sheet if available, otherwise the clipboard. */
function Share({ address }: { address: string }) {
  const pass = (): void => {
    if (typeof navigator.share !== 'function') return void copyText(address);
    // Closing the share sheet rejects; that isn't an error.
    navigator.share({ url: address, title: m.common_share_title() }).catch(() => undefined);
  };
  return (
    <Button fullWidth leftSection={<IconShare size={18} aria-hidden />} onClick={pass}>
      {typeof navigator.share === 'function' ? m.common_share() : m.common_copyLink()}
    </Button>
  );
}
