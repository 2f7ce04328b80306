import {
  type DocType,
  newInvoiceItem,
  type InvoiceItemDraft,
} from '@lintel/contract/documents/quick/constants';
import { readHundredths } from '@lintel/contract/core/numbers';
import { totalsOf, type PricedItem, type Totals } from '@lintel/contract/documents/quick/maths';
import { todayIn } from '../../../lib/date-ranges.ts';
import { localStore } from '../../../lib/storage.ts';

const keyOf = (contractorId: number, docType: DocType): string =>
  `lintel.${docType.toLowerCase()}-number.${contractorId}`;
const first = '1001';
const longest = 20;

/**
 * Remembers the number of a document that was made: invoices and estimates of a contractor are
 * counted apart.
 */
export function rememberNumber(contractorId: number, docType: DocType, number: string): void {
  localStore.set(keyOf(contractorId, docType), number);
}

/**
 * The number after the last one that was used in this browser; leading zeros stay. Empty when there
 * is no next one.
 */
export function suggestNumber(contractorId: number, docType: DocType): string {
  const last = localStore.get(keyOf(contractorId, docType));
  if (last === null || !/^\d{1,20}$/.test(last)) return first;
  const next = String(BigInt(last) + 1n).padStart(last.length, '0');
  return next.length > longest ? '' : next;
}

/** An item as it is typed. `key` stays with it when it is moved. */
export interface ItemDraft extends InvoiceItemDraft {
  key: string;
}

export interface Texts {
  numberPrice: string;
  submittedOn: string;
  dueDate: string;
  fullName: string;
  company: string;
  address: string;
  projectName: string;
  license: string;
  notes: string;
  taxRate: string;
  adjustments: string;
}

/** A document as it is typed: numbers with their `$` and `%`, days as `yyyy-mm-dd`. */
export interface DocumentDraft extends Texts {
  docType: DocType;
  items: ItemDraft[];
}

let keys = 0;

export const withKey = (item: InvoiceItemDraft): ItemDraft => {
  keys += 1;
  return { ...item, key: `item-${keys}` };
};

/** An empty document with the next number and today's date. */
export const freshDraft = (contractorId: number, docType: DocType = 'Invoice'): DocumentDraft => ({
  docType,
  numberPrice: suggestNumber(contractorId, docType),
  submittedOn: todayIn(new Date()),
  dueDate: '',
  fullName: '',
  company: '',
  address: '',
  projectName: '',
  license: '',
  notes: '',
  taxRate: '',
  adjustments: '',
  items: [withKey(newInvoiceItem)],
});

/** Nothing was typed but what a fresh document has by itself. */
export function isUntouched({
  docType: _type,
  numberPrice: _number,
  submittedOn: _day,
  items,
  ...typed
}: DocumentDraft): boolean {
  const [only] = items;
  const fresh = newInvoiceItem;
  return (
    Object.values(typed).every((text) => text === '') &&
    items.length === 1 &&
    (only?.description ?? '') === fresh.description &&
    only?.quantity === fresh.quantity &&
    only.unitPrice === fresh.unitPrice
  );
}

/** An item as the arithmetic takes it; what is no number yet counts nothing. */
export const pricedItem = ({ quantity, unitPrice }: InvoiceItemDraft): PricedItem => ({
  quantity: readHundredths(quantity) ?? 0,
  unitPrice: readHundredths(unitPrice) ?? 0,
});

/** The totals of what is typed so far. */
export const liveTotals = ({ items, taxRate, adjustments }: DocumentDraft): Totals =>
  totalsOf({
    items: items.map(pricedItem),
    taxRate: readHundredths(taxRate) ?? 0,
    adjustments: readHundredths(adjustments) ?? 0,
  });

/** The document as it is sent. */
export const payloadOf = ({ items, ...texts }: DocumentDraft, userId?: number) => ({
  ...(userId !== undefined && { userId }),
  ...texts,
  items: JSON.stringify(items.map(({ key: _key, ...item }) => item)),
});
