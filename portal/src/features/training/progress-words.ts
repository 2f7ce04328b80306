import type { Material } from '@lintel/contract/training';

/** How far the user is with a video, in words; empty for one that was not started. */
export function progressWords({
  videoStatus,
  watchedPercent,
}: Pick<Material, 'videoStatus' | 'watchedPercent'>): string {
  if (videoStatus === null) return '';
  if (videoStatus === 'ended') return 'Watched';
  return watchedPercent > 0 ? `${watchedPercent}% watched` : 'Started';
}
