import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react';

interface Place {
  card: string;
  /** What of the card is edited. */
  part: string;
}

const Context = createContext<
  readonly [Place | null, (change: (now: Place | null) => Place | null) => void]
>([null, () => undefined]);

/** Holds which of the cards inside is edited: one at a time. Taken off the page, it forgets. */
export function EditingScope({ children }: { children: ReactNode }) {
  const state = useState<Place | null>(null);
  return <Context value={state}>{children}</Context>;
}

/**
 * Whether this card is edited (`part` says what of it) or locked because another one is. Starting
 * here ends it elsewhere.
 */
export function useEditing(card: string) {
  const [place, change] = use(Context);
  const part = place?.card === card ? place.part : null;
  return {
    part,
    locked: place !== null && part === null,
    start: (part: string): void => change(() => ({ card, part })),
    stop: (): void => change((now) => (now?.card === card ? null : now)),
  };
}

/**
 * A ref for a card: when its editing ends, the focus returns to the button inside it whose
 * `data-opens` names the part.
 */
export function useFocusBack(part: string | null) {
  const root = useRef<HTMLDivElement>(null);
  const last = useRef(part);
  useEffect(() => {
    const before = last.current;
    last.current = part;
    if (before !== null && part === null)
      root.current?.querySelector<HTMLElement>(`[data-opens="${before}"]`)?.focus();
  }, [part]);
  return root;
}
