import type { SyntheticEvent } from 'react';
import * as m from '#messages';
import type { Material } from '@lintel/contract/training/library';
import { useSession } from '../../../lib/session.ts';
import { fileAddress } from '../requests.ts';
import { resumeAt, toSegments, type Moment, type WatchLog } from './watch-log.ts';
import classes from './player.module.css';

export interface PlayerProps {
  video: Material;
  log: WatchLog;
  onEnded(): void;
  onFailed(): void;
}

interface Props extends PlayerProps {
  muted: boolean;
  onMuted(muted: boolean): void;
}

type VideoEvent = SyntheticEvent<HTMLVideoElement>;

const readMoment = ({ currentTime, duration, played }: HTMLVideoElement): Moment => ({
  time: currentTime,
  duration: Number.isFinite(duration) ? duration : 0,
  seen: toSegments(played),
});

/** Connects the log to a player. Players also pause during seeking and right before the end. */
const playerListeners = ({ video, log, onEnded }: PlayerProps) => ({
  onLoadedMetadata: ({ currentTarget: player }: VideoEvent): void => {
    const second = log.place() ?? resumeAt(video, player.duration);
    if (second > 0) player.currentTime = second;
  },
  onPlaying: ({ currentTarget: player }: VideoEvent): void => log.started(readMoment(player)),
  onTimeUpdate: ({ currentTarget: player }: VideoEvent): void => {
    if (!player.paused) log.progressed(readMoment(player));
  },
  onPause: ({ currentTarget: player }: VideoEvent): void => {
    if (!player.seeking && !player.ended) log.paused(readMoment(player));
  },
  onEnded: ({ currentTarget: player }: VideoEvent): void => {
    log.ended(readMoment(player));
    onEnded();
  },
});

/**
 * Plays an MP4 file with the browser's controls. It autoplays muted, resuming where the user left
 * off.
 */
export function Mp4Player(props: Props) {
  const session = useSession();
  const { video, muted, onMuted, onFailed } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are optional for training videos
    <video
      className={classes.video}
      data-autofocus
      tabIndex={0}
      src={fileAddress(video.videoSrc, session)}
      {...(video.videoImg !== '' && { poster: fileAddress(video.videoImg, session) })}
      aria-label={video.name}
      controls
      autoPlay
      muted={muted}
      playsInline
      preload="auto"
      {...playerListeners(props)}
      onVolumeChange={({ currentTarget }) => onMuted(currentTarget.muted)}
      onError={onFailed}
    >
      <Captions video={video} />
    </video>
  );
}

function Captions({ video: { videoTrack } }: { video: Material }) {
  const session = useSession();
  if (videoTrack === '') return null;
  return (
    <track
      kind="captions"
      src={fileAddress(videoTrack, session)}
      srcLang="en"
      label={m.training_player_english()}
      default
    />
  );
}
