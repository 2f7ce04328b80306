import { useState } from 'react';
import { mayDiscard } from '../../../lib/form/ask-first.ts';
import { useUnsaved } from '../unsaved.tsx';

/**
 * What is done with the chosen template: nothing yet, looked at, edited, or a new one is made from
 * it.
 */
export type DeskMode = 'closed' | 'open' | 'edit' | 'new';

interface Place {
  /** Null: the one that is chosen at first. */
  id: number | null;
  mode: DeskMode;
}

/**
 * Which template is on the desk and what is done with it. A form with changes is left after a
 * question alone.
 */
export function useDesk() {
  const [place, setPlace] = useState<Place>({ id: null, mode: 'closed' });
  const [dirty, setDirty] = useState(false);
  useUnsaved(dirty);
  const go = async (next: Place): Promise<void> => {
    if (!dirty || (await mayDiscard('What you changed in this template is not saved.')))
      setPlace(next);
  };
  return {
    ...place,
    /** Whether a form is open. */
    writing: place.mode === 'edit' || place.mode === 'new',
    choose: (id: number): void => void go({ id, mode: place.mode === 'open' ? 'open' : 'closed' }),
    start: (id: number | null, mode: DeskMode): void => void go({ id, mode }),
    /** Without a question: what was typed is saved, or given up. */
    finish: (id: number | null, mode: DeskMode): void => setPlace({ id, mode }),
    /** For the form: whether it holds something unsaved. */
    reportDirty: setDirty,
  };
}
export type Desk = ReturnType<typeof useDesk>;
