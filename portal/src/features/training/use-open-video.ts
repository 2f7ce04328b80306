import { useEffect, useRef, useState } from 'react';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { buttonIdOf } from './video-card.tsx';

/**
 * The video that the address names, and how to change that: an open video can be shared, reloaded
 * and left by going back.
 */
export function useOpenVideo() {
  const { video, category }: { video?: unknown; category?: unknown } = useSearch({ strict: false });
  const asked = Number(video);
  const id = Number.isInteger(asked) && asked > 0 ? asked : null;
  const navigate = useNavigate();
  const { history } = useRouter();
  /** The video that was opened here, by which going back closes the player. */
  const [from, setFrom] = useState<number | null>(null);
  useFocusBack(id, from);
  const kept = typeof category === 'string' ? { category } : {};
  const goTo = (search: { video?: number }, replace: boolean): void =>
    void navigate({
      to: '/training-and-faqs',
      search: { ...kept, ...search },
      replace,
      resetScroll: false,
    });
  return {
    id,
    open: (next: number): void => {
      setFrom(next);
      goTo({ video: next }, false);
    },
    /** Another video takes the place of the open one. */
    turnTo: (next: number): void => goTo({ video: next }, true),
    close: (): void => {
      if (from !== null) history.back();
      else goTo({}, true);
    },
  };
}

/**
 * After the player is closed the focus is on the button of the video that played last, else of the
 * one that was opened.
 */
function useFocusBack(id: number | null, from: number | null): void {
  const last = useRef<number | null>(null);
  useEffect(() => {
    const closed = id === null ? [last.current, from] : [];
    last.current = id;
    const buttons = closed.map((one) => document.getElementById(buttonIdOf(one ?? 0)));
    buttons.find((button) => button !== null)?.focus();
  }, [id, from]);
}
