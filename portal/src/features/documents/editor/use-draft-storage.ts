import { useEffect, useRef } from 'react';
import { newKey } from '../../../lib/api/action-key.ts';
import { dropDraft, storeDraft, type StoredDraft } from '../browser-drafts.ts';
import type { EditorValues } from './values.ts';

interface State {
  id: number;
  version: number;
}

interface Options {
  /** The storage prefix of this account's drafts, and this draft's place. */
  draftPrefix: string;
  place: string;
  storedDraft: StoredDraft | null;
  /** The stored document being edited. */
  item: State | null;
}

const pickState = (state: State | null): State | null =>
  state && { id: state.id, version: state.version };

/** Stores the input in this browser until the server has it. */
export function useDraftStorage({ draftPrefix, place, storedDraft, item }: Options) {
  const sent = useRef(storedDraft?.sent ?? null);
  const seen = useRef(storedDraft === null ? pickState(item) : storedDraft.seen);
  const isEnded = useRef(false);
  return {
    store: (values: EditorValues, waits: boolean): void => {
      if (isEnded.current) return;
      const at = { seen: seen.current, sent: sent.current, savedAt: Date.now() };
      storeDraft(draftPrefix, { place, values, waits, ...at });
    },
    remove: (): void => dropDraft(draftPrefix, place),
    /** The server has it, so nothing more is stored. */
    end: (): void => {
      isEnded.current = true;
      dropDraft(draftPrefix, place);
    },
    /** The request's Idempotency-Key: a retry of the same body creates no second document. */
    idempotencyKey: (body: string): string => {
      if (sent.current?.body !== body) sent.current = { key: newKey(), body };
      return sent.current.key;
    },
    /** Rebases the draft on this version. */
    rebase: (state: State | null): void => {
      seen.current = pickState(state);
    },
  };
}
type DraftStorage = ReturnType<typeof useDraftStorage>;

/** Stores each change, and deletes the draft once it matches the initial values. */
export function useAutosave(
  storage: DraftStorage,
  { values, dirty, waits }: { values: EditorValues; dirty: boolean; waits: boolean },
): void {
  const last = useRef({ values, waits });
  useEffect(() => {
    if (last.current.values === values && last.current.waits === waits) return;
    last.current = { values, waits };
    if (dirty) storage.store(values, waits);
    else storage.remove();
  });
}
