import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { SocialTemplate } from '@lintel/contract/marketing/templates';
import { failureText } from '../../../lib/failure.ts';
import { useObjectUrl } from '../../../lib/object-url.ts';
import { formatName, pictureSize, socialPictureQuery } from './pictures.ts';
import classes from './templates.module.css';

/** The image of a stored template. */
export function StoredPicture({ template }: { template: SocialTemplate }) {
  const { data, error } = useQuery(socialPictureQuery(template));
  return (
    <SocialPicture
      template={template}
      file={data}
      failure={error === null ? undefined : failureText(error)}
      caption={formatName(template)}
    />
  );
}

interface Props {
  template: Pick<SocialTemplate, 'title' | 'socialMedia' | 'contentType'>;
  file: Blob | undefined;
  /** Why there is no image. */
  failure?: string | undefined;
  /** Whether the image shows the stored template or a newer preview. */
  caption: string;
  busy?: boolean;
  /** The maximum height in pixels. */
  tallest?: number;
}

/** A template's image, with its aspect ratio reserved before it loads. */
export function SocialPicture({
  template,
  file,
  failure,
  caption,
  busy = false,
  tallest = 560,
}: Props) {
  const { width, height } = pictureSize(template);
  const address = useObjectUrl(file);
  return (
    <figure className={classes.picture} aria-busy={busy}>
      <div
        className={classes.canvas}
        style={{
          aspectRatio: `${width} / ${height}`,
          maxWidth: `${Math.round((width / height) * tallest)}px`,
        }}
      >
        {failure !== undefined && <p className={classes.undrawn}>{failure}</p>}
        {failure === undefined && address === null && <Skeleton height="100%" radius={0} />}
        {failure === undefined && address !== null && (
          <img
            src={address}
            alt={m.marketing_template_picture({ template: template.title })}
            width={width}
            height={height}
          />
        )}
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
