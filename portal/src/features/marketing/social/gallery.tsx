import { useState } from 'react';
import { Loader, Skeleton, VisuallyHidden } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { languageNames } from '@lintel/contract/core/language';
import type { Answer } from '@lintel/contract/core/endpoint';
import {
  previewScale,
  socialSizes,
  type ContentType,
  type SocialMedia,
} from '@lintel/contract/marketing/constants';
import type {
  downloadSocialImage,
  listSocialImages,
  previewSocialImage,
} from '@lintel/contract/marketing/social';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { buildAddress } from '../../../lib/api/encode.ts';
import { basePath, send } from '../../../lib/api/send.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useAction } from '../../../lib/use-action.ts';
import { IconDownload } from '../../../ui/icons.ts';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import classes from './social.module.css';

const getImages = call<typeof listSocialImages>(
  { method: 'GET', path: '/social-media-images' },
  { handles: [500] },
);

type SocialImage = Answer<typeof listSocialImages>['data'][number];

interface SocialChoice {
  socialMedia: SocialMedia;
  contentType: ContentType;
  pageId: number;
  /** The current account. */
  userId: number;
  /** Undefined means English. */
  lang?: 'es' | undefined;
}

const socialImagesQuery = (choice: SocialChoice) =>
  queryOptions({
    queryKey: ['social-images', choice],
    // Each selection refetches; cached designs stay visible until the response arrives.
    staleTime: 0,
    queryFn: ({ signal }) => getImages({ query: choice }, { signal }),
  });

const previewPath: (typeof previewSocialImage)['path'] = '/social-media-images/{id}/preview';
const downloadPath: (typeof downloadSocialImage)['path'] = '/social-media-images/{id}/download';

type PictureOwner = Pick<SocialChoice, 'pageId' | 'userId' | 'lang'>;

/** The address of a design's thumbnail. Images send no headers, so the user is in the query. */
const previewAddress = (id: number, { pageId, userId, lang }: PictureOwner): string =>
  basePath + buildAddress(previewPath, { id }, { pageId, userId, lang });

/** A design as a PNG. Throws `ApiError`. */
async function getSocialPicture(id: number, { pageId, userId, lang }: PictureOwner): Promise<Blob> {
  const answer = await send(
    buildAddress(downloadPath, { id }, { pageId, userId, lang }),
    { method: 'GET' },
    { timeout: 0, handles: [500] },
  );
  return answer.blob();
}

/** The size of a preview of this kind, in pixels. */
function previewSize({ socialMedia, contentType }: SocialChoice): PreviewSize {
  const { width, height } = socialSizes[`${socialMedia} ${contentType}`] ?? { width: 0, height: 0 };
  const scale = previewScale[contentType];
  return {
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    pixels: `${width} × ${height}`,
  };
}

/** The designs of one kind; each downloads as an image. */
export function Gallery({ choice }: { choice: SocialChoice }) {
  const { data, error, refetch } = useQuery(socialImagesQuery(choice));
  const size = previewSize(choice);
  if (data === undefined)
    return error ? (
      <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
    ) : (
      <Waiting size={size} />
    );
  if (data.data.length === 0)
    return <EmptyState title={m.common_nothingHere()} text={m.marketing_gallery_empty()} />;
  return (
    <>
      <p className={classes.hint}>{m.marketing_gallery_size({ pixels: size.pixels })}</p>
      <ul className={classes.grid} style={gridColumns(size)}>
        {data.data.map((image) => (
          <li key={image.id}>
            <Picture key={choice.lang} image={image} choice={choice} size={size} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** As many columns as fit previews of this width. */
const gridColumns = ({ width }: PreviewSize) => ({
  gridTemplateColumns: `repeat(auto-fill, min(100%, ${width}px))`,
});

const Waiting = ({ size }: { size: PreviewSize }) => (
  <div className={classes.grid} style={gridColumns(size)} role="status">
    <VisuallyHidden>{m.marketing_gallery_loading()}</VisuallyHidden>
    {[0, 1, 2].map((at) => (
      <Skeleton
        key={at}
        style={{
          aspectRatio: `${size.width} / ${size.height}`,
          height: 'auto',
          maxWidth: size.width,
        }}
      />
    ))}
  </div>
);

/** The size of a preview in pixels, and the size of the full image in words. */
interface PreviewSize {
  width: number;
  height: number;
  pixels: string;
}

interface Props {
  image: SocialImage;
  choice: SocialChoice;
  size: PreviewSize;
}

/** A design's preview, which downloads the image. */
function Picture({ image: { id, title }, choice, size: { width, height } }: Props) {
  const [state, setState] = useState<'waiting' | 'shown' | 'failed'>('waiting');
  const { busy, run } = useAction({
    call: () => getSocialPicture(id, choice),
    onDone: (picture) =>
      saveFile(picture, `${title}${choice.lang ? ` ${languageNames[choice.lang]}` : ''}.png`),
  });
  return (
    <button
      type="button"
      className={classes.picture}
      style={{ maxWidth: width }}
      aria-label={m.marketing_gallery_downloadNamed({ title })}
      aria-busy={busy}
      onClick={() => void (busy || run())}
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
          <span className={classes.failed}>{m.marketing_previewUnavailable()}</span>
        )}
      </span>
      <span className={classes.caption}>
        {title}
        {busy ? <Loader size={18} /> : <IconDownload size={18} aria-hidden />}
      </span>
    </button>
  );
}
