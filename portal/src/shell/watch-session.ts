import type { readSession } from '@lintel/contract/identity/sessions';
import { call } from '../lib/api/call.ts';
import { watchDrafts } from '../lib/drafts.ts';
import { channelName, thisTab, type SessionEnd } from '../lib/session-end.ts';
import type { PageControl, PageReactions } from './reactions.ts';

const isNews = (value: unknown): value is { tab: string; end: SessionEnd } =>
  typeof value === 'object' && value !== null && 'tab' in value && 'end' in value;

/** Listens for sessions that end in another tab. Returns a cleanup function. */
export function onSessionEnd(heard: (end: SessionEnd) => void): () => void {
  const read = (news: unknown): void => {
    if (isNews(news) && news.tab !== thisTab) heard(news.end);
  };
  if (typeof BroadcastChannel === 'function') {
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => read(data));
    return () => channel.close();
  }
  const stored = ({ key, newValue }: StorageEvent): void => {
    if (key === channelName && newValue !== null) read(JSON.parse(newValue));
  };
  window.addEventListener('storage', stored);
  return () => window.removeEventListener('storage', stored);
}

const askForSession = call<typeof readSession>(
  { method: 'GET', path: '/user' },
  { handles: [403, 500] },
);

/**
 * Ends this tab with the session: when another tab reports its end, and when the user returns to a
 * tab whose session has ended, for example after a password change. Until then it keeps showing its
 * data. Returns a cleanup function.
 */
export function watchSession(page: PageControl, reactions: PageReactions): () => void {
  const look = (): void => {
    // A 401 has its own reaction; other failures are inconclusive.
    if (document.visibilityState === 'visible' && page.isInside())
      askForSession().catch(() => undefined);
  };
  const restored = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) look();
  };
  const stopHearing = onSessionEnd(reactions.endedElsewhere);
  const stopDrafts = watchDrafts();
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pageshow', restored);
  return () => {
    stopHearing();
    stopDrafts();
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('pageshow', restored);
  };
}
