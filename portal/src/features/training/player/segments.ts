/** Stretches of a video in seconds, [from, to], in order and apart from each other. */
export type Segments = readonly (readonly [from: number, to: number])[];

/**
 * Closer than this, in seconds, two stretches are one: a player reports its time a few times a
 * second.
 */
const gap = 0.5;

/** All the stretches as one list: overlapping and touching ones become one. */
export function mergeSegments(...lists: readonly Segments[]): Segments {
  const merged: [number, number][] = [];
  for (const [from, to] of lists.flat().toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + gap) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** The stretches that the browser says were played. */
export const segmentsOf = (played: TimeRanges): Segments =>
  Array.from(
    { length: played.length },
    (_none, index) => [played.start(index), played.end(index)] as const,
  );

/** How many seconds the stretches cover. */
export const secondsOf = (segments: Segments): number =>
  segments.reduce((sum, [from, to]) => sum + to - from, 0);

/** The part of a video of `duration` seconds that was seen, 0 to 1. */
export const shareSeen = (segments: Segments, duration: number): number =>
  duration > 0 ? Math.min(1, secondsOf(segments) / duration) : 0;
