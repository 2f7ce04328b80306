import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxInvoiceItems, newInvoiceItem } from './constants.ts';
import { tidyLines } from '../../core/field-rules.ts';
import { invoiceForm, invoiceMessages } from './document.ts';

const item = { description: 'Ridge vent', quantity: '1', unitPrice: '$14.25' };
const sent = {
  userId: '11',
  docType: 'Invoice',
  fullName: 'Casey Nguyen',
  company: 'Nguyen Property LLC',
  address: '1188 Larkspur Lane, Boulder, CO 80302',
  projectName: 'Roof replacement',
  dueDate: '12/21/2026',
  notes: 'Thank you.',
  taxRate: '8.25%',
  adjustments: '-$250.00',
  submittedOn: '2026-11-21',
  numberPrice: '1042',
  license: 'CO-448812',
  items: JSON.stringify([item]),
};

/** The problems by field. */
function wrong(change: Record<string, unknown>): Record<string, string> {
  const { error } = invoiceForm.safeParse({ ...sent, ...change });
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );
}
const wrongItem = (change: Record<string, unknown>) =>
  wrong({ items: JSON.stringify([item, { ...item, ...change }]) });
const takes = (field: string, value: unknown) => expect(wrong({ [field]: value })).toEqual({});

describe('the payload of an invoice', () => {
  test('has its fields, with the items as a JSON list [ACC-136] [ACC-138]', () => {
    expect(invoiceForm.parse(sent)).toEqual({
      ...sent,
      userId: 11,
      dueDate: '2026-12-21',
      taxRate: 825,
      adjustments: -25_000,
      items: [{ description: 'Ridge vent', quantity: 100, unitPrice: 1425 }],
    });
    expect(wrong({ items: 'not a list' })).toEqual({ items: 'Please input a valid json' });
    expect(Object.keys(wrong({ items: '{}' }))).toEqual(['items']);
  });

  test('is either an invoice or an estimate [ACC-137]', () => {
    takes('docType', 'Invoice');
    takes('docType', 'Estimate');
    for (const docType of ['invoice', 'Receipt', '', undefined])
      expect(Object.keys(wrong({ docType }))).toEqual(['docType']);
  });

  test('needs a customer, a number, a day and at least one item', () => {
    for (const field of ['fullName', 'numberPrice', 'submittedOn'])
      for (const value of ['', '  ', undefined])
        expect(wrong({ [field]: value })).toEqual({ [field]: 'This field is required.' });
    expect(wrong({ items: '[]' })).toEqual({ items: invoiceMessages.noItems });
    expect(wrong({ items: undefined })).toEqual({ items: 'This field is required.' });
    const { docType, fullName, submittedOn, numberPrice, items } = sent;
    expect(
      invoiceForm.safeParse({ docType, fullName, submittedOn, numberPrice, items }).success,
    ).toBe(true);
  });

  test('names the field of an invalid item by its index', () => {
    expect(wrongItem({ description: '' })).toEqual({
      'items.1.description': 'This field is required.',
    });
  });

  test(`accepts at most ${maxInvoiceItems} items`, () => {
    takes('items', JSON.stringify(Array.from({ length: maxInvoiceItems }, () => item)));
    const more = JSON.stringify(Array.from({ length: maxInvoiceItems + 1 }, () => item));
    expect(wrong({ items: more })).toEqual({ items: invoiceMessages.items });
  });

  test('accepts only real days', () => {
    takes('dueDate', '02/28/2027');
    for (const dueDate of ['02/29/2027', '2026-13-01', 'tomorrow', '13/01/2026', '0026-01-01'])
      expect(wrong({ dueDate })).toEqual({ dueDate: invoiceMessages.day });
    takes('dueDate', '');
  });
});

describe('a new item', () => {
  test('has quantity 1 [ACC-139]', () => expect(newInvoiceItem.quantity).toBe('1'));
  test('has unit price $0.00 [ACC-140]', () => expect(newInvoiceItem.unitPrice).toBe('$0.00'));
});

