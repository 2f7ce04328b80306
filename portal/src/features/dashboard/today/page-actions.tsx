import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { copyText } from '../../../lib/clipboard.ts';
import { may, useSession } from '../../../lib/session.ts';
import { failureText } from '../../../lib/failure.ts';
import { IconQrcode, IconSend, IconShare } from '../../../ui/icons.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { openSendSheet, sendingAccess } from '../../links/index.ts';
import classes from './today.module.css';

interface Props {
  id: number;
  /** The page's name. */
  label: string;
  url: string;
}

/** The address carries the application's source. */
const withSource = (url: string, source: 'qr' | 'share'): string => `${url}?source=${source}`;

/** The ways to share a page's address: a QR code, the phone's share sheet, a message. */
export function PageActions({ id, label, url }: Props) {
  const [showsCode, setShowsCode] = useState(false);
  const maySend = may(useSession(), sendingAccess);
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconQrcode size={16} aria-hidden />}
        aria-expanded={showsCode}
        aria-label={m.dashboard_qr_of({ label })}
        onClick={() => setShowsCode(!showsCode)}
      >
        {m.common_qrCode()}
      </Button>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconShare size={16} aria-hidden />}
        aria-label={m.dashboard_share_named({ label })}
        onClick={() => share(withSource(url, 'share'))}
      >
        {m.common_share()}
      </Button>
      {maySend && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconSend size={16} aria-hidden />}
          onClick={() => openSendSheet({ pageId: id })}
        >
          {m.common_sendLink()}
        </Button>
      )}
      {showsCode && <Code label={label} address={withSource(url, 'qr')} />}
    </div>
  );
}

/** The phone's share sheet if available, else the clipboard. */
function share(address: string): void {
  if (typeof navigator.share !== 'function') return void copyText(address);
  // Closing the share sheet is the user's decision, not a failure.
  navigator.share({ url: address, title: m.common_share_title() }).catch(() => undefined);
}

/** Drawn in the browser by code that loads for the first QR code. */
function Code({ label, address }: { label: string; address: string }) {
  const code = useQuery({
    queryKey: ['dashboard', 'qr', address],
    queryFn: async () => {
      const { toString } = await import('qrcode');
      const svg = await toString(address, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' });
      return `data:image/svg+xml;base64,${btoa(svg)}`;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (code.isError)
    return <ErrorState text={failureText(code.error)} onRetry={() => void code.refetch()} />;
  return (
    <figure className={classes.code}>
      {code.data !== undefined && (
        <img src={code.data} alt={m.dashboard_qr_of({ label })} width={220} height={220} />
      )}
    </figure>
  );
}
