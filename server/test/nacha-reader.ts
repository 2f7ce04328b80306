import { expect } from 'vitest';

/*
 * An independent reader, based on the public record layout: one-based first and last position of
 * each field, as in the tables of the ACH file specifications.
 */
const layout = {
  '1': {
    priorityCode: [2, 3],
    immediateDestination: [4, 13],
    immediateOrigin: [14, 23],
    creationDate: [24, 29],
    creationTime: [30, 33],
    fileIdModifier: [34, 34],
    recordSize: [35, 37],
    blockingFactor: [38, 39],
    formatCode: [40, 40],
    destinationName: [41, 63],
    originName: [64, 86],
    referenceCode: [87, 94],
  },
  '5': {
    serviceClass: [2, 4],
    companyName: [5, 20],
    discretionaryData: [21, 40],
    companyIdentification: [41, 50],
    standardEntryClass: [51, 53],
    entryDescription: [54, 63],
    descriptiveDate: [64, 69],
    effectiveEntryDate: [70, 75],
    settlementDate: [76, 78],
    originatorStatus: [79, 79],
    originatingDfi: [80, 87],
    batchNumber: [88, 94],
  },
  '6': {
    transactionCode: [2, 3],
    receivingDfi: [4, 11],
    checkDigit: [12, 12],
    accountNumber: [13, 29],
    amount: [30, 39],
    identification: [40, 54],
    name: [55, 76],
    discretionaryData: [77, 78],
    addendaIndicator: [79, 79],
    traceNumber: [80, 94],
  },
  '8': {
    serviceClass: [2, 4],
    entryCount: [5, 10],
    entryHash: [11, 20],
    totalDebit: [21, 32],
    totalCredit: [33, 44],
    companyIdentification: [45, 54],
    authentication: [55, 73],
    reserved: [74, 79],
    originatingDfi: [80, 87],
    batchNumber: [88, 94],
  },
  '9': {
    batchCount: [2, 7],
    blockCount: [8, 13],
    entryCount: [14, 21],
    entryHash: [22, 31],
    totalDebit: [32, 43],
    totalCredit: [44, 55],
    reserved: [56, 94],
  },
} as const;

type Read = Record<string, string>;

function readRecord(line: string): { type: string; fields: Read } {
  expect(line).toMatch(/^[\x20-\x7e]{94}$/);
  const type = line.charAt(0) as keyof typeof layout;
  const fields = Object.entries(layout[type] as Record<string, readonly [number, number]>);
  return {
    type,
    fields: Object.fromEntries(
      fields.map(([name, [first, last]]) => [name, line.slice(first - 1, last)]),
    ),
  };
}

interface Batch {
  header: Read;
  entries: Read[];
  control: Read;
}

/** The check digit (the ninth digit) of a routing number, from its weighted sum. */
export function checkDigitOf(eight: string): string {
  const sum = Array.from(eight).reduce(
    (all, digit, index) => all + Number(digit) * ([3, 7, 1][index % 3] ?? 0),
    0,
  );
  return String((10 - (sum % 10)) % 10);
}

/** Reads a file and checks everything that doesn't depend on its input. */
export function readFile(text: string): { header: Read; batches: Batch[]; control: Read } {
  expect(text.endsWith('\r\n')).toBe(true);
  const lines = text.split('\r\n').slice(0, -1);
  expect(lines.length % 10).toBe(0);
  const end = lines.findLastIndex((line) => line !== '9'.repeat(94));
  expect(lines.length - end - 1).toBeLessThan(10);
  const records = lines.slice(0, end + 1).map(readRecord);
  expect(records[0]?.type).toBe('1');
  expect(records.at(-1)?.type).toBe('9');
  const batches: Batch[] = [];
  for (const { type, fields } of records.slice(1, -1)) {
    if (type === '5') batches.push({ header: fields, entries: [], control: {} });
    const batch = batches.at(-1);
    if (type === '6') batch?.entries.push(fields);
    if (type === '8' && batch) batch.control = fields;
  }
  const read = { header: records[0]?.fields ?? {}, batches, control: records.at(-1)?.fields ?? {} };
  batches.forEach(checkBatch);
  checkControl(read.control, batches, lines.length);
  return read;
}

const sum = (entries: readonly Read[], of: (one: Read) => string): bigint =>
  entries.reduce((all, one) => all + BigInt(of(one)), 0n);
const hashOf = (entries: readonly Read[]): string =>
  String(sum(entries, (one) => one['receivingDfi'] ?? ''))
    .slice(-10)
    .padStart(10, '0');
const creditOf = (entries: readonly Read[]): string =>
  String(sum(entries, (one) => one['amount'] ?? '')).padStart(12, '0');

function checkBatch({ header, entries, control }: Batch, index: number): void {
  const number = String(index + 1).padStart(7, '0');
  expect(header).toMatchObject({
    serviceClass: '220',
    originatorStatus: '1',
    settlementDate: '   ',
    batchNumber: number,
  });
  expect(control).toMatchObject({
    serviceClass: header['serviceClass'],
    companyIdentification: header['companyIdentification'],
    originatingDfi: header['originatingDfi'],
    batchNumber: number,
    entryCount: String(entries.length).padStart(6, '0'),
    entryHash: hashOf(entries),
    totalDebit: '0'.repeat(12),
    totalCredit: creditOf(entries),
  });
  const traces = entries.map((one) => one['traceNumber'] ?? '');
  expect(traces).toEqual(traces.toSorted());
  for (const one of entries) {
    expect(one['checkDigit']).toBe(checkDigitOf(one['receivingDfi'] ?? ''));
    expect(one['traceNumber']?.slice(0, 8)).toBe(header['originatingDfi']);
    expect(one['addendaIndicator']).toBe('0');
  }
}

function checkControl(control: Read, batches: readonly Batch[], lines: number): void {
  const entries = batches.flatMap((batch) => batch.entries);
  expect(control).toMatchObject({
    batchCount: String(batches.length).padStart(6, '0'),
    blockCount: String(lines / 10).padStart(6, '0'),
    entryCount: String(entries.length).padStart(8, '0'),
    entryHash: hashOf(entries),
    totalDebit: '0'.repeat(12),
    totalCredit: creditOf(entries),
    reserved: ' '.repeat(39),
  });
  expect(new Set(entries.map((one) => one['traceNumber'])).size).toBe(entries.length);
}
