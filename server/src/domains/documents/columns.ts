import type { DocumentContent } from '@lintel/contract/documents/content';
import { documentSums } from '@lintel/contract/documents/maths';
import type { DocumentRecord } from './repository.ts';
import { foldedText } from '../../platform/db/folded.ts';

const dayOrNull = (day: string): string | null => (day === '' ? null : day);

/**
 * The parts of a document's content that lists show, sort, and search. Only the date of its kind is
 * used.
 */
export function listColumns(
  { kind, number, paidCents }: Pick<DocumentRecord, 'kind' | 'number' | 'paidCents'>,
  content: DocumentContent,
) {
  const { customer, projectName, issuedOn, dueOn, validUntil } = content;
  const { total } = documentSums(content);
  const words = [
    number ?? '',
    customer.name,
    customer.company,
    projectName,
    (total / 100).toFixed(2),
  ];
  return {
    customerName: customer.name,
    projectName,
    totalCents: total,
    balanceCents: total - paidCents,
    issuedOn: dayOrNull(issuedOn),
    dueOn: kind === 'invoice' ? dayOrNull(dueOn) : null,
    validUntil: kind === 'estimate' ? dayOrNull(validUntil) : null,
    words: foldedText(words.join(' ')),
  };
}
