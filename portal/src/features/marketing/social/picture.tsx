import { useState } from 'react';
import { Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../../lib/save-file.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { IconDownload } from '../../../ui/icons.ts';
import type { SocialChoice, SocialImage } from '../api/get-social-images.ts';
import { getSocialPicture, previewAddress } from '../api/social-picture.ts';
import classes from './social.module.css';

/** How large a preview is drawn in pixels, and how large the picture itself is, in words. */
export interface PreviewSize {
  width: number;
  height: number;
  pixels: string;
}

interface Props {
  image: SocialImage;
  choice: SocialChoice;
  size: PreviewSize;
}

/** A design's preview, which downloads the picture. */
export function Picture({ image: { id, title }, choice, size: { width, height } }: Props) {
  const [state, setState] = useState<'waiting' | 'shown' | 'failed'>('waiting');
  const download = useMutation({
    mutationFn: () => getSocialPicture(id, choice),
    onSuccess: (picture) => saveFile(picture, `${title}.png`),
    onError: (error) => showToast(failureText(error), 'danger', toastLife.short),
  });
  return (
    <button
      type="button"
      className={classes.picture}
      style={{ maxWidth: width }}
      aria-label={`Download ${title}`}
      aria-busy={download.isPending}
      onClick={() => !download.isPending && download.mutate()}
    >
      <span
        className={classes.sheet}
        data-state={state}
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        <img
          src={previewAddress(id, choice)}
          alt=""
          width={width}
          height={height}
          loading="lazy"
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
        {state === 'failed' && (
          <span className={classes.failed}>There is no preview right now.</span>
        )}
      </span>
      <span className={classes.caption}>
        {title}
        {download.isPending ? <Loader size={18} /> : <IconDownload size={18} aria-hidden />}
      </span>
    </button>
  );
}
