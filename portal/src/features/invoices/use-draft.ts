import { useEffect, useRef, useState } from 'react';
import { tidyLines } from '@lintel/contract/invoices';
import {
  newInvoiceItem,
  type DocType,
  type InvoiceItemDraft,
} from '@lintel/contract/invoices-constants';
import { freshDraft, withKey, type DocumentDraft, type Texts } from './document-draft.ts';
import { keepDraft, keptDraft } from './draft-store.ts';
import { suggestNumber } from './numbering.ts';

const collapse = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** The document with the white space of its texts put in order. */
export const tidied = (draft: DocumentDraft): DocumentDraft => {
  const { docType, items, notes, ...texts } = draft;
  const tidy = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, collapse(text)]),
  ) as Omit<Texts, 'notes'>;
  return {
    ...tidy,
    docType,
    notes: tidyLines(notes),
    items: items.map((item) => ({ ...item, description: collapse(item.description) })),
  };
};

/**
 * What is typed for a page: the draft that was kept in this browser, or an empty document. Each
 * change is kept at once. `put` returns the new state, for who has to look at it before the next
 * drawing.
 */
export function useDraft(contractorId: number, pageId: number) {
  const [kept] = useState(() => keptDraft(contractorId, pageId));
  const [draft, show] = useState(() => kept ?? freshDraft(contractorId));
  const [restored, setRestored] = useState(kept !== null);
  const latest = useRef(draft);
  useEffect(() => keepDraft(contractorId, pageId, draft), [contractorId, pageId, draft]);
  const put = (change: (now: DocumentDraft) => DocumentDraft): DocumentDraft => {
    latest.current = change(latest.current);
    show(latest.current);
    return latest.current;
  };
  return {
    draft,
    put,
    restored,
    hideRestored: (): void => setRestored(false),
    /** Empties the form and forgets the draft. */
    clear: (): void => {
      setRestored(false);
      put(({ docType }) => freshDraft(contractorId, docType));
    },
  };
}

/** Another type, with the number that it would have, unless a number was typed. */
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

/** The item at another place, which is brought into the list's bounds. */
export const itemMoved =
  (key: string, place: number) =>
  (now: DocumentDraft): DocumentDraft => {
    const item = now.items.find((one) => one.key === key);
    if (item === undefined) return now;
    return { ...now, items: now.items.filter((one) => one !== item).toSpliced(place, 0, item) };
  };
