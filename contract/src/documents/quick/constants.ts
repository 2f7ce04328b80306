/** Constants of invoices and estimates without schemas, for the form. */

export const docTypes = ['Invoice', 'Estimate'] as const;
export type DocType = (typeof docTypes)[number];

/** The most characters that each text takes. */
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

/** Digits before the point that each number takes; after it there are two. */
export const invoiceDigits = { quantity: 5, unitPrice: 6, taxRate: 3, adjustments: 6 } as const;

/**
 * Items that a document takes. With more, the largest total would no longer be an exact number in
 * JavaScript.
 */
export const maxInvoiceItems = 80;

export interface InvoiceItemDraft {
  description: string;
  quantity: string;
  unitPrice: string;
}

/** An item as it is added. */
export const newInvoiceItem: InvoiceItemDraft = {
  description: '',
  quantity: '1',
  unitPrice: '$0.00',
};

/** The query that tells where the visitors of a document's link come from. */
export const invoiceSource = '?source=invoice';
