import {
  ledgerKindLabels,
  postings,
  type AccountNames,
} from '@lintel/contract/accounting/accounts';
import type { LedgerKind } from '@lintel/contract/billing/constants';
import { toDollars } from '../../platform/money.ts';
import type { Cell, Column } from '../../platform/spreadsheet/cells.ts';

/** One side of a journal entry; either `debitCents` or `creditCents` is set. */
export interface JournalLine {
  account: string;
  debitCents: number | null;
  creditCents: number | null;
  description: string;
  /** The contractor; empty in a daily summary. */
  name: string;
}

/** A balanced journal entry: its debits equal its credits. */
export interface JournalEntry {
  /** At most 21 characters in QuickBooks Online, 11 in QuickBooks Desktop. */
  number: string;
  /** `yyyy-mm-dd` */
  day: string;
  lines: JournalLine[];
}

interface Movement {
  kind: LedgerKind;
  amountCents: number;
  description: string;
  name: string;
}

/** The two lines of a movement: a debit and a credit of the same amount. */
export function toLines(
  { kind, amountCents, description, name }: Movement,
  names: AccountNames,
): JournalLine[] {
  const [up, down] = postings[kind];
  const [debit, credit] = amountCents > 0 ? [up, down] : [down, up];
  const cents = Math.abs(amountCents);
  return [
    { account: names[debit], debitCents: cents, creditCents: null, description, name },
    { account: names[credit], debitCents: null, creditCents: cents, description, name },
  ];
}

/** `Payout (payout:12)` */
export const movementText = (kind: LedgerKind, detail: string): string =>
  `${ledgerKindLabels[kind]} (${detail})`;

/** The columns that QuickBooks Online imports. */
export const journalColumns: readonly Column[] = [
  { header: 'Journal No', kind: 'text', width: 14 },
  { header: 'Journal Date', kind: 'day', width: 12 },
  { header: 'Account', kind: 'text', width: 32 },
  { header: 'Debits', kind: 'money', width: 14 },
  { header: 'Credits', kind: 'money', width: 14 },
  { header: 'Description', kind: 'text', width: 44 },
  { header: 'Name', kind: 'text', width: 28 },
];

export const journalCells = ({ number, day, lines }: JournalEntry): Cell[][] =>
  lines.map(({ account, debitCents, creditCents, description, name }) => [
    number,
    day,
    account,
    debitCents === null ? null : toDollars(debitCents),
    creditCents === null ? null : toDollars(creditCents),
    description,
    name,
  ]);