describe('texts', () => {
  const longest = (field: string, limit: number) => {
    takes(field, 'x'.repeat(limit));
    expect(wrong({ [field]: 'x'.repeat(limit + 1) })).toEqual({
      [field]: `Enter ${limit} symbols maximum`,
    });
  };
  test('license has at most 50 characters [ACC-238]', () => longest('license', 50));
  test('full name has at most 100 characters [ACC-239]', () => longest('fullName', 100));
  test('company has at most 100 characters [ACC-240]', () => longest('company', 100));
  test('address has at most 100 characters [ACC-241]', () => longest('address', 100));
  test('project name has at most 100 characters [ACC-242]', () => longest('projectName', 100));
  test('notes have at most 255 characters [ACC-244]', () => longest('notes', 255));
  test('an item description has at most 100 characters [ACC-243]', () => {
    expect(wrongItem({ description: 'x'.repeat(100) })).toEqual({});
    expect(wrongItem({ description: 'x'.repeat(101) })).toEqual({
      'items.1.description': 'Enter 100 symbols maximum',
    });
  });

  test('are trimmed and single-spaced; notes keep their lines', () => {
    const parsed = invoiceForm.parse({
      ...sent,
      fullName: '  Casey \t Nguyen ',
      notes: ' One  line \r\n\n\n\n  another ',
    });
    expect(parsed.fullName).toBe('Casey Nguyen');
    expect(parsed.notes).toBe('One line\n\nanother');
    fc.assert(fc.property(fc.string(), (text) => tidyLines(tidyLines(text)) === tidyLines(text)));
  });
});

describe('the number of a document', () => {
  test('has digits only [ACC-255]', () => {
    for (const numberPrice of ['A-1', '1.5', '-1', '１'])
      expect(wrong({ numberPrice })).toEqual({ numberPrice: 'Please use digits only' });
    takes('numberPrice', '007');
  });
  test('has at most 20 digits [ACC-256]', () => {
    takes('numberPrice', '9'.repeat(20));
    expect(wrong({ numberPrice: '9'.repeat(21) })).toEqual({
      numberPrice: 'Enter 20 symbols maximum',
    });
  });
});

describe('numbers', () => {
  test('a quantity has up to 5 digits and 2 decimals [ACC-245]', () => {
    expect(wrongItem({ quantity: '99999.99' })).toEqual({});
    const message = invoiceMessages.digits(5);
    for (const quantity of ['100000', '1.005', 1e21])
      expect(wrongItem({ quantity })).toEqual({ 'items.1.quantity': message });
    expect(wrongItem({ quantity: 'two' })).toEqual({ 'items.1.quantity': invoiceMessages.number });
  });
  test('a quantity is positive [ACC-246]', () => {
    for (const quantity of ['0', '-1', 0, '0.00'])
      expect(wrongItem({ quantity })).toEqual({ 'items.1.quantity': invoiceMessages.positive });
    expect(wrongItem({ quantity: 0.01 })).toEqual({});
  });
  test('a unit price has up to 6 digits and 2 decimals [ACC-247]', () => {
    expect(wrongItem({ unitPrice: '$999,999.99' })).toEqual({});
    for (const unitPrice of ['1000000', '0.001'])
      expect(wrongItem({ unitPrice })).toEqual({ 'items.1.unitPrice': invoiceMessages.digits(6) });
  });
  test('a unit price is positive [ACC-248]', () => {
    for (const unitPrice of ['$0.00', '-$5.00'])
      expect(wrongItem({ unitPrice })).toEqual({ 'items.1.unitPrice': invoiceMessages.positive });
    expect(wrongItem({ unitPrice: '' })).toEqual({
      'items.1.unitPrice': 'This field is required.',
    });
  });
  test('a tax rate has up to 3 digits and 2 decimals [ACC-250]', () => {
    takes('taxRate', '999.99%');
    for (const taxRate of ['1000', '8.125'])
      expect(wrong({ taxRate })).toEqual({ taxRate: invoiceMessages.digits(3) });
  });
  test('a tax rate is positive; without one, or with 0, there is no tax [ACC-251]', () => {
    expect(wrong({ taxRate: '-1' })).toEqual({ taxRate: invoiceMessages.notNegative });
    for (const taxRate of ['', '0', undefined])
      expect(invoiceForm.parse({ ...sent, taxRate }).taxRate).toBe(0);
  });
  test('adjustments may be negative [ACC-253]', () => {
    expect(invoiceForm.parse({ ...sent, adjustments: '-$25.50' }).adjustments).toBe(-2550);
    expect(invoiceForm.parse({ ...sent, adjustments: '25.5' }).adjustments).toBe(2550);
  });
  test('adjustments have up to 6 digits and 2 decimals [ACC-254]', () => {
    takes('adjustments', '-999999.99');
    for (const adjustments of ['1000000', '-1000000', '0.125'])
      expect(wrong({ adjustments })).toEqual({ adjustments: invoiceMessages.digits(6) });
  });
});
