import { useState } from 'react';
import type { Material } from '@lintel/contract/training';
import { videoLength } from '../../lib/video-length.ts';
import { useSession } from '../../lib/session.ts';
import { IconCheck, IconPlayerPlayFilled } from '../../ui/icons.ts';
import { fileAddress } from './file-address.ts';
import classes from './thumbnail.module.css';

interface Props {
  video: Pick<
    Material,
    'videoImg' | 'videoStatus' | 'videoDuration' | 'videoSeconds' | 'watchedPercent'
  >;
  small?: boolean;
}

/**
 * The picture of a video, with how far the user is: a line below it, a check mark once it was seen
 * to its end.
 */
export function Thumbnail({ video, small = false }: Props) {
  const session = useSession();
  const [broken, setBroken] = useState(false);
  const { videoImg, videoStatus, watchedPercent } = video;
  const ended = videoStatus === 'ended';
  const share = ended ? 100 : watchedPercent;
  return (
    <span className={classes.frame} data-small={small || undefined}>
      {videoImg !== '' && !broken && (
        <img
          src={fileAddress(videoImg, session)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
      <span className={classes.play}>
        <IconPlayerPlayFilled size={small ? 14 : 20} aria-hidden />
      </span>
      {ended && (
        <span className={classes.check}>
          <IconCheck data-icon="check" size={small ? 12 : 16} stroke={3} aria-hidden />
        </span>
      )}
      {!small && <span className={classes.length}>{videoLength(video)}</span>}
      {share > 0 && (
        <span className={classes.line}>
          <span style={{ width: `${share}%` }} />
        </span>
      )}
    </span>
  );
}
