import { Skeleton } from '@mantine/core';
import type { SocialTemplate } from '@lintel/contract/marketing-templates';
import { sizeOf } from './social-format.ts';
import { useObjectUrl } from './use-object-url.ts';
import classes from './marketing.module.css';

interface Props {
  template: Pick<SocialTemplate, 'title' | 'socialMedia' | 'contentType'>;
  file: Blob | undefined;
  /** Why there is no picture. */
  failure?: string | undefined;
  /** What the picture shows: the stored template, or something newer. */
  caption: string;
  busy?: boolean;
  /** How tall it is shown at most, in pixels. */
  tallest?: number;
}

/** A picture of a template in its own proportions, whether it is there yet or not. */
export function SocialPicture({
  template,
  file,
  failure,
  caption,
  busy = false,
  tallest = 560,
}: Props) {
  const { width, height } = sizeOf(template);
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
            alt={`${template.title} with the demo data`}
            width={width}
            height={height}
          />
        )}
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
