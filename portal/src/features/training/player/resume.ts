import type { Material } from '@lintel/contract/training';
import { resumeStep } from '@lintel/contract/training-constants';

/** Nearer to its end than this, in seconds, a video that was finished starts over. */
const tail = 1;

/**
 * The second at which a video of `duration` seconds goes on: where it was left, less a hundredth of
 * a second.
 */
export function resumeAt(
  { videoStatus, currentVideoTime }: Pick<Material, 'videoStatus' | 'currentVideoTime'>,
  duration: number,
): number {
  const second = Math.max(0, currentVideoTime - resumeStep);
  const over = videoStatus === 'ended' ? second >= duration - tail : second >= duration;
  return over ? 0 : second;
}
