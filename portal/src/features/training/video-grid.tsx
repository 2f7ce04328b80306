import { Skeleton } from '@mantine/core';
import type { Material } from '@lintel/contract/training';
import { VideoCard } from './video-card.tsx';
import classes from './training.module.css';

interface Props {
  label: string;
  /** Undefined while they load. */
  videos: readonly Material[] | undefined;
  /** How many there will be. */
  expected: number;
  onOpen(id: number): void;
}

/** Videos side by side; on a phone below one another. */
export function VideoGrid({ label, videos, expected, onOpen }: Props) {
  if (videos === undefined) {
    return (
      <div className={classes.grid} role="status" aria-label="Loading…">
        {Array.from({ length: expected }, (_none, index) => (
          <Skeleton key={index} className={classes.waiting ?? ''} radius="md" />
        ))}
      </div>
    );
  }
  return (
    <ul className={classes.grid} aria-label={label}>
      {videos.map((video) => (
        <li key={video.id}>
          <VideoCard video={video} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}
