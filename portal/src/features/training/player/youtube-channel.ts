/** The player without cookies of its own until one plays. */
const host = 'https://www.youtube-nocookie.com';

const parameters = {
  enablejsapi: '1',
  autoplay: '1',
  mute: '1',
  playsinline: '1',
  rel: '0',
  modestbranding: '1',
};

/** The address of the embedded player of a video, which starts by itself and without sound. */
export function embedAddress(videoId: string, origin: string): string {
  const query = new URLSearchParams({ ...parameters, origin });
  return `${host}/embed/${encodeURIComponent(videoId)}?${query.toString()}`;
}

/** What the embedded player says about itself; each message carries only what has changed. */
export interface YoutubeNews {
  time?: number;
  duration?: number;
  state?: 'ended' | 'playing' | 'paused';
  /** It cannot be played: removed, private, or not to be embedded. */
  failed?: true;
}

const states: Readonly<Record<number, YoutubeNews['state']>> = {
  0: 'ended',
  1: 'playing',
  2: 'paused',
};

interface Info {
  currentTime?: unknown;
  duration?: unknown;
  playerState?: unknown;
}

/** The news in a message of the embedded player; null for any other message. */
export function readNews({
  origin,
  data,
}: Pick<MessageEvent<unknown>, 'origin' | 'data'>): YoutubeNews | null {
  const message = origin === host && typeof data === 'string' ? parsed(data) : null;
  if (message === null) return null;
  if (message.event === 'onError') return { failed: true };
  const info =
    typeof message.info === 'object' && message.info !== null ? (message.info as Info) : {};
  const state = states[Number(info.playerState ?? Number.NaN)];
  return {
    ...(typeof info.currentTime === 'number' && { time: info.currentTime }),
    ...(typeof info.duration === 'number' && info.duration > 0 && { duration: info.duration }),
    ...(state !== undefined && { state }),
  };
}

function parsed(text: string): { event?: unknown; info?: unknown } | null {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

const post = (frame: HTMLIFrameElement, message: object): void =>
  frame.contentWindow?.postMessage(JSON.stringify({ id: 1, channel: 'widget', ...message }), host);

/** Asks the embedded player to send its news. It answers only once it runs. */
export function listenTo(frame: HTMLIFrameElement): void {
  post(frame, { event: 'listening' });
}

type Command =
  | ['seekTo', seconds: number, allowSeekAhead: true]
  | ['playVideo']
  | ['addEventListener', 'onError'];

/** Tells the embedded player to do something. */
export function command(frame: HTMLIFrameElement, [func, ...args]: Command): void {
  post(frame, { event: 'command', func, args });
}
