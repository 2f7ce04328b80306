import { usDay } from '../../platform/days.ts';
import type { JournalEntry, JournalLine } from './journal.ts';

const fields = 'TRNSTYPE\tDATE\tACCNT\tNAME\tAMOUNT\tDOCNUM\tMEMO';
const head = `!TRNS\t${fields}\r\n!SPL\t${fields}\r\n!ENDTRNS\r\n`;

/**
 * The chunks of an IIF file, QuickBooks Desktop's import format: fields are separated by tabs, a
 * debit is positive, a credit negative, and each entry's amounts add up to zero.
 */
export async function* iifPieces(
  batches: AsyncIterable<readonly JournalEntry[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(head);
  for await (const entries of batches) yield Buffer.from(entries.map(entryText).join(''));
}

const entryText = (entry: JournalEntry): string =>
  `${entry.lines.map((line, index) => lineText(entry, line, index === 0)).join('')}ENDTRNS\r\n`;

function lineText({ number, day }: JournalEntry, line: JournalLine, isFirst: boolean): string {
  const cents = (line.debitCents ?? 0) - (line.creditCents ?? 0);
  const values = [
    isFirst ? 'TRNS' : 'SPL',
    'GENERAL JOURNAL',
    usDay(day),
    plainText(line.account),
    plainText(line.name),
    (cents / 100).toFixed(2),
    number,
    plainText(line.description),
  ];
  return `${values.join('\t')}\r\n`;
}

/** A tab or a line break would start another field, and a quotation mark a quoted one. */
const plainText = (text: string): string =>
  text
    .replace(/["\p{Cc}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
