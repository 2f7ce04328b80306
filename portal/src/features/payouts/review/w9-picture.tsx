import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from '@mantine/core';
import * as m from '#messages';
import { saveFrom } from '../../../lib/save-file.ts';
import { IconExternalLink } from '../../../ui/icons.ts';
import { useObjectUrl } from '../../../lib/object-url.ts';
import { openViewer } from '../../../ui/viewer.ts';
import { pictureQuery } from './w9-calls.ts';
import classes from './w9-review.module.css';

/** A PDF that came as base64, as a file. */
const pdfOf = (base64: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], {
    type: 'application/pdf',
  });

/** Opens a PDF in a window of its own; where the browser allows none, it is saved as a file. */
function openPdf(base64: string): void {
  const address = URL.createObjectURL(pdfOf(base64));
  const viewer = openViewer();
  if (viewer.isOpen) viewer.show(address);
  else saveFrom(address, 'w-9.pdf');
  // The window reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

interface Props {
  path: `/${string}/w9/preview`;
  version: string | number;
  /** The PDF in base64, to be opened. */
  pdf: string | null;
}

/**
 * The form as a picture that the server draws: nothing of an uploaded PDF runs in this browser, and
 * phones show it too. The PDF itself opens in a window of its own.
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
