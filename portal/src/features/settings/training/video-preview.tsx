import { lazy, Suspense, useState } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { IconEye } from '../../../ui/icons.ts';
import type { MaterialForm } from './use-material-form.ts';
import classes from './material-form.module.css';

const VideoFrame = lazy(() => import('./video-frame.tsx'));

/**
 * Shows the video when asked to. The length of a file fills in its duration while that is empty.
 */
export function VideoPreview({ used: { values, setValue } }: { used: MaterialForm }) {
  const [open, setOpen] = useState(false);
  const fill = (seconds: number): void => {
    if (values.videoDuration === '' && Number.isFinite(seconds))
      setValue('videoDuration', String(Math.max(1, Math.round(seconds / 60))));
  };
  return (
    <div className={classes.wide}>
      <Button
        variant="default"
        leftSection={<IconEye size={16} aria-hidden />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide the video' : 'Show the video'}
      </Button>
      {open && (
        <div className={classes.videoBox}>
          <Suspense fallback={<Skeleton height={240} radius="md" />}>
            <VideoFrame video={values} onLength={fill} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
