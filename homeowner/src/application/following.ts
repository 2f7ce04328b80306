import { useEffect, useRef } from 'react';
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
 * Asks now and then what lenders have done, less often as time goes by, from the start again when
 * something has happened, and not at all while nobody looks.
 */
export function useFollowing(application: HomeownerApplication | null, following: Following): void {
  const latest = useRef(following);
  useEffect(() => {
    latest.current = following;
  });
  const pause = application && firstPause(application);
  const shown = JSON.stringify(application);
  const token = application?.token;
  useEffect(() => {
    if (pause === null || token === undefined) return undefined;
    const since = Date.now();
    let wait = pause;
    let timer: ReturnType<typeof setTimeout>;
    let ended = false;
    const plan = (): void => {
      timer = setTimeout(() => void ask(), wait);
      wait = Math.min(wait * growth, longestPause);
    };
    const ask = async (): Promise<void> => {
      if (document.hidden) return;
      const { turn, show, late } = latest.current;
      const asked = turn.current;
      const next = await read({ params: { token } }).catch(() => null);
      if (ended) return;
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
    plan();
    document.addEventListener('visibilitychange', look);
    return () => {
      ended = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [token, pause, shown]);
}
