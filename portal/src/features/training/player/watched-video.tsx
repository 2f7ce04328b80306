import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Material } from '@lintel/contract/training';
import { sessionQuery } from '../../../lib/session.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { Mp4Player } from './mp4-player.tsx';
import { useWatchLog } from './use-watch-log.ts';
import { YoutubePlayer } from './youtube-player.tsx';
import classes from './player.module.css';

interface Props {
  video: Material;
  muted: boolean;
  onMuted(muted: boolean): void;
  onEnded(): void;
}

/**
 * Plays one video. A player cannot renew a session that has run out: the first failure does so and
 * tries again by itself, the next one is told.
 */
export function WatchedVideo({ video, muted, onMuted, onEnded }: Props) {
  const log = useWatchLog(video);
  const client = useQueryClient();
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const again = async (): Promise<void> => {
    await client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined);
    setAttempt((count) => count + 1);
    setFailed(false);
  };
  const onFailed = (): void => {
    log.left();
    if (attempt === 0 && video.videoType === 'video/mp4') void again();
    else setFailed(true);
  };
  const player = { video, log, onEnded, onFailed };
  if (failed) {
    return (
      <div className={classes.failed}>
        <ErrorState text="This video cannot be played right now." onRetry={() => void again()} />
      </div>
    );
  }
  return (
    <div className={classes.screen}>
      {video.videoType === 'youtube' ? (
        <YoutubePlayer key={attempt} {...player} />
      ) : (
        <Mp4Player key={attempt} {...player} muted={muted} onMuted={onMuted} />
      )}
    </div>
  );
}
