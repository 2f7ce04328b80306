import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { previewScale, socialSizes } from '@lintel/contract/marketing-constants';
import { messageOf } from '../../../lib/api/api-error.ts';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { socialImagesQuery, type SocialChoice } from '../api/get-social-images.ts';
import { Picture, type PreviewSize } from './picture.tsx';
import classes from './social.module.css';

/** How large a preview of this kind is drawn, in pixels. */
function sizeOf({ socialMedia, contentType }: SocialChoice): PreviewSize {
  const { width, height } = socialSizes[`${socialMedia} ${contentType}`] ?? { width: 0, height: 0 };
  const scale = previewScale[contentType];
  return {
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    pixels: `${width} × ${height}`,
  };
}

/** The designs of one kind; each downloads as a picture. */
export function Gallery({ choice }: { choice: SocialChoice }) {
  const { data, error, refetch } = useQuery(socialImagesQuery(choice));
  const size = sizeOf(choice);
  if (data === undefined)
    return error ? (
      <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
    ) : (
      <Waiting size={size} />
    );
  if (data.data.length === 0)
    return (
      <EmptyState
        title="Nothing here"
        text="There are no designs of this kind yet. Please look at the other kinds."
      />
    );
  return (
    <>
      <p className={classes.hint}>{size.pixels} pixels. Click a picture to download it.</p>
      <ul className={classes.grid} style={columnsOf(size)}>
        {data.data.map((image) => (
          <li key={image.id}>
            <Picture image={image} choice={choice} size={size} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** As many columns as there is room for previews of this width. */
const columnsOf = ({ width }: PreviewSize) => ({
  gridTemplateColumns: `repeat(auto-fill, min(100%, ${width}px))`,
});

const Waiting = ({ size }: { size: PreviewSize }) => (
  <div className={classes.grid} style={columnsOf(size)} role="status">
    <VisuallyHidden>Loading the designs…</VisuallyHidden>
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
