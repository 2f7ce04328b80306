import { mergeSegments, type Segments } from './segments.ts';

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
