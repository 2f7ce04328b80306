import { useState } from 'react';
import { Button } from '@mantine/core';
import * as m from '#messages';
import type { Material } from '@lintel/contract/training/library';
import { formatCount } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { videoLength } from '../../lib/video-length.ts';
import { IconCheck, IconChevronDown, IconChevronUp, IconPlayerPlayFilled } from '../../ui/icons.ts';
import { progressText } from './playlists.ts';
import { fileAddress } from './requests.ts';
import thumbnailClasses from './thumbnail.module.css';
import classes from './training.module.css';

/** The id of a video's button, which gets the focus back. */
export const videoButtonId = (videoId: number): string => `video-${videoId}`;

interface Props {
  video: Material;
  onOpen(id: number): void;
}

/** A button that opens a video: image, name, and progress. */
export function VideoCard({ video, onOpen }: Props) {
  const words = progressText(video);
  return (
    <button
      type="button"
      id={videoButtonId(video.id)}
      className={classes.video}
      onClick={() => onOpen(video.id)}
    >
      <Thumbnail video={video} />
      <span className={classes.words}>
        <span className={classes.name}>{video.name}</span>
        {(words !== '' || video.isNewVideo) && (
          <span className={classes.state}>
            {video.isNewVideo && <span className={classes.new}>{m.training_card_new()}</span>}
            {words}
          </span>
        )}
      </span>
    </button>
  );
}

interface MoreButtonProps {
  open: boolean;
  /** The number of hidden videos. */
  hidden: number;
  busy?: boolean;
  failed?: boolean;
  onToggle(): void;
}

/** Shows and hides the rest of a list. */
export function MoreButton({
  open,
  hidden,
  busy = false,
  failed = false,
  onToggle,
}: MoreButtonProps) {
  const Icon = open ? IconChevronUp : IconChevronDown;
  return (
    <div className={classes.more}>
      <Button
        variant="default"
        rightSection={<Icon size={16} aria-hidden />}
        loading={busy}
        aria-expanded={open}
        onClick={onToggle}
      >
        {open ? m.training_card_hide() : m.common_showMore()}
      </Button>
      {!open && !failed && (
        <span className={classes.quiet}>
          {formatCount(hidden, m.training_card_more_one(), m.training_card_more_many())}
        </span>
      )}
      {failed && (
        <span className={classes.failure} role="alert">
          {m.training_card_othersFailed()}
        </span>
      )}
    </div>
  );
}

interface ThumbnailProps {
  video: Pick<
    Material,
    'videoImg' | 'videoStatus' | 'videoDuration' | 'videoSeconds' | 'watchedPercent'
  >;
  small?: boolean;
}

/**
 * The image of a video with the user's progress: a bar below it, and a check mark after the end.
 */
export function Thumbnail({ video, small = false }: ThumbnailProps) {
  const session = useSession();
  const [broken, setBroken] = useState(false);
  const { videoImg, videoStatus, watchedPercent } = video;
  const ended = videoStatus === 'ended';
  const share = ended ? 100 : watchedPercent;
  return (
    <span className={thumbnailClasses.frame} data-small={small || undefined}>
      {videoImg !== '' && !broken && (
        <img
          src={fileAddress(videoImg, session)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
      <span className={thumbnailClasses.play}>
        <IconPlayerPlayFilled size={small ? 14 : 20} aria-hidden />
      </span>
      {ended && (
        <span className={thumbnailClasses.check}>
          <IconCheck data-icon="check" size={small ? 12 : 16} stroke={3} aria-hidden />
        </span>
      )}
      {!small && <span className={thumbnailClasses.length}>{videoLength(video)}</span>}
      {share > 0 && (
        <span className={thumbnailClasses.line}>
          <span style={{ width: `${share}%` }} />
        </span>
      )}
    </span>
  );
}
