import { useEffect, useEffectEvent, useRef } from 'react';
import { followYoutube } from './follow-youtube.ts';
import type { PlayerProps } from './mp4-player.tsx';
import { resumeAt } from './resume.ts';
import { embedAddress } from './youtube-channel.ts';
import classes from './player.module.css';

/**
 * Plays a video of YouTube in its embedded player: it starts by itself, without sound, where it was
 * left.
 */
export function YoutubePlayer({ video, log, onEnded, onFailed }: PlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const resume = useEffectEvent((duration: number) => log.place() ?? resumeAt(video, duration));
  const ended = useEffectEvent(onEnded);
  const failed = useEffectEvent(onFailed);
  useEffect(() => {
    if (frame.current === null) return undefined;
    return followYoutube(frame.current, {
      log,
      resume: (duration) => resume(duration),
      onEnded: () => ended(),
      onFailed: () => failed(),
    });
  }, [log]);
  return (
    <iframe
      ref={frame}
      className={classes.video}
      src={embedAddress(video.videoId, window.location.origin)}
      title={video.name}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      allowFullScreen
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
