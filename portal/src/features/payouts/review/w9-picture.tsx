import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from '@mantine/core';
import * as m from '#messages';
import { saveFrom } from '../../../lib/save-file.ts';
import { IconExternalLink } from '../../../ui/icons.ts';
import { useObjectUrl } from '../../../lib/object-url.ts';
import { openViewer } from '../../../ui/viewer.ts';
import { pictureQuery } from './w9-calls.ts';
import classes from './w9-review.module.css';

const toPdf = (base64: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], {
    type: 'application/pdf',
  });

/** Opens a PDF in a new window; if the browser blocks it, downloads the PDF. */
function openPdf(base64: string): void {
  const address = URL.createObjectURL(toPdf(base64));
  const viewer = openViewer();
  if (viewer.isOpen) viewer.show(address);
  else saveFrom(address, 'w-9.pdf');
  // The new window reads it asynchronously.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

interface Props {
  path: `/${string}/w9/preview`;
  version: string | number;
  /** The PDF in base64, for the open button. */
  pdf: string | null;
}

/**
 * The form as a picture rendered by the server: nothing in an uploaded PDF runs in this browser,
 * and phones can show it, too. The PDF itself opens in a new window.
 */
export function W9Picture({ path, version, pdf }: Props) {
  const picture = useQuery(pictureQuery(path, version));
  const address = useObjectUrl(picture.data);
  return (
    <figure className={classes.picture}>
      <div className={classes.sheet}>
        {address !== null && <img src={address} alt={m.payouts_review_picture()} />}
        {picture.isPending && (
          <Skeleton
            height="100%"
            radius="md"
            role="status"
            aria-label={m.payouts_review_loading()}
          />
        )}
        {picture.isError && <p role="alert">{m.payouts_review_unavailable()}</p>}
      </div>
      {pdf !== null && (
        <Button
          variant="default"
          leftSection={<IconExternalLink size={16} aria-hidden />}
          onClick={() => openPdf(pdf)}
        >
          {m.payouts_review_openPdf()}
        </Button>
      )}
    </figure>
  );
}
