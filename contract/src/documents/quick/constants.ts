/** Constants of invoices and estimates without schemas, for the form. */

export const docTypes = ['Invoice', 'Estimate'] as const;
export type DocType = (typeof docTypes)[number];

/** The maximum characters of each text. */
export const invoiceTextLimits = {
  license: 50,
  fullName: 100,
  company: 100,
  address: 100,
  projectName: 100,
  description: 100,
  notes: 255,
  numberPrice: 20,
} as const;

/** Digits before the decimal point for each number; after it there are two. */
export const invoiceDigits = { quantity: 5, unitPrice: 6, taxRate: 3, adjustments: 6 } as const;

/**
 * The most items of a document. With more, the largest total would exceed JavaScript's exact
 * integers.
 */
export const maxInvoiceItems = 80;

export interface InvoiceItemDraft {
  description: string;
  quantity: string;
  unitPrice: string;
}

/** The initial values of a new item. */
export const newInvoiceItem: InvoiceItemDraft = {
  description: '',
  quantity: '1',
  unitPrice: '$0.00',
};

/** The query that marks a document's link as the source of visitors. */
export const invoiceSource = '?source=invoice';
