import { readHundredths } from '@lintel/contract/core/numbers';
import { newKey } from '../../../lib/api/action-key.ts';
import { loadDraft as quickDraft, type DocumentDraft } from '../quick/index.ts';
import type { StoredDraft } from '../browser-drafts.ts';
import { blankValues, newItem, noCustomer, moneyInput, type EditorValues } from './values.ts';

/** Converts a page's quick document to a stored draft. */
export function convertQuickDraft(contractorId: number, pageId: number): StoredDraft | null {
  const quick = quickDraft(contractorId, pageId);
  if (quick === null) return null;
  const values = quickValues(quick, pageId);
  return {
    place: `new-${newKey()}`,
    values,
    seen: null,
    sent: null,
    waits: false,
    savedAt: Date.now(),
  };
}

/** The same values under the names of stored documents. An adjustment becomes an item. */
function quickValues(quick: DocumentDraft, pageId: number): EditorValues {
  const kind = quick.docType === 'Invoice' ? 'invoice' : 'estimate';
  const adjustment = readHundredths(quick.adjustments) ?? 0;
  const { fullName, company, address, notes, taxRate, projectName, license, dueDate } = quick;
  return {
    ...blankValues(kind),
    pageId,
    customer: { ...noCustomer, name: fullName, company, street: address },
    items: [
      ...quick.items.map((item) => ({ ...item, details: '', isTaxable: true })),
      ...(adjustment > 0 ? [{ ...newItem(), unitPrice: quick.adjustments, isTaxable: false }] : []),
    ],
    discount: { kind: 'amount', value: adjustment < 0 ? moneyInput(-adjustment / 100) : '' },
    taxRate,
    issuedOn: quick.submittedOn,
    ...(kind === 'invoice' ? { dueOn: dueDate } : { validUntil: dueDate }),
    notes,
    projectName,
    license,
  };
}
