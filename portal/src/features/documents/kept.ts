import { isRecord } from '@lintel/contract/core/narrow';
import type { Session } from '@lintel/contract/identity/sessions';
import { keptPrefix, localStore } from '../../lib/storage.ts';
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

/** Milliseconds: it holds a customer's name and address, so it isn't kept for ever. */
const life = 30 * 24 * 60 * 60 * 1000;

/**
 * Where the drafts of one account at one contractor are. The account that signed in is part of it:
 * staff who are switched never meet what a contractor has typed in the same browser.
 */
export const shelfOf = ({ id, user, contractor }: Session): string =>
  `${keptPrefix}document.${id}.${user.id}.${contractor?.id ?? 0}.`;

/** Keeps what was typed; called with each change. */
export const keepDraft = (shelf: string, { place, ...draft }: KeptDraft): void =>
  localStore.set(shelf + place, JSON.stringify(draft));

export const dropDraft = (shelf: string, place: string): void =>
  localStore.set(shelf + place, null);

/** The draft at a place; null when there is none, or it is too old, or cannot be read. */
export function keptDraft(shelf: string, place: string): KeptDraft | null {
  const text = localStore.get(shelf + place);
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
  if (values === null || typeof savedAt !== 'number' || Date.now() - savedAt > life) return null;
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
  localStore
    .names(shelf)
    .flatMap((name) => keptDraft(shelf, name.slice(shelf.length)) ?? [])
    .toSorted((one, other) => other.savedAt - one.savedAt);
