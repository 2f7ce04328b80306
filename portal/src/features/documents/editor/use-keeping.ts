import { useEffect, useRef } from 'react';
import { newKey } from '../../../lib/api/action-key.ts';
import { dropDraft, keepDraft, type KeptDraft } from '../browser-drafts.ts';
import type { EditorValues } from './values.ts';

interface State {
  id: number;
  version: number;
}

interface Options {
  /** Where drafts of this account are kept, and where this one is. */
  shelf: string;
  place: string;
  kept: KeptDraft | null;
  /** The stored document that is edited. */
  item: State | null;
}

const stateOf = (of: State | null): State | null => of && { id: of.id, version: of.version };

/** Keeps what is typed in this browser until the server has it. */
export function useKeeping({ shelf, place, kept, item }: Options) {
  const sent = useRef(kept?.sent ?? null);
  const seen = useRef(kept === null ? stateOf(item) : kept.seen);
  const isOver = useRef(false);
  return {
    keep: (values: EditorValues, waits: boolean): void => {
      if (isOver.current) return;
      const at = { seen: seen.current, sent: sent.current, savedAt: Date.now() };
      keepDraft(shelf, { place, values, waits, ...at });
    },
    drop: (): void => dropDraft(shelf, place),
    /** The server has it: nothing is kept from now on. */
    end: (): void => {
      isOver.current = true;
      dropDraft(shelf, place);
    },
    /** The Idempotency-Key of what is sent: another try of the same is one document. */
    keyOf: (body: string): string => {
      if (sent.current?.body !== body) sent.current = { key: newKey(), body };
      return sent.current.key;
    },
    /** From now on it is typed over this state. */
    standOn: (state: State | null): void => {
      seen.current = stateOf(state);
    },
  };
}
type Keeping = ReturnType<typeof useKeeping>;

/** Keeps each change, and forgets what is as it was. */
export function useKept(
  keeping: Keeping,
  { values, dirty, waits }: { values: EditorValues; dirty: boolean; waits: boolean },
): void {
  const last = useRef({ values, waits });
  useEffect(() => {
    if (last.current.values === values && last.current.waits === waits) return;
    last.current = { values, waits };
    if (dirty) keeping.keep(values, waits);
    else keeping.drop();
  });
}
