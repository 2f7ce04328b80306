import {
  documentKinds,
  partKinds,
  taxRatePlaces,
  type DocumentKind,
  type PartKind,
} from '@lintel/contract/documents/constants';
import type { DocumentContentView } from '@lintel/contract/documents/content';
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

export type CustomerValues = DocumentContentView['customer'];

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

export const noCustomer: CustomerValues = {
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
  customer: noCustomer,
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

const toHundredths = (value: number): number => Math.round(value * 100);
/** Formats the server's number for its field; empty for null. */
export const moneyInput = (dollars: number): string =>
  dollars === 0 ? '' : formatCents(toHundredths(dollars));
/** A tax rate in percent, in its shortest form: `8.875`. */
export const rateInput = (percent: number): string =>
  shortDecimal(Math.round(percent * 10 ** taxRatePlaces), taxRatePlaces);
const percentInput = (percent: number): string =>
  percent === 0 ? '' : `${formatHundredths(toHundredths(percent))}%`;
const amountInput = ({ kind, value }: DocumentContentView['discount']): PartValues => ({
  kind,
  value: kind === 'amount' ? moneyInput(value) : percentInput(value),
});

interface StoredDocument {
  kind: DocumentKind;
  customerId: number | null;
  pageId: number | null;
  content: DocumentContentView;
}

/** Converts a stored document to form values. */
export function toEditorValues({
  kind,
  customerId,
  pageId,
  content,
}: StoredDocument): EditorValues {
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
      quantity: formatHundredths(toHundredths(item.quantity)),
      unitPrice: moneyInput(item.unitPrice),
      isTaxable: item.isTaxable,
    })),
    discount: amountInput(discount),
    deposit: amountInput(deposit),
    taxRate: taxRate === 0 ? '' : `${rateInput(taxRate)}%`,
  };
}

/** Converts form values to the request. */
export const toDocumentBody = ({ kind: _kind, customerId, pageId, ...content }: EditorValues) => ({
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
export const editorSums = ({ items, discount, taxRate, deposit }: EditorValues): DocumentSums =>
  documentSums({
    items: items.map(itemFigures),
    discount: partFigures(discount),
    taxRate: readDecimal(taxRate, taxRatePlaces) ?? 0,
    deposit: partFigures(deposit),
  });

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
const parseId = (value: unknown): number | null => (typeof value === 'number' ? value : null);
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

function parseCustomer(stored: Readonly<Record<string, unknown>>): CustomerValues {
  const { state: _state, ...texts } = noCustomer;
  const state = stored['state'];
  return {
    ...mapValues(texts, (_blank, name) => textIn(stored[name])),
    state: isOneOf(addressStateCodes, state) ? state : '',
  };
}

/** Reads known fields from browser storage, which another version may have written. */
export function readValues(stored: unknown): EditorValues | null {
  if (!isRecord(stored) || !isOneOf(keysOf(documentKinds), stored['kind'])) return null;
  const { customer, items } = stored;
  const {
    kind,
    customerId: _c,
    pageId: _p,
    customer: _w,
    items: _i,
    discount: _d,
    deposit: _e,
    ...texts
  } = blankValues(stored['kind']);
  return {
    ...mapValues(texts, (_blank, name) => textIn(stored[name])),
    kind,
    customerId: parseId(stored['customerId']),
    pageId: parseId(stored['pageId']),
    customer: parseCustomer(isRecord(customer) ? customer : {}),
    items: Array.isArray(items) ? items.flatMap(itemIn) : [],
    discount: partIn(stored['discount']),
    deposit: partIn(stored['deposit']),
  };
}
