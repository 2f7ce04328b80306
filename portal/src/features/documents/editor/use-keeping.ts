import { useEffect, useRef } from 'react';
import { newKey } from '../../../lib/api/action-key.ts';
import { dropDraft, keepDraft, type KeptDraft } from '../browser-drafts.ts';
import type { EditorValues } from './values.ts';

interface State {
  id: number;
  version: number;
}

interface Options {
  /** The storage prefix of this account's drafts, and this draft's place. */
  shelf: string;
  place: string;
  kept: KeptDraft | null;
  /** The stored document being edited. */
  item: State | null;
}

const stateOf = (of: State | null): State | null => of && { id: of.id, version: of.version };

/** Stores the input in this browser until the server has it. */
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
    /** The server has it, so nothing more is stored. */
    end: (): void => {
      isOver.current = true;
      dropDraft(shelf, place);
    },
    /** The request's Idempotency-Key: a retry of the same body creates no second document. */
    keyOf: (body: string): string => {
      if (sent.current?.body !== body) sent.current = { key: newKey(), body };
      return sent.current.key;
    },
    /** Rebases the draft on this version. */
    standOn: (state: State | null): void => {
      seen.current = stateOf(state);
    },
  };
}
type Keeping = ReturnType<typeof useKeeping>;

/** Stores each change, and deletes the draft once it matches the initial values. */
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
