import {
  documentKinds,
  partKinds,
  taxRatePlaces,
  type DocumentKind,
  type PartKind,
} from '@lintel/contract/documents/constants';
import type { ShownContent } from '@lintel/contract/documents/content';
import { documentSums, type DocumentSums } from '@lintel/contract/documents/maths';
import {
  formatCents,
  formatHundredths,
  readDecimal,
  readHundredths,
  shortDecimal,
} from '@lintel/contract/core/numbers';
import { keysOf, mapValues } from '@lintel/contract/core/map-values';
import { isOneOf, isRecord } from '@lintel/contract/core/narrow';
import { addressStateCodes } from '@lintel/contract/core/us-states';
import { newKey } from '../../../lib/api/action-key.ts';

/** An item as typed. */
export interface ItemValues {
  /** Identifies the item while items move. */
  key: string;
  description: string;
  /** The scope of the work, multiline. */
  details: string;
  quantity: string;
  unitPrice: string;
  isTaxable: boolean;
}

/** A discount or a deposit as typed. */
export interface PartValues {
  kind: PartKind;
  value: string;
}

export type CustomerValues = ShownContent['customer'];

/** A document as typed, under the contract's names; numbers include their `$` and `%`. */
export interface EditorValues {
  kind: DocumentKind;
  customerId: number | null;
  pageId: number | null;
  customer: CustomerValues;
  items: ItemValues[];
  discount: PartValues;
  taxRate: string;
  deposit: PartValues;
  issuedOn: string;
  dueOn: string;
  validUntil: string;
  notes: string;
  terms: string;
  projectName: string;
  license: string;
  poNumber: string;
}

export const nobody: CustomerValues = {
  name: '',
  company: '',
  street: '',
  city: '',
  state: '',
  zip: '',
  email: '',
  phone: '',
};

export const newItem = (): ItemValues => ({
  key: newKey(),
  description: '',
  details: '',
  quantity: '1',
  unitPrice: '',
  isTaxable: true,
});

/** A blank document. */
export const blankValues = (kind: DocumentKind): EditorValues => ({
  kind,
  customerId: null,
  pageId: null,
  customer: nobody,
  items: [{ ...newItem(), key: 'item-0' }],
  discount: { kind: 'amount', value: '' },
  taxRate: '',
  deposit: { kind: 'amount', value: '' },
  issuedOn: '',
  dueOn: '',
  validUntil: '',
  notes: '',
  terms: '',
  projectName: '',
  license: '',
  poNumber: '',
});

const hundredths = (value: number): number => Math.round(value * 100);
/** Formats the server's number for its field; empty for null. */
export const typedMoney = (dollars: number): string =>
  dollars === 0 ? '' : formatCents(hundredths(dollars));
/** A tax rate in percent, in its shortest form: `8.875`. */
export const typedRate = (percent: number): string =>
  shortDecimal(Math.round(percent * 10 ** taxRatePlaces), taxRatePlaces);
const typedPercent = (percent: number): string =>
  percent === 0 ? '' : `${formatHundredths(hundredths(percent))}%`;
const typedPart = ({ kind, value }: ShownContent['discount']): PartValues => ({
  kind,
  value: kind === 'amount' ? typedMoney(value) : typedPercent(value),
});

interface Kept {
  kind: DocumentKind;
  customerId: number | null;
  pageId: number | null;
  content: ShownContent;
}

/** Converts a stored document to form values. */
export function valuesOf({ kind, customerId, pageId, content }: Kept): EditorValues {
  const { items, discount, deposit, taxRate } = content;
  return {
    ...content,
    kind,
    customerId,
    pageId,
    // Equal items have equal keys, so that two versions can be compared.
    items: items.map((item, place) => ({
      key: `item-${place}`,
      description: item.description,
      details: item.details,
      quantity: formatHundredths(hundredths(item.quantity)),
      unitPrice: typedMoney(item.unitPrice),
      isTaxable: item.isTaxable,
    })),
    discount: typedPart(discount),
    deposit: typedPart(deposit),
    taxRate: taxRate === 0 ? '' : `${typedRate(taxRate)}%`,
  };
}

/** Converts form values to the request. */
export const writtenOf = ({ kind: _kind, customerId, pageId, ...content }: EditorValues) => ({
  ...(customerId !== null && { customerId }),
  ...(pageId !== null && { pageId }),
  content: { ...content, items: content.items.map(({ key: _key, ...item }) => item) },
});

const partFigures = ({ kind, value }: PartValues) => ({ kind, value: readHundredths(value) ?? 0 });
/** Converts an item for the calculation; an incomplete number counts as zero. */
export const itemFigures = ({ quantity, unitPrice, isTaxable }: ItemValues) => ({
  quantity: readHundredths(quantity) ?? 0,
  unitPrice: readHundredths(unitPrice) ?? 0,
  isTaxable,
});

/** The totals of the current input, calculated by the contract. */
export const sumsOf = ({ items, discount, taxRate, deposit }: EditorValues): DocumentSums =>
  documentSums({
    items: items.map(itemFigures),
    discount: partFigures(discount),
    taxRate: readDecimal(taxRate, taxRatePlaces) ?? 0,
    deposit: partFigures(deposit),
  });

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
const idIn = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const partIn = (value: unknown): PartValues => {
  const { kind, value: typed } = isRecord(value) ? value : {};
  return { kind: isOneOf(partKinds, kind) ? kind : 'amount', value: textIn(typed) };
};
const itemIn = (value: unknown): ItemValues[] =>
  isRecord(value)
    ? [
        {
          key: textIn(value['key']) || newKey(),
          description: textIn(value['description']),
          details: textIn(value['details']),
          quantity: textIn(value['quantity']),
          unitPrice: textIn(value['unitPrice']),
          isTaxable: value['isTaxable'] !== false,
        },
      ]
    : [];

function customerIn(kept: Readonly<Record<string, unknown>>): CustomerValues {
  const { state: _state, ...texts } = nobody;
  const state = kept['state'];
  return {
    ...mapValues(texts, (_blank, name) => textIn(kept[name])),
    state: isOneOf(addressStateCodes, state) ? state : '',
  };
}

/** Reads known fields from browser storage, which another version may have written. */
export function readValues(kept: unknown): EditorValues | null {
  if (!isRecord(kept) || !isOneOf(keysOf(documentKinds), kept['kind'])) return null;
  const { customer, items } = kept;
  const {
    kind,
    customerId: _c,
    pageId: _p,
    customer: _w,
    items: _i,
    discount: _d,
    deposit: _e,
    ...texts
  } = blankValues(kept['kind']);
  return {
    ...mapValues(texts, (_blank, name) => textIn(kept[name])),
    kind,
    customerId: idIn(kept['customerId']),
    pageId: idIn(kept['pageId']),
    customer: customerIn(isRecord(customer) ? customer : {}),
    items: Array.isArray(items) ? items.flatMap(itemIn) : [],
    discount: partIn(kept['discount']),
    deposit: partIn(kept['deposit']),
  };
}
