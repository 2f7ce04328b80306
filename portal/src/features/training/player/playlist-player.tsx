import { useState } from 'react';
import { useSession } from '../../../lib/session.ts';
import { IconVolumeOff } from '../../../ui/icons.ts';
import { PlainButton } from '../../../ui/plain-button.tsx';
import { nextUnfinished } from '../playlists.ts';
import { PlaylistPanel } from './playlist-panel.tsx';
import type { OpenPlaylist } from './use-open-playlist.ts';
import { WatchedVideo } from './watched-video.tsx';
import classes from './player.module.css';

interface Props extends OpenPlaylist {
  onTurnTo(id: number): void;
}

/**
 * The open video beside its playlist. When it ends the next unfinished one follows; without any,
 * playing stops.
 */
export function PlaylistPlayer({ title, videos, video, onTurnTo }: Props) {
  const { switched } = useSession();
  const [ended, setEnded] = useState<ReadonlySet<number>>(new Set());
  const [stoppedAt, setStoppedAt] = useState<number | null>(null);
  // Each opening starts without sound; who turned it on keeps it for the videos that follow.
  const [muted, setMuted] = useState(true);
  const turnTo = (id: number): void => {
    setStoppedAt(null);
    onTurnTo(id);
  };
  const finish = (): void => {
    const now = new Set([...ended, video.id]);
    setEnded(now);
    const next = nextUnfinished(videos, video.id, now);
    if (next === undefined) setStoppedAt(video.id);
    else turnTo(next.id);
  };
  return (
    <div className={classes.player} data-alone={videos.length < 2 || undefined}>
      <div className={classes.main}>
        <WatchedVideo
          key={video.id}
          video={video}
          muted={muted}
          onMuted={setMuted}
          onEnded={finish}
        />
        {muted && video.videoType === 'video/mp4' && (
          <div className={classes.sound}>
            <PlainButton small onClick={() => setMuted(false)}>
              <IconVolumeOff size={16} aria-hidden />
              Turn sound on
            </PlainButton>
          </div>
        )}
        <div role="status">
          {stoppedAt === video.id && (
            <p className={classes.done}>You have watched every video of “{title}”.</p>
          )}
        </div>
        {switched && (
          <p className={classes.quiet}>
            Progress is not recorded while you are switched into this account.
          </p>
        )}
        {/* The server has cleaned what staff wrote. */}
        {video.content !== '' && (
          <div className={classes.about} dangerouslySetInnerHTML={{ __html: video.content }} />
        )}
      </div>
      {videos.length > 1 && (
        <PlaylistPanel title={title} videos={videos} current={video.id} onTurnTo={turnTo} />
      )}
    </div>
  );
}
