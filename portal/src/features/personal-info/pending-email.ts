import { useState } from 'react';
import { tabStore } from '../../lib/storage.ts';

const keyOf = (userId: number): string => `lintel.pending-email.${userId}`;

/**
 * The e-mail that was asked for and waits for its link to be confirmed, remembered while the tab is
 * open.
 */
export function usePendingEmail({ id, email }: { id: number; email: string }) {
  const [asked, setAsked] = useState(() => tabStore.get(keyOf(id)));
  const remember = (asked: string): void => {
    tabStore.set(keyOf(id), asked);
    setAsked(asked);
  };
  return { pending: asked === email ? null : asked, remember };
}
