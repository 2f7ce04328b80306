import { newKey } from './api/action-key.ts';
import { localStore } from './storage.ts';

/** How a session came to its end: its user has signed out, or the server knows it no more. */
export type SessionEnd = 'signed-out' | 'ended';

const name = 'lintel.session-end';
/** This tab, which does not have to be told what it has told itself. */
const tab = newKey();

const isNews = (value: unknown): value is { tab: string; end: SessionEnd } =>
  typeof value === 'object' && value !== null && 'tab' in value && 'end' in value;

/** Tells the other tabs of this browser that the session is over. */
export function tellOtherTabs(end: SessionEnd): void {
  const news = { tab, end };
  if (typeof BroadcastChannel === 'function') {
    const channel = new BroadcastChannel(name);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no target: only this origin hears it.
    channel.postMessage(news);
    channel.close();
    return;
  }
  // Only a change is told to the others, so nothing stays that the next message could be equal to.
  localStore.set(name, JSON.stringify(news));
  localStore.set(name, null);
}

/** Hears of sessions that another tab tells the end of; the returned function stops that. */
export function onSessionEnd(heard: (end: SessionEnd) => void): () => void {
  const read = (news: unknown): void => {
    if (isNews(news) && news.tab !== tab) heard(news.end);
  };
  if (typeof BroadcastChannel === 'function') {
    const channel = new BroadcastChannel(name);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => read(data));
    return () => channel.close();
  }
  const stored = ({ key, newValue }: StorageEvent): void => {
    if (key === name && newValue !== null) read(JSON.parse(newValue));
  };
  window.addEventListener('storage', stored);
  return () => window.removeEventListener('storage', stored);
}
