import { mergeSegments, type Segments } from './segments.ts';
import type { Moment, WatchLog } from './watch-log.ts';
import { command, listenTo, readNews, type YoutubeNews } from './youtube-channel.ts';

/**
 * How often the embedded player is asked whether it runs, and after how long it counts as failed,
 * in milliseconds.
 */
const askEvery = 250;
const patience = 15_000;
/** Two reports further apart than this, in seconds, have a jump between them. */
const longestStep = 2;

interface Following {
  log: WatchLog;
  /** The second to go on at, once the duration is known. */
  resume(duration: number): number;
  onEnded(): void;
  onFailed(): void;
}

interface Place {
  time: number;
  duration: number;
  seen: Segments;
  state: YoutubeNews['state'] | null;
  resumed: boolean;
}

/**
 * Follows an embedded YouTube player through its messages and keeps the log. The returned function
 * stops that.
 */
export function followYoutube(frame: HTMLIFrameElement, following: Following): () => void {
  const place: Place = { time: 0, duration: 0, seen: [], state: null, resumed: false };
  const asking = setInterval(() => listenTo(frame), askEvery);
  const lost = setTimeout(following.onFailed, patience);
  const onMessage = (event: MessageEvent<unknown>): void => {
    const news = event.source === frame.contentWindow ? readNews(event) : null;
    if (news === null) return;
    clearInterval(asking);
    clearTimeout(lost);
    if (news.failed) return following.onFailed();
    take(place, news);
    if (!place.resumed && place.duration > 0) resumeIn(frame, place, following);
    tell(place, news, following);
    return undefined;
  };
  window.addEventListener('message', onMessage);
  return () => {
    window.removeEventListener('message', onMessage);
    clearInterval(asking);
    clearTimeout(lost);
  };
}

function take(place: Place, news: YoutubeNews): void {
  const from = place.time;
  place.time = news.time ?? from;
  place.duration = news.duration ?? place.duration;
  const played = place.state === 'playing' && place.time > from && place.time - from <= longestStep;
  if (played) place.seen = mergeSegments(place.seen, [[from, place.time]]);
}

function resumeIn(frame: HTMLIFrameElement, place: Place, { resume }: Following): void {
  place.resumed = true;
  command(frame, ['addEventListener', 'onError']);
  const second = resume(place.duration);
  if (second > 0) command(frame, ['seekTo', second, true]);
}

function tell(place: Place, { state }: YoutubeNews, { log, onEnded }: Following): void {
  const { time, duration, seen } = place;
  const moment: Moment = { time, duration, seen };
  const changed = state !== undefined && state !== place.state;
  if (changed) place.state = state;
  if (!changed) {
    if (place.state === 'playing') log.progressed(moment);
  } else if (state === 'playing') log.started(moment);
  else if (state === 'paused') log.paused(moment);
  else {
    log.ended({ ...moment, time: duration });
    onEnded();
  }
}
