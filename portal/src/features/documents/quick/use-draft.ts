import { useEffect, useRef, useState } from 'react';
import { mapValues } from '@lintel/contract/core/map-values';
import { tidyLines } from '@lintel/contract/core/field-rules';
import {
  docTypes,
  type InvoiceItemDraft,
  newInvoiceItem,
  type DocType,
} from '@lintel/contract/documents/quick/constants';
import { drafts } from '../../../lib/drafts.ts';
import {
  freshDraft,
  isUntouched,
  withKey,
  type DocumentDraft,
  suggestNumber,
} from './document-draft.ts';

const storageKey = (contractorId: number, pageId: number): string =>
  `quick-document.${contractorId}.${pageId}`;

type StoredDraft = Record<string, unknown> & {
  items: Partial<Record<keyof InvoiceItemDraft, unknown>>[];
};

/** Stores a page's draft in this browser only; an unchanged document is deleted. */
function storeDraft(contractorId: number, pageId: number, draft: DocumentDraft): void {
  const items = draft.items.map(({ key: _key, ...item }) => item);
  const stored = JSON.stringify({ ...draft, items });
  drafts.set(storageKey(contractorId, pageId), isUntouched(draft) ? null : stored);
}

const removeDraft = (contractorId: number, pageId: number): void =>
  drafts.set(storageKey(contractorId, pageId), null);

/** The page's stored draft; null if missing or unreadable. */
export function loadDraft(contractorId: number, pageId: number): DocumentDraft | null {
  const text = drafts.get(storageKey(contractorId, pageId));
  if (text === null) return null;
  try {
    const stored: StoredDraft = JSON.parse(text);
    return readDraft(stored, contractorId);
  } catch {
    // Another version of the portal stored it.
  }
  removeDraft(contractorId, pageId);
  return null;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads a draft's fields from storage, each as text. */
function readDraft(stored: StoredDraft, contractorId: number): DocumentDraft {
  const { docType: _type, items: _items, ...fresh } = freshDraft(contractorId);
  const texts = mapValues(fresh, (_text, name) => toText(stored[name]));
  const items = stored.items.map((item) =>
    withKey({
      description: toText(item.description),
      quantity: toText(item.quantity),
      unitPrice: toText(item.unitPrice),
    }),
  );
  return {
    ...texts,
    docType: docTypes.find((type) => type === stored['docType']) ?? 'Invoice',
    items,
  };
}

const collapse = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** The document with the white space of its texts normalized. */
export const normalizeDraft = (draft: DocumentDraft): DocumentDraft => {
  const { docType, items, notes, ...texts } = draft;
  return {
    ...mapValues(texts, collapse),
    docType,
    notes: tidyLines(notes),
    items: items.map((item) => ({ ...item, description: collapse(item.description) })),
  };
};

/**
 * A page's document: the stored draft, or an empty document. Each change is stored at once. `put`
 * returns the new state, for callers that need it before the next render.
 */
export function useDraft(contractorId: number, pageId: number) {
  const [stored] = useState(() => loadDraft(contractorId, pageId));
  const [draft, show] = useState(() => stored ?? freshDraft(contractorId));
  const [restored, setRestored] = useState(stored !== null);
  const latest = useRef(draft);
  useEffect(() => storeDraft(contractorId, pageId, draft), [contractorId, pageId, draft]);
  const update = (change: (now: DocumentDraft) => DocumentDraft): DocumentDraft => {
    latest.current = change(latest.current);
    show(latest.current);
    return latest.current;
  };
  return {
    draft,
    update,
    restored,
    hideRestored: (): void => setRestored(false),
    /** Clears the form and deletes the draft. */
    clear: (): void => {
      setRestored(false);
      update(({ docType }) => freshDraft(contractorId, docType));
    },
  };
}

/** Changes the type, with its suggested number unless a number was typed. */
export const retyped =
  (contractorId: number, docType: DocType) =>
  (now: DocumentDraft): DocumentDraft => {
    const isSuggested =
      now.numberPrice === '' || now.numberPrice === suggestNumber(contractorId, now.docType);
    return {
      ...now,
      docType,
      numberPrice: isSuggested ? suggestNumber(contractorId, docType) : now.numberPrice,
    };
  };

export const withItem = (now: DocumentDraft): DocumentDraft => ({
  ...now,
  items: [...now.items, withKey(newInvoiceItem)],
});

export const withoutItem =
  (key: string) =>
  (now: DocumentDraft): DocumentDraft => ({
    ...now,
    items: now.items.filter((item) => item.key !== key),
  });

export const itemChanged =
  (key: string, change: Partial<InvoiceItemDraft>) =>
  (now: DocumentDraft): DocumentDraft => ({
    ...now,
    items: now.items.map((item) => (item.key === key ? { ...item, ...change } : item)),
  });

/** Moves the item to another position, clamped to the list. */
export const itemMoved =
  (key: string, place: number) =>
  (now: DocumentDraft): DocumentDraft => {
    const item = now.items.find((one) => one.key === key);
    if (item === undefined) return now;
    return { ...now, items: now.items.filter((one) => one !== item).toSpliced(place, 0, item) };
  };
