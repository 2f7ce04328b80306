import type { readSession } from '@lintel/contract/identity/sessions';
import { call } from '../lib/api/call.ts';
import { watchDrafts } from '../lib/drafts.ts';
import { channelName, thisTab, type SessionEnd } from '../lib/session-end.ts';
import type { PageControl, PageReactions } from './reactions.ts';

const isSessionEndMessage = (value: unknown): value is { tab: string; end: SessionEnd } =>
  typeof value === 'object' && value !== null && 'tab' in value && 'end' in value;

/** Listens for sessions that end in another tab. Returns a cleanup function. */
export function onSessionEnd(callback: (end: SessionEnd) => void): () => void {
  const onMessage = (message: unknown): void => {
    if (isSessionEndMessage(message) && message.tab !== thisTab) callback(message.end);
  };
  if (typeof BroadcastChannel === 'function') {
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => onMessage(data));
    return () => channel.close();
  }
  const onStorage = ({ key, newValue }: StorageEvent): void => {
    if (key === channelName && newValue !== null) onMessage(JSON.parse(newValue));
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

const checkSession = call<typeof readSession>(
  { method: 'GET', path: '/user' },
  { handles: [403, 500] },
);

/**
 * Ends this tab with the session: when another tab reports its end, and when the user returns to a
 * tab whose session has ended, for example after a password change. Until then it keeps showing its
 * data. Returns a cleanup function.
 */
export function watchSession(page: PageControl, reactions: PageReactions): () => void {
  const check = (): void => {
    // A 401 has its own reaction; other failures are inconclusive.
    if (document.visibilityState === 'visible' && page.isInside())
      checkSession().catch(() => undefined);
  };
  const onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) check();
  };
  const stopListening = onSessionEnd(reactions.endedInOtherTab);
  const stopDrafts = watchDrafts();
  document.addEventListener('visibilitychange', check);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    stopListening();
    stopDrafts();
    document.removeEventListener('visibilitychange', check);
    window.removeEventListener('pageshow', onPageShow);
  };
}
