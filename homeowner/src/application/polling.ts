import { useEffect, useRef, type RefObject } from 'react';
import type { HomeownerApplication } from '@lintel/contract/applications/homeowner';
import { read } from './api.ts';

/** Each pause between requests is this factor longer than the previous one, up to the maximum. */
const growth = 1.4;
const longestPause = 60_000;
/** Milliseconds before the page says that lenders are taking long. */
const lateDelay = 90_000;

/** The first pause in milliseconds, or null when no more changes are expected. */
function firstPause({ status, offers }: HomeownerApplication): number | null {
  if (status === 'searching') return 1000;
  if (status !== 'offers' || offers.some(({ funded }) => funded)) return null;
  return offers.some(({ chosen }) => chosen) ? 2000 : 15_000;
}

interface FollowOptions {
  /** Incremented with each action of the person. */
  actionCount: { current: number };
  show(application: HomeownerApplication): void;
  /** Lenders haven't answered for a long time. */
  late(): void;
}

/**
 * Follows the lenders' progress: immediately when the server's stream reports a change, otherwise
 * by polling, less often over time and from the start again after a change. It pauses while the
 * page is hidden.
 */
export function usePolling(application: HomeownerApplication | null, options: FollowOptions): void {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const pause = application && firstPause(application);
  const shown = JSON.stringify(application);
  const token = application?.token;
  /** Polls now; and whether the stream reports changes by itself. */
  const poll = useRef<() => void>(() => undefined);
  const streams = useRef(false);
  /** A request is in progress: its response may be older than this change, so it is repeated. */
  const isOpen = useRef(false);
  useStream(pause === null ? undefined : token, poll, streams);
  useEffect(() => {
    if (pause === null || token === undefined) return undefined;
    const since = Date.now();
    let wait = pause;
    let timer: ReturnType<typeof setTimeout>;
    let ended = false;
    let last = 0;
    const plan = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void request(), streams.current ? longestPause : wait);
      wait = Math.min(wait * growth, longestPause);
    };
    const request = async (): Promise<void> => {
      if (document.hidden) return;
      const { actionCount, show, late } = latest.current;
      const countBefore = actionCount.current;
      last += 1;
      const own = last;
      isOpen.current = true;
      const next = await read({ params: { token } }).catch(() => null);
      // Of several requests at a time, the latest one counts.
      if (ended || own !== last) return;
      isOpen.current = false;
      if (next !== null && countBefore === actionCount.current && JSON.stringify(next) !== shown)
        show(next);
      else if (pause === 1000 && Date.now() - since > lateDelay) late();
      plan();
    };
    const onVisibilityChange = (): void => {
      if (document.hidden) return;
      clearTimeout(timer);
      wait = pause;
      void request();
    };
    poll.current = onVisibilityChange;
    if (isOpen.current) void request();
    else plan();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      ended = true;
      clearTimeout(timer);
      poll.current = () => undefined;
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [token, pause, shown]);
}

/**
 * Keeps the server's stream open while the page is visible. The page polls until the stream reports
 * that it is ready, and whenever it fails: a proxy may buffer it.
 */
function useStream(
  token: string | undefined,
  poll: RefObject<() => void>,
  streams: RefObject<boolean>,
): void {
  useEffect(() => {
    if (token === undefined || typeof EventSource === 'undefined') return undefined;
    let source: EventSource | null = null;
    let again: ReturnType<typeof setTimeout>;
    const close = (): void => {
      clearTimeout(again);
      source?.close();
      source = null;
      streams.current = false;
    };
    const open = (): void => {
      if (source !== null) return;
      const own = new EventSource(`/api/v1/homeowner/applications/${token}/events`);
      source = own;
      own.addEventListener('ready', () => {
        streams.current = true;
        // Catches up with earlier changes.
        poll.current();
      });
      own.addEventListener('changed', () => poll.current());
      own.addEventListener('error', () => {
        const wasStreaming = streams.current;
        streams.current = false;
        // The browser reconnects after an end, but not after a rejection.
        if (own.readyState === EventSource.CLOSED) {
          close();
          again = setTimeout(open, longestPause);
        }
        if (wasStreaming) poll.current();
      });
    };
    const onVisibilityChange = (): void => (document.hidden ? close() : open());
    onVisibilityChange();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange);
      close();
    };
  }, [token, poll, streams]);
}
