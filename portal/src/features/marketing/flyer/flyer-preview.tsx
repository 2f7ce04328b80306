import { useState } from 'react';
import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api/api-error.ts';
import { Card } from '../../../ui/card.tsx';
import { IconDownload } from '../../../ui/icons.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { flyerImagesQuery } from '../api/get-flyer-images.ts';
import type { MaterialsPage } from '../api/get-materials.ts';
import { useFlyerDownload } from './use-flyer-download.ts';
import classes from './flyer.module.css';

/** Both sides of the flyer as pictures, and the flyer itself to print. */
export function FlyerPreview({
  contractorId,
  page,
}: {
  contractorId: number;
  page: MaterialsPage;
}) {
  const { data, error, refetch, isFetching } = useQuery(flyerImagesQuery(contractorId, page.id));
  const { busy, download } = useFlyerDownload(contractorId, page);
  const button = (
    <Button loading={busy} onClick={download} leftSection={<IconDownload size={16} aria-hidden />}>
      DOWNLOAD FLYER
    </Button>
  );
  return (
    <Card title="Your flyer" text="Letter size, two sides, ready to print." action={button}>
      {error && !isFetching ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.sides} aria-busy={isFetching}>
          <Side name="Front side" src={data?.previewImageFrontSide} />
          <Side name="Back side" src={data?.previewImageBackSide} />
        </div>
      )}
    </Card>
  );
}

/** One side; its room is there before the picture is. */
function Side({ name, src }: { name: string; src: string | undefined }) {
  const [shown, setShown] = useState<string>();
  return (
    <figure className={classes.side}>
      <div className={classes.sheet} data-waiting={shown === undefined || undefined}>
        {shown === undefined && (
          <VisuallyHidden role="status">
            Loading the picture of the {name.toLowerCase()}…
          </VisuallyHidden>
        )}
        {src !== undefined && (
          <img
            src={src}
            alt={`${name} of the flyer`}
            width={850}
            height={1100}
            onLoad={() => setShown(src)}
          />
        )}
      </div>
      <figcaption>{name}</figcaption>
    </figure>
  );
}
