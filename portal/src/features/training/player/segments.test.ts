import { describe, expect, it } from 'vitest';
import { mergeSegments, totalSeconds, toSegments, watchedShare } from './watch-log.ts';

const ranges = (...pairs: [number, number][]): TimeRanges => ({
  length: pairs.length,
  start: (index) => pairs[index]?.[0] ?? 0,
  end: (index) => pairs[index]?.[1] ?? 0,
});

describe('the watched parts of a video', () => {
  it('count each segment once, in any order and however often it was played', () => {
    const seen = mergeSegments([[60, 90]], [[0, 20]], [[10, 30]], [[70, 80]]);
    expect(seen).toEqual([
      [0, 30],
      [60, 90],
    ]);
    expect(totalSeconds(seen)).toBe(60);
  });

  it("omit skipped parts: the last minute alone isn't the whole video", () => {
    expect(watchedShare(toSegments(ranges([0, 15], [285, 300])), 300)).toBeCloseTo(0.1);
    expect(watchedShare([[0, 301]], 300)).toBe(1);
    expect(watchedShare([[0, 10]], 0)).toBe(0);
  });
});
