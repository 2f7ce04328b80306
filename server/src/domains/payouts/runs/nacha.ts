import type { AccountType } from '@lintel/contract/payouts/constants';

/** The sender of the file and the receiving bank, as assigned by that bank. */
export interface Sender {
  /** The routing number of the receiving bank, and its name. */
  destination: string;
  destinationName: string;
  /** The sender's ten-character id at the bank, and the sender's name. */
  origin: string;
  originName: string;
  /** Ten characters: usually `1` and the employer identification number. */
  companyId: string;
  companyName: string;
}

/** One payment to an account. */
export interface Entry {
  routing: string;
  account: string;
  accountType: AccountType;
  /** To a person (PPD) or to a company (CCD). */
  standard: 'PPD' | 'CCD';
  amountCents: number;
  /** The sender's id of the receiver, at most 15 characters. */
  receiverId: string;
  receiverName: string;
  /** Seven digits, increasing and unique within the file. */
  sequence: number;
}

export interface FileFacts {
  /** When the file was created, `yyyy-mm-dd` and `hh:mm`. */
  day: string;
  time: string;
  /** The banking day on which the accounts are credited, `yyyy-mm-dd`. */
  effectiveOn: string;
  /** Distinguishes files of one day: A to Z, then 0 to 9. */
  modifier: string;
  /** The text on the receivers' statements, at most ten characters. */
  description: string;
}

const creditsOnly = '220';
const transactionCodes: Record<AccountType, string> = { Checking: '22', Savings: '32' };
const perBlock = 10;
const shortDay = (day: string): string => day.slice(2).replaceAll('-', '');
/** The first eight digits of a routing number identify the bank. */
const bankPart = (routing: string): string => routing.slice(0, 8);

/** The trace number of an entry: the sender's bank and the entry's sequence. */
export const formatTrace = ({ destination }: Sender, sequence: number): string =>
  bankPart(destination) + numeric(sequence, 7);

interface Sums {
  entries: number;
  hash: number;
  credit: number;
}

const batchSums = (entries: readonly Entry[]): Sums => ({
  entries: entries.length,
  // The NACHA rules keep the last ten digits and drop the rest.
  hash: entries.reduce((sum, { routing }) => sum + Number(bankPart(routing)), 0) % 10_000_000_000,
  credit: entries.reduce((sum, { amountCents }) => sum + amountCents, 0),
});

/**
 * The NACHA file: credits, in one batch for persons and one for companies, padded to whole blocks
 * of ten lines.
 */
export function nachaFile(sender: Sender, facts: FileFacts, entries: readonly Entry[]): string {
  const batches = (['PPD', 'CCD'] as const)
    .map((standard) => entries.filter((entry) => entry.standard === standard))
    .filter((batch) => batch.length > 0);
  const lines = [
    fileHeader(sender, facts),
    ...batches.flatMap((batch, index) => batchLines(sender, facts, batch, index + 1)),
  ];
  const blocks = Math.ceil((lines.length + 1) / perBlock);
  lines.push(fileControl(batchSums(entries), batches.length, blocks));
  const filler = Array.from({ length: blocks * perBlock - lines.length }, () =>
    '9'.repeat(recordLength),
  );
  return [...lines, ...filler].map((line) => `${line}\r\n`).join('');
}

const fileHeader = (sender: Sender, { day, time, modifier }: FileFacts): string =>
  record(
    '101',
    ` ${sender.destination}`,
    sender.origin.padStart(10),
    shortDay(day),
    time.replace(':', ''),
    modifier,
    numeric(recordLength, 3),
    numeric(perBlock, 2),
    '1',
    alpha(sender.destinationName, 23),
    alpha(sender.originName, 23),
    blank(8),
  );

