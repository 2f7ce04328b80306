import { isRecord } from '@lintel/contract/core/narrow';
import { mergeSegments, type Moment, type Segments, type WatchLog } from './watch-log.ts';

/** YouTube's player that sets no cookies before playback. */
const host = 'https://www.youtube-nocookie.com';

const parameters = {
  enablejsapi: '1',
  autoplay: '1',
  mute: '1',
  playsinline: '1',
  rel: '0',
  modestbranding: '1',
};

/** The address of an embedded player that autoplays muted. */
export function embedAddress(videoId: string, origin: string): string {
  const query = new URLSearchParams({ ...parameters, origin });
  return `${host}/embed/${encodeURIComponent(videoId)}?${query.toString()}`;
}

/** The player's state as it reports it; each message has only the changes. */
interface PlayerUpdate {
  time?: number;
  duration?: number;
  state?: 'ended' | 'playing' | 'paused';
  /** The video can't play: removed, private, or not embeddable. */
  failed?: true;
}

const states: Readonly<Record<number, PlayerUpdate['state']>> = {
  0: 'ended',
  1: 'playing',
  2: 'paused',
};

interface Info {
  currentTime?: unknown;
  duration?: unknown;
  playerState?: unknown;
}

/** Parses a message from the player; null for any other message. */
function readUpdate({
  origin,
  data,
}: Pick<MessageEvent<unknown>, 'origin' | 'data'>): PlayerUpdate | null {
  const message = origin === host && typeof data === 'string' ? parsed(data) : null;
  if (message === null) return null;
  if (message.event === 'onError') return { failed: true };
  const info: Info = isRecord(message.info) ? message.info : {};
  const state = states[Number(info.playerState ?? Number.NaN)];
  return {
    ...(typeof info.currentTime === 'number' && { time: info.currentTime }),
    ...(typeof info.duration === 'number' && info.duration > 0 && { duration: info.duration }),
    ...(state !== undefined && { state }),
  };
}

function parsed(text: string): { event?: unknown; info?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

const post = (frame: HTMLIFrameElement, message: object): void =>
  frame.contentWindow?.postMessage(JSON.stringify({ id: 1, channel: 'widget', ...message }), host);

/** Asks the player to send its state. It answers only after it has loaded. */
function requestState(frame: HTMLIFrameElement): void {
  post(frame, { event: 'listening' });
}

type Command =
  | ['seekTo', seconds: number, allowSeekAhead: true]
  | ['playVideo']
  | ['addEventListener', 'onError'];

/** Sends a command to the player. */
function command(frame: HTMLIFrameElement, [func, ...args]: Command): void {
  post(frame, { event: 'command', func, args });
}

/**
 * The polling interval until the player responds, and the time after which it counts as failed, in
 * milliseconds.
 */
const pollInterval = 250;
const patience = 15_000;
/** A larger gap between two reports, in seconds, is a seek. */
const longestStep = 2;

interface PlayerHandlers {
  log: WatchLog;
  /** The second to resume at, after the duration is known. */
  resume(duration: number): number;
  onEnded(): void;
  onFailed(): void;
}

interface PlayerState {
  time: number;
  duration: number;
  seen: Segments;
  state: PlayerUpdate['state'] | null;
  resumed: boolean;
}

/**
 * Follows an embedded YouTube player through its messages and updates the log. Returns a cleanup
 * function.
 */
export function followYoutube(frame: HTMLIFrameElement, handlers: PlayerHandlers): () => void {
  const player: PlayerState = { time: 0, duration: 0, seen: [], state: null, resumed: false };
  const polling = setInterval(() => requestState(frame), pollInterval);
  const timeout = setTimeout(handlers.onFailed, patience);
  const onMessage = (event: MessageEvent<unknown>): void => {
    const update = event.source === frame.contentWindow ? readUpdate(event) : null;
    if (update === null) return;
    clearInterval(polling);
    clearTimeout(timeout);
    if (update.failed) return handlers.onFailed();
    applyUpdate(player, update);
    if (!player.resumed && player.duration > 0) resumeIn(frame, player, handlers);
    log(player, update, handlers);
    return undefined;
  };
  window.addEventListener('message', onMessage);
  return () => {
    window.removeEventListener('message', onMessage);
    clearInterval(polling);
    clearTimeout(timeout);
  };
}

function applyUpdate(player: PlayerState, update: PlayerUpdate): void {
  const from = player.time;
  player.time = update.time ?? from;
  player.duration = update.duration ?? player.duration;
  const played =
    player.state === 'playing' && player.time > from && player.time - from <= longestStep;
  if (played) player.seen = mergeSegments(player.seen, [[from, player.time]]);
}

function resumeIn(frame: HTMLIFrameElement, player: PlayerState, { resume }: PlayerHandlers): void {
  player.resumed = true;
  command(frame, ['addEventListener', 'onError']);
  const second = resume(player.duration);
  if (second > 0) command(frame, ['seekTo', second, true]);
}

function log(player: PlayerState, { state }: PlayerUpdate, { log, onEnded }: PlayerHandlers): void {
  const { time, duration, seen } = player;
  const moment: Moment = { time, duration, seen };
  const changed = state !== undefined && state !== player.state;
  if (changed) player.state = state;
  if (!changed) {
    if (player.state === 'playing') log.progressed(moment);
  } else if (state === 'playing') log.started(moment);
  else if (state === 'paused') log.paused(moment);
  else {
    log.ended({ ...moment, time: duration });
    onEnded();
  }
}
