import { useEffect, useRef } from 'react';
import { videoLength } from '../../../lib/video-length.ts';
import type { Material } from '@lintel/contract/training';
import { progressWords } from '../progress-words.ts';
import { Thumbnail } from '../thumbnail.tsx';
import classes from './player.module.css';

interface Props {
  title: string;
  videos: readonly Material[];
  current: number;
  onTurnTo(id: number): void;
}

/** The videos of a playlist, the open one marked. */
export function PlaylistPanel({ title, videos, current, onTurnTo }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const watched = videos.filter(({ videoStatus }) => videoStatus === 'ended').length;
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[data-video="${current}"]`);
    // The list alone scrolls, not the dialog: on a phone the video would go out of sight.
    if (row && list.current) list.current.scrollTop = row.offsetTop - list.current.clientHeight / 3;
  }, [current]);
  return (
    <section className={classes.panel} aria-label={title}>
      <h3>{title}</h3>
      <p className={`${classes.quiet} numbers`}>
        {watched} of {videos.length} watched
      </p>
      <ol ref={list}>
        {videos.map((video) => (
          <li key={video.id} data-video={video.id}>
            <button
              type="button"
              aria-current={video.id === current || undefined}
              onClick={() => onTurnTo(video.id)}
            >
              <Thumbnail video={video} small />
              <span>
                <span className={classes.name}>{video.name}</span>
                <span className={classes.quiet}>
                  {[videoLength(video), progressWords(video)].filter(Boolean).join(' · ')}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