function batchLines(
  sender: Sender,
  facts: FileFacts,
  entries: readonly Entry[],
  number: number,
): string[] {
  const { companyId, destination } = sender;
  const header = record(
    '5',
    creditsOnly,
    alpha(sender.companyName, 16),
    blank(20),
    exact('company id', companyId, 10),
    entries[0]?.standard ?? 'PPD',
    alpha(facts.description, 10),
    shortDay(facts.day),
    shortDay(facts.effectiveOn),
    blank(3),
    '1',
    bankPart(destination),
    numeric(number, 7),
  );
  const { entries: count, hash, credit } = batchSums(entries);
  const sums = numeric(count, 6) + numeric(hash, 10) + numeric(0, 12) + numeric(credit, 12);
  const control = record(
    '8',
    creditsOnly,
    sums,
    exact('company id', companyId, 10),
    blank(19),
    blank(6),
    bankPart(destination),
    numeric(number, 7),
  );
  return [header, ...entries.map((entry) => entryLine(sender, entry)), control];
}

/** Throws when a value doesn't fit into its field. */
export const entryLine = (sender: Sender, entry: Entry): string =>
  record(
    '6',
    transactionCodes[entry.accountType],
    numeric(entry.routing, 9),
    exact('account number', entry.account, 17),
    numeric(entry.amountCents, 10),
    exact('receiver id', entry.receiverId, 15),
    // The field must not be empty: a name without allowed letters is replaced by its number.
    alpha(plain(entry.receiverName) || `PAYEE ${entry.receiverId}`, 22),
    blank(2),
    '0',
    formatTrace(sender, entry.sequence),
  );

const fileControl = ({ entries, hash, credit }: Sums, batches: number, blocks: number): string =>
  record(
    '9',
    numeric(batches, 6),
    numeric(blocks, 6),
    numeric(entries, 8),
    numeric(hash, 10),
    numeric(0, 12),
    numeric(credit, 12),
    blank(39),
  );

/** Letters that Unicode doesn't decompose, and their plain spelling. */
const written: Readonly<Record<string, string>> = {
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Þ: 'TH',
  ẞ: 'SS',
  ß: 'SS',
  ı: 'I',
};

/**
 * Letters, digits, and the characters that every bank accepts; accents are removed, anything else
 * becomes a space.
 */
const plain = (text: string): string =>
  text
    .replace(/[æœøłđðþ]/g, (letter) => letter.toUpperCase())
    .replace(/[ÆŒØŁĐÐÞẞßı]/g, (letter) => written[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’`]/g, "'")
    .toUpperCase()
    .replace(/[^A-Z0-9 &'()*,./:-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Left-aligned text, truncated to the field's width: for names only. */
const alpha = (text: string, width: number): string => plain(text).slice(0, width).padEnd(width);

/**
 * A left-aligned account number or identifier. Throws when it doesn't fit or has characters that
 * banks reject, because a truncated account number is another person's account. The error doesn't
 * repeat the value.
 */
function exact(what: string, text: string, width: number): string {
  if (text === '' || text.length > width)
    throw new Error(`The ${what} has ${text.length} characters, but must have 1 to ${width}`);
  const upper = text.toUpperCase();
  if (plain(text) !== upper) throw new Error(`The ${what} has characters that banks don't accept`);
  return upper.padEnd(width);
}

/**
 * Right-aligned digits, padded with zeros. Throws when they don't fit: an amount is never
 * truncated.
 */
function numeric(value: number | string, width: number): string {
  const digits = String(value);
  if (!/^\d+$/.test(digits) || digits.length > width)
    throw new Error(`${digits.length} digits do not fit into ${width}`);
  return digits.padStart(width, '0');
}

const blank = (width: number): string => ' '.repeat(width);

/** Characters per record. */
const recordLength = 94;

/** Joins fields to one record. Throws unless it has exactly the record length. */
function record(...fields: readonly string[]): string {
  const line = fields.join('');
  if (line.length !== recordLength) throw new Error(`A record of ${line.length} characters`);
  return line;
}
