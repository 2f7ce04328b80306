import type { Material } from '@lintel/contract/training';
import { progressWords } from './progress-words.ts';
import { Thumbnail } from './thumbnail.tsx';
import classes from './training.module.css';

/** The id of the button that opens a video: the focus returns there. */
export const buttonIdOf = (videoId: number): string => `video-${videoId}`;

interface Props {
  video: Material;
  onOpen(id: number): void;
}

/** A video to open: its picture, its name and how far the user is with it. */
export function VideoCard({ video, onOpen }: Props) {
  const words = progressWords(video);
  return (
    <button
      type="button"
      id={buttonIdOf(video.id)}
      className={classes.video}
      onClick={() => onOpen(video.id)}
    >
      <Thumbnail video={video} />
      <span className={classes.words}>
        <span className={classes.name}>{video.name}</span>
        {(words !== '' || video.isNewVideo) && (
          <span className={classes.state}>
            {video.isNewVideo && <span className={classes.new}>New</span>}
            {words}
          </span>
        )}
      </span>
    </button>
  );
}
