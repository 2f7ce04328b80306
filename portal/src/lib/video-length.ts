import * as m from '#messages';
import type { Material } from '@lintel/contract/training/library';

const two = (part: number): string => String(part).padStart(2, '0');

/** The length of a video: `0:08` if the file's length is known, otherwise the entered minutes. */
export function videoLength({
  videoDuration,
  videoSeconds,
}: Pick<Material, 'videoDuration' | 'videoSeconds'>): string {
  if (videoSeconds === null) return m.common_videoMinutes({ videoDuration });
  const whole = Math.max(1, Math.round(videoSeconds));
  const [hours, minutes, seconds] = [
    Math.floor(whole / 3600),
    Math.floor(whole / 60) % 60,
    whole % 60,
  ];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
