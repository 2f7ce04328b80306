import { describe, expect, it } from 'vitest';
import { nextUnfinished } from './playlists.ts';

const video = (id: number, videoStatus: 'started' | 'paused' | 'ended' | null = null) => ({
  id,
  videoStatus,
});
const none = new Set<number>();

describe('the next video', () => {
  it('is the next unfinished one', () => {
    const videos = [video(1), video(2, 'ended'), video(3, 'paused'), video(4)];
    expect(nextUnfinished(videos, 1, none)?.id).toBe(3);
  });

  it('is a skipped one if nothing is left after it', () => {
    expect(nextUnfinished([video(1), video(2, 'ended'), video(3)], 3, none)?.id).toBe(1);
  });

  it("doesn't exist if all others are finished, including those whose end wasn't recorded", () => {
    expect(nextUnfinished([video(1, 'ended'), video(2)], 2, none)).toBeUndefined();
    expect(nextUnfinished([video(1), video(2)], 2, new Set([1, 2]))).toBeUndefined();
  });
});
