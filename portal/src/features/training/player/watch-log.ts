import type { Material } from '@lintel/contract/training/library';
import { resumeStep } from '@lintel/contract/training/constants';

/** Segments of a video in seconds, [from, to], sorted and not overlapping. */
export type Segments = readonly (readonly [from: number, to: number])[];

/**
 * Segments closer than this, in seconds, merge: a player reports its time only a few times a
 * second.
 */
const gap = 0.5;

/** Merges overlapping and adjacent segments. */
export function mergeSegments(...lists: readonly Segments[]): Segments {
  const merged: [number, number][] = [];
  for (const [from, to] of lists.flat().toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + gap) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** The segments played, as the browser reports them. */
export const toSegments = (played: TimeRanges): Segments =>
  Array.from(
    { length: played.length },
    (_none, index) => [played.start(index), played.end(index)] as const,
  );

/** The total length of the segments, in seconds. */
export const totalSeconds = (segments: Segments): number =>
  segments.reduce((sum, [from, to]) => sum + to - from, 0);

/** The watched share of a video of `duration` seconds, 0 to 1. */
export const watchedShare = (segments: Segments, duration: number): number =>
  duration > 0 ? Math.min(1, totalSeconds(segments) / duration) : 0;

/** A finished video this close to its end, in seconds, starts over. */
const tail = 1;

/**
 * The second at which a video of `duration` seconds resumes: the last position less a hundredth of
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

/** A video's position in seconds, and the parts played since it was loaded. */
export interface Moment {
  time: number;
  duration: number;
  seen: Segments;
}

type WatchStatus = 'started' | 'paused' | 'ended';
export type Report = (status: WatchStatus, moment: Moment) => void;

/** The interval between reports during playback, in milliseconds. */
export const reportEvery = 15_000;

/** A player's events for one video. */
export interface WatchLog {
  /** Playback starts or resumes. */
  started(moment: Moment): void;
  /** Playback continues. */
  progressed(moment: Moment): void;
  paused(moment: Moment): void;
  ended(moment: Moment): void;
  /** The player closes or the page is hidden or closed, possibly mid-video. */
  closed(): void;
  /** The current second; null before playback. */
  place(): number | null;
}

/**
 * Reports a video sparingly: at start, pause, and end, and every 15 seconds in between. A pause is
 * reported once, and only after a start. Watched parts add up, even across reloads of the video.
 */
export function makeWatchLog(report: Report, now: () => number = Date.now): WatchLog {
  let status: WatchStatus | null = null;
  let reportedAt = 0;
  let latest: Moment | null = null;
  const update = (moment: Moment): Moment => {
    latest = { ...moment, seen: mergeSegments(latest?.seen ?? [], moment.seen) };
    return latest;
  };
  const send = (next: WatchStatus, moment: Moment): void => {
    status = next;
    reportedAt = now();
    report(next, moment);
  };
  return {
    started: (moment) => {
      const reached = update(moment);
      if (status !== 'started') send('started', reached);
    },
    progressed: (moment) => {
      const reached = update(moment);
      if (status === 'paused' || (status === 'started' && now() - reportedAt >= reportEvery))
        send('started', reached);
    },
    paused: (moment) => {
      const reached = update(moment);
      if (status === 'started') send('paused', reached);
    },
    ended: (moment) => {
      const reached = update(moment);
      if (status !== 'ended') send('ended', reached);
    },
    closed: () => {
      if (status === 'started' && latest !== null) send('paused', latest);
    },
    place: () => latest?.time ?? null,
  };
}
