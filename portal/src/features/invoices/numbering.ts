import type { DocType } from '@lintel/contract/invoices-constants';
import { localStore } from '../../lib/storage.ts';

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
