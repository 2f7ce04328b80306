import { useEffect, useRef, type RefObject } from 'react';
import type { HomeownerApplication } from '@lintel/contract/applications/homeowner';
import { read } from './api.ts';

/** Each pause between two questions is so much longer than the one before, up to the longest. */
const growth = 1.4;
const longestPause = 60_000;
/** When the page says that lenders take long. */
const lateAfter = 90_000;

/** The first pause in milliseconds, or null where nothing more happens by itself. */
function firstPause({ status, offers }: HomeownerApplication): number | null {
  if (status === 'searching') return 1000;
  if (status !== 'offers' || offers.some(({ funded }) => funded)) return null;
  return offers.some(({ chosen }) => chosen) ? 2000 : 15_000;
}

interface Following {
  /** Changes with everything that the person does. */
  turn: { current: number };
  show(application: HomeownerApplication): void;
  /** Lenders have not answered for long. */
  late(): void;
}

/**
 * Shows what lenders do: at once where the server's stream says that something has changed, and
 * else by asking now and then, less often as time goes by, from the start again when something has
 * happened. Not at all while nobody looks.
 */
export function useFollowing(application: HomeownerApplication | null, following: Following): void {
  const latest = useRef(following);
  useEffect(() => {
    latest.current = following;
  });
  const pause = application && firstPause(application);
  const shown = JSON.stringify(application);
  const token = application?.token;
  /** Asks now; and whether the stream tells by itself when to. */
  const asking = useRef<() => void>(() => undefined);
  const streams = useRef(false);
  /** A question is open: its answer may come when this is about a newer state, and is asked anew. */
  const isOpen = useRef(false);
  useStream(pause === null ? undefined : token, asking, streams);
  useEffect(() => {
    if (pause === null || token === undefined) return undefined;
    const since = Date.now();
    let wait = pause;
    let timer: ReturnType<typeof setTimeout>;
    let ended = false;
    let last = 0;
    const plan = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), streams.current ? longestPause : wait);
      wait = Math.min(wait * growth, longestPause);
    };
    const ask = async (): Promise<void> => {
      if (document.hidden) return;
      const { turn, show, late } = latest.current;
      const asked = turn.current;
      last += 1;
      const own = last;
      isOpen.current = true;
      const next = await read({ params: { token } }).catch(() => null);
      // Of several questions at a time the last one knows best.
      if (ended || own !== last) return;
      isOpen.current = false;
      if (next !== null && asked === turn.current && JSON.stringify(next) !== shown) show(next);
      else if (pause === 1000 && Date.now() - since > lateAfter) late();
      plan();
    };
    const look = (): void => {
      if (document.hidden) return;
      clearTimeout(timer);
      wait = pause;
      void ask();
    };
    asking.current = look;
    if (isOpen.current) void ask();
    else plan();
    document.addEventListener('visibilitychange', look);
    return () => {
      ended = true;
      clearTimeout(timer);
      asking.current = () => undefined;
      document.removeEventListener('visibilitychange', look);
    };
  }, [token, pause, shown]);
}

/**
 * Holds the server's stream open while somebody looks. Until it has said that it is ready, and
 * whenever it fails, the page asks by itself: a proxy may hold it back.
 */
function useStream(
  token: string | undefined,
  asking: RefObject<() => void>,
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
        // What has happened before nobody has told.
        asking.current();
      });
      own.addEventListener('changed', () => asking.current());
      own.addEventListener('error', () => {
        const told = streams.current;
        streams.current = false;
        // It comes back by itself after an end, and not after a refusal.
        if (own.readyState === EventSource.CLOSED) {
          close();
          again = setTimeout(open, longestPause);
        }
        if (told) asking.current();
      });
    };
    const look = (): void => (document.hidden ? close() : open());
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      close();
    };
  }, [token, asking, streams]);
}
