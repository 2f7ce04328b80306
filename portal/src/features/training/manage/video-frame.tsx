import * as m from '#messages';
import '../../../lib/form/rules.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { youtubeIdIn } from '@lintel/contract/training/rules';
import type { MaterialValues } from './values.ts';
import formClasses from './material-form.module.css';
import classes from './training.module.css';

interface Props {
  video: Pick<MaterialValues, 'name' | 'videoType' | 'videoId' | 'videoSrc'>;
  /** Gets the length of an MP4 in seconds when it is known. */
  onLength: (seconds: number) => void;
}

/** A video player, empty without a video. */
export default function VideoFrame({
  video: { name, videoType, videoId, videoSrc },
  onLength,
}: Props) {
  const title = m.training_video_previewOf({ name: name || m.training_video_unnamed() });
  const id = videoType === 'youtube' ? youtubeIdIn(videoId) : null;
  if (id !== null) {
    const address = `https://www.youtube-nocookie.com/embed/${id}?rel=0`;
    return (
      <iframe
        className={formClasses.video}
        src={address}
        title={title}
        allow="fullscreen; picture-in-picture"
      />
    );
  }
  if (videoType === 'video/mp4' && videoSrc !== '')
    return <Film key={videoSrc} title={title} src={videoSrc} onLength={onLength} />;
  return <p className={classes.quiet}>{m.training_video_none()}</p>;
}

function Film({
  title,
  src,
  onLength,
}: {
  title: string;
  src: string;
  onLength: (seconds: number) => void;
}) {
  const film = useRef<HTMLVideoElement>(null);
  const reportLength = useEffectEvent(({ readyState, duration }: HTMLVideoElement) => {
    if (readyState >= HTMLMediaElement.HAVE_METADATA) onLength(duration);
  });
  // The metadata may load before this effect runs, and with it before the listener is attached.
  useEffect(() => {
    if (film.current) reportLength(film.current);
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- staff look at what they upload; its captions come with the material
    <video
      ref={film}
      className={formClasses.video}
      src={src}
      aria-label={title}
      controls
      preload="metadata"
      onLoadedMetadata={(event) => onLength(event.currentTarget.duration)}
    />
  );
}
