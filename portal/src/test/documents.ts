import type { DocumentRow, FullDocument } from '@lintel/contract/documents/views';

/** A draft estimate. */
export const documentRow = (change: Partial<DocumentRow> = {}): DocumentRow => ({
  id: 31,
  kind: 'estimate',
  number: null,
  status: 'draft',
  customerId: 9,
  customerName: 'Ann Lee',
  projectName: 'New roof',
  total: 1082.5,
  paid: 0,
  balance: 1082.5,
  issuedOn: null,
  dueOn: null,
  validUntil: null,
  isOverdue: false,
  isExpired: false,
  hasUnsentChanges: false,
  updatedAt: '2026-11-25T15:00:00.000Z',
  sentAt: null,
  viewedAt: null,
  ...change,
});

export const documentContent = (
  change: Partial<FullDocument['content']> = {},
): FullDocument['content'] => ({
  customer: {
    name: 'Ann Lee',
    company: '',
    street: '1 Elm St',
    city: 'Denver',
    state: 'CO',
    zip: '80202',
    email: 'ann@example.com',
    phone: '3035550141',
  },
  items: [{ description: 'Shingles', details: '', quantity: 10, unitPrice: 100, isTaxable: true }],
  discount: { kind: 'amount', value: 0 },
  taxRate: 8.25,
  deposit: { kind: 'amount', value: 0 },
  issuedOn: '',
  dueOn: '',
  validUntil: '',
  notes: '',
  terms: '',
  projectName: 'New roof',
  license: '',
  poNumber: '',
  ...change,
});

/** The full version of the same estimate. */
export const wholeDocument = (change: Partial<FullDocument> = {}): FullDocument => ({
  ...documentRow(),
  version: 1,
  content: documentContent(),
  sums: { subtotal: 1000, discount: 0, taxable: 1000, tax: 82.5, total: 1082.5, deposit: 0 },
  pageId: null,
  logoUrl: null,
  revision: 1,
  sentRevision: null,
  revisions: [],
  payments: [],
  events: [],
  estimate: null,
  invoice: null,
  voidReason: '',
  link: null,
  may: ['save', 'delete', 'send', 'copy'],
  ...change,
});

const link = {
  url: 'https://lintel.example/d/abc-2v',
  expiresAt: '2027-03-25T15:00:00.000Z',
};

/** An invoice that has been sent but not paid. */
export const sentInvoice = (change: Partial<FullDocument> = {}): FullDocument =>
  wholeDocument({
    kind: 'invoice',
    number: 2018,
    status: 'sent',
    sentRevision: 1,
    issuedOn: '2026-11-25',
    sentAt: '2026-11-25T15:00:00.000Z',
    link,
    revisions: [
      {
        revision: 1,
        sentAt: '2026-11-25T15:00:00.000Z',
        total: 1082.5,
        signature: null,
        declinedAt: null,
        declineReason: '',
      },
    ],
    may: ['save', 'send', 'pay', 'void', 'copy'],
    ...change,
  });
