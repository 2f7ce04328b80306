import { newKey } from './api/action-key.ts';
import { localStore } from './storage.ts';

/** How a session came to its end: its user has signed out, or the server knows it no more. */
export type SessionEnd = 'signed-out' | 'ended';

/** The name of the channel, and of the stored value where there are no channels. */
export const channelName = 'lintel.session-end';
/** This tab, which does not have to be told what it has told itself. */
export const thisTab = newKey();

/** Tells the other tabs of this browser that the session is over. */
export function tellOtherTabs(end: SessionEnd): void {
  const news = { tab: thisTab, end };
  if (typeof BroadcastChannel === 'function') {
    const channel = new BroadcastChannel(channelName);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no target: only this origin hears it.
    channel.postMessage(news);
    channel.close();
    return;
  }
  // Only a change is told to the others, so nothing stays that the next message could be equal to.
  localStore.set(channelName, JSON.stringify(news));
  localStore.set(channelName, null);
}
