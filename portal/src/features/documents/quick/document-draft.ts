import {
  type DocType,
  newInvoiceItem,
  type InvoiceItemDraft,
} from '@lintel/contract/documents/quick/constants';
import { readHundredths } from '@lintel/contract/core/numbers';
import {
  computeTotals,
  type PricedItem,
  type Totals,
} from '@lintel/contract/documents/quick/maths';
import { dayInZone } from '../../../lib/date-ranges.ts';
import { localStore } from '../../../lib/storage.ts';

const storageKey = (contractorId: number, docType: DocType): string =>
  `lintel.${docType.toLowerCase()}-number.${contractorId}`;
const first = '1001';
const longest = 20;

/**
 * Stores the number of a created document. Invoices and estimates of a contractor have separate
 * numbers.
 */
export function storeNumber(contractorId: number, docType: DocType, number: string): void {
  localStore.set(storageKey(contractorId, docType), number);
}

/**
 * The number after the last one used in this browser, with leading zeros; empty if there is no next
 * one.
 */
export function suggestNumber(contractorId: number, docType: DocType): string {
  const last = localStore.get(storageKey(contractorId, docType));
  if (last === null || !/^\d{1,20}$/.test(last)) return first;
  const next = String(BigInt(last) + 1n).padStart(last.length, '0');
  return next.length > longest ? '' : next;
}

/** An item as typed. `key` stays with it when it moves. */
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

/** A document as typed: numbers with their `$` and `%`, dates as `yyyy-mm-dd`. */
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
  submittedOn: dayInZone(new Date()),
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

/** Whether the document equals a fresh one. */
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

/** Converts an item for the calculation; an incomplete number counts as zero. */
export const pricedItem = ({ quantity, unitPrice }: InvoiceItemDraft): PricedItem => ({
  quantity: readHundredths(quantity) ?? 0,
  unitPrice: readHundredths(unitPrice) ?? 0,
});

/** The totals of the current input. */
export const liveTotals = ({ items, taxRate, adjustments }: DocumentDraft): Totals =>
  computeTotals({
    items: items.map(pricedItem),
    taxRate: readHundredths(taxRate) ?? 0,
    adjustments: readHundredths(adjustments) ?? 0,
  });

/** Converts the document to the request. */
export const toPayload = ({ items, ...texts }: DocumentDraft, userId?: number) => ({
  ...(userId !== undefined && { userId }),
  ...texts,
  items: JSON.stringify(items.map(({ key: _key, ...item }) => item)),
});
