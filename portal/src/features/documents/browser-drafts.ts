import { isRecord } from '@lintel/contract/core/narrow';
import type { Session } from '@lintel/contract/identity/sessions';
import { drafts } from '../../lib/drafts.ts';
import { readValues, type EditorValues } from './editor/values.ts';

/** A document typed in this browser that the server doesn't have. */
export interface StoredDraft {
  /** `new-…` if never saved, else the document's id. */
  place: string;
  values: EditorValues;
  /** The stored version that the draft is based on; null for a new document. */
  seen: { id: number; version: number } | null;
  /** The last request's Idempotency-Key and body. */
  sent: { key: string; body: string } | null;
  /** The user saved it while offline. */
  waits: boolean;
  savedAt: number;
}

/**
 * The storage prefix of the signed-in account's drafts for the account and contractor on screen.
 * Switched staff have separate drafts for each contractor.
 */
export const draftPrefixFor = ({ user, contractor }: Session): string =>
  `document.${user.id}.${contractor?.id ?? 0}.`;

/** Stores the draft; called on each change. */
export const storeDraft = (draftPrefix: string, { place, ...draft }: StoredDraft): void =>
  drafts.set(draftPrefix + place, JSON.stringify(draft));

export const dropDraft = (draftPrefix: string, place: string): void =>
  drafts.set(draftPrefix + place, null);

/** The draft at a place; null if missing, too old, or unreadable. */
export function loadDraft(draftPrefix: string, place: string): StoredDraft | null {
  const text = drafts.get(draftPrefix + place);
  if (text === null) return null;
  const found = readDraft(place, text);
  if (found === null) dropDraft(draftPrefix, place);
  return found;
}

function readDraft(place: string, text: string): StoredDraft | null {
  const stored = parsed(text);
  if (!isRecord(stored)) return null;
  const values = readValues(stored['values']);
  const { savedAt, waits, seen, sent } = stored;
  if (values === null || typeof savedAt !== 'number') return null;
  return {
    place,
    values,
    savedAt,
    waits: waits === true,
    seen: parseVersion(seen),
    sent: parseRequest(sent),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const parseVersion = (seen: unknown): StoredDraft['seen'] =>
  isRecord(seen) && typeof seen['id'] === 'number' && typeof seen['version'] === 'number'
    ? { id: seen['id'], version: seen['version'] }
    : null;
const parseRequest = (sent: unknown): StoredDraft['sent'] =>
  isRecord(sent) && typeof sent['key'] === 'string' && typeof sent['body'] === 'string'
    ? { key: sent['key'], body: sent['body'] }
    : null;

/** All drafts of one account at one contractor, newest first. */
export const loadDrafts = (draftPrefix: string): StoredDraft[] =>
  drafts
    .names(draftPrefix)
    .flatMap((name) => loadDraft(draftPrefix, name.slice(draftPrefix.length)) ?? [])
    .toSorted((one, other) => other.savedAt - one.savedAt);
