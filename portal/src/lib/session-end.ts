import { newKey } from './api/action-key.ts';
import { localStore } from './storage.ts';

/** How a session ended: the user signed out, or the server no longer accepts it. */
export type SessionEnd = 'signed-out' | 'ended';

/** The name of the channel, and the storage key where channels aren't supported. */
export const channelName = 'lintel.session-end';
/** Identifies this tab, which ignores its own messages. */
export const thisTab = newKey();

/** Notifies this browser's other tabs that the session is over. */
export function broadcastSessionEnd(end: SessionEnd): void {
  const message = { tab: thisTab, end };
  if (typeof BroadcastChannel === 'function') {
    const channel = new BroadcastChannel(channelName);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: only this origin receives it
    channel.postMessage(message);
    channel.close();
    return;
  }
  // Only changes trigger events, so remove the value: the next message might be equal.
  localStore.set(channelName, JSON.stringify(message));
  localStore.set(channelName, null);
}
