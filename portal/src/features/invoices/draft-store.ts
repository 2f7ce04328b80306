import { docTypes, type InvoiceItemDraft } from '@lintel/contract/invoices-constants';
import { localStore } from '../../lib/storage.ts';
import { freshDraft, isUntouched, withKey, type DocumentDraft } from './document-draft.ts';

const keyOf = (contractorId: number, pageId: number): string =>
  `lintel.invoice-draft.${contractorId}.${pageId}`;

/** Milliseconds: a draft holds a customer's name and address, so it isn't kept for ever. */
const life = 30 * 24 * 60 * 60 * 1000;

interface Stored {
  savedAt: number;
  draft: Record<string, unknown>;
}

/** Keeps what was typed for a page, in this browser alone; an untouched document is forgotten. */
export function keepDraft(contractorId: number, pageId: number, draft: DocumentDraft): void {
  const items = draft.items.map(({ key: _key, ...item }) => item);
  const stored = JSON.stringify({ savedAt: Date.now(), draft: { ...draft, items } });
  localStore.set(keyOf(contractorId, pageId), isUntouched(draft) ? null : stored);
}

export const forgetDraft = (contractorId: number, pageId: number): void =>
  localStore.set(keyOf(contractorId, pageId), null);

/**
 * What was typed for a page and not cleared since; null when there is nothing, or what is there
 * cannot be read.
 */
export function keptDraft(contractorId: number, pageId: number): DocumentDraft | null {
  const text = localStore.get(keyOf(contractorId, pageId));
  try {
    const { savedAt, draft } = JSON.parse(text ?? '') as Stored;
    if (Date.now() - savedAt < life) return readDraft(draft, contractorId);
  } catch {
    // Nothing was kept, or by another version of the portal.
  }
  forgetDraft(contractorId, pageId);
  return null;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Takes from what is stored what a draft has, each as a text. */
function readDraft(stored: Record<string, unknown>, contractorId: number): DocumentDraft {
  const { docType: _type, items: _items, ...fresh } = freshDraft(contractorId);
  const names = Object.keys(fresh) as (keyof typeof fresh)[];
  const texts = Object.fromEntries(names.map((name) => [name, textOf(stored[name])])) as Record<
    keyof typeof fresh,
    string
  >;
  const items = (stored['items'] as Partial<Record<keyof InvoiceItemDraft, unknown>>[]).map(
    (item) =>
      withKey({
        description: textOf(item.description),
        quantity: textOf(item.quantity),
        unitPrice: textOf(item.unitPrice),
      }),
  );
  return {
    ...texts,
    docType: docTypes.find((type) => type === stored['docType']) ?? 'Invoice',
    items,
  };
}
