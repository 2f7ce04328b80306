import type { Material } from '@lintel/contract/training/library';
import { resumeStep } from '@lintel/contract/training/constants';

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

/** Where a video is, in seconds, and which parts of it were played since it was loaded. */
export interface Moment {
  time: number;
  duration: number;
  seen: Segments;
}

type WatchStatus = 'started' | 'paused' | 'ended';
export type Report = (status: WatchStatus, moment: Moment) => void;

/** How long playing goes on before it is reported again, in milliseconds. */
export const reportEvery = 15_000;

/** What a player tells about one video. */
export interface WatchLog {
  /** It plays, also after a pause. */
  started(moment: Moment): void;
  /** It goes on playing. */
  progressed(moment: Moment): void;
  paused(moment: Moment): void;
  ended(moment: Moment): void;
  /** It is closed, or the page is hidden or left, perhaps in the middle. */
  left(): void;
  /** The second that it has come to; null before it ran. */
  place(): number | null;
}

/**
 * Reports a video sparingly: when it starts, pauses and ends, and every 15 seconds in between. A
 * pause is reported once, and only after a start. What was seen adds up, also when the video is
 * loaded again in between.
 */
export function makeWatchLog(report: Report, now: () => number = Date.now): WatchLog {
  let status: WatchStatus | null = null;
  let reportedAt = 0;
  let here: Moment | null = null;
  const follow = (moment: Moment): Moment => {
    here = { ...moment, seen: mergeSegments(here?.seen ?? [], moment.seen) };
    return here;
  };
  const tell = (next: WatchStatus, moment: Moment): void => {
    status = next;
    reportedAt = now();
    report(next, moment);
  };
  return {
    started: (moment) => {
      const reached = follow(moment);
      if (status !== 'started') tell('started', reached);
    },
    progressed: (moment) => {
      const reached = follow(moment);
      if (status === 'paused' || (status === 'started' && now() - reportedAt >= reportEvery))
        tell('started', reached);
    },
    paused: (moment) => {
      const reached = follow(moment);
      if (status === 'started') tell('paused', reached);
    },
    ended: (moment) => {
      const reached = follow(moment);
      if (status !== 'ended') tell('ended', reached);
    },
    left: () => {
      if (status === 'started' && here !== null) tell('paused', here);
    },
    place: () => here?.time ?? null,
  };
}
