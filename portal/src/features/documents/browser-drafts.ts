import { isRecord } from '@lintel/contract/core/narrow';
import type { Session } from '@lintel/contract/identity/sessions';
import { drafts } from '../../lib/drafts.ts';
import { readValues, type EditorValues } from './editor/values.ts';

/** A document that was typed in this browser and that the server does not have. */
export interface KeptDraft {
  /** `new-…` of one that was never saved, else the document's id. */
  place: string;
  values: EditorValues;
  /** The state of the stored document that it was typed over; null for a new one. */
  seen: { id: number; version: number } | null;
  /** The Idempotency-Key of what was sent last, and what that was. */
  sent: { key: string; body: string } | null;
  /** Somebody wanted to save it, and there was no network. */
  waits: boolean;
  savedAt: number;
}

/**
 * Where the drafts of the account that signed in are, for the account and the contractor that it
 * looks at: staff who are switched keep those of each contractor apart.
 */
export const shelfOf = ({ user, contractor }: Session): string =>
  `document.${user.id}.${contractor?.id ?? 0}.`;

/** Keeps what was typed; called with each change. */
export const keepDraft = (shelf: string, { place, ...draft }: KeptDraft): void =>
  drafts.set(shelf + place, JSON.stringify(draft));

export const dropDraft = (shelf: string, place: string): void => drafts.set(shelf + place, null);

/** The draft at a place; null when there is none, or it is too old, or cannot be read. */
export function keptDraft(shelf: string, place: string): KeptDraft | null {
  const text = drafts.get(shelf + place);
  if (text === null) return null;
  const found = readDraft(place, text);
  if (found === null) dropDraft(shelf, place);
  return found;
}

function readDraft(place: string, text: string): KeptDraft | null {
  const stored = parsed(text);
  if (!isRecord(stored)) return null;
  const values = readValues(stored['values']);
  const { savedAt, waits, seen, sent } = stored;
  if (values === null || typeof savedAt !== 'number') return null;
  return { place, values, savedAt, waits: waits === true, seen: seenIn(seen), sent: sentIn(sent) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const seenIn = (seen: unknown): KeptDraft['seen'] =>
  isRecord(seen) && typeof seen['id'] === 'number' && typeof seen['version'] === 'number'
    ? { id: seen['id'], version: seen['version'] }
    : null;
const sentIn = (sent: unknown): KeptDraft['sent'] =>
  isRecord(sent) && typeof sent['key'] === 'string' && typeof sent['body'] === 'string'
    ? { key: sent['key'], body: sent['body'] }
    : null;

/** All drafts of one account at one contractor, the newest first. */
export const keptDrafts = (shelf: string): KeptDraft[] =>
  drafts
    .names(shelf)
    .flatMap((name) => keptDraft(shelf, name.slice(shelf.length)) ?? [])
    .toSorted((one, other) => other.savedAt - one.savedAt);
