import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkDigitOf, readFile } from '../../../../test/nacha-reader.ts';
import { bankingDayAfter, federalHolidays } from './file.ts';
import { nachaFile, type Entry, type FileFacts, type Sender } from './nacha.ts';

const sender: Sender = {
  destination: '121042882',
  destinationName: 'First Harbor Bank',
  origin: '1384019283',
  originName: 'Lintel',
  companyId: '1384019283',
  companyName: 'Lintel Payouts',
};
const facts: FileFacts = {
  day: '2026-11-23',
  time: '09:05',
  effectiveOn: '2026-11-24',
  modifier: 'A',
  description: 'COMMISSION',
};
const entry = (change: Partial<Entry> = {}): Entry => ({
  routing: '021000021',
  account: '000123456789',
  accountType: 'Checking',
  standard: 'PPD',
  amountCents: 41_250,
  receiverId: '101',
  receiverName: 'Priya Natarajan',
  sequence: 100,
  ...change,
});

describe('the bank file', () => {
  test.each([
    ['18 digits', '123456789012345678'],
    ['no digits', ''],
    ['characters that banks reject', '12345_678'],
    ['surrounding spaces', ' 123456789'],
  ])('rejects an account number with %s, without repeating it in the error', (_what, account) => {
    const make = () => nachaFile(sender, facts, [entry(), entry({ account, sequence: 101 })]);
    expect(make).toThrow(/^The account number has /);
    if (account !== '') expect(make).not.toThrow(new RegExp(account.trim().slice(0, 8)));
  });

  test('accepts an account number of 17 digits in full, and never truncates identifying numbers', () => {
    const account = '12345678901234567';
    expect(nachaFile(sender, facts, [entry({ account })])).toContain(`${account}0000041250`);
    expect(() => nachaFile(sender, facts, [entry({ receiverId: '1'.repeat(16) })])).toThrow(
      'receiver id',
    );
    expect(() => nachaFile({ ...sender, companyId: '1'.repeat(11) }, facts, [entry()])).toThrow(
      'company id',
    );
  });

  test('names sender, time, and receiving bank', () => {
    const { header, batches } = readFile(nachaFile(sender, facts, [entry()]));
    expect(header).toEqual({
      priorityCode: '01',
      immediateDestination: ' 121042882',
      immediateOrigin: '1384019283',
      creationDate: '261123',
      creationTime: '0905',
      fileIdModifier: 'A',
      recordSize: '094',
      blockingFactor: '10',
      formatCode: '1',
      destinationName: 'FIRST HARBOR BANK'.padEnd(23),
      originName: 'LINTEL'.padEnd(23),
      referenceCode: ' '.repeat(8),
    });
    expect(batches[0]?.header).toMatchObject({
      companyName: 'LINTEL PAYOUTS  ',
      companyIdentification: '1384019283',
      standardEntryClass: 'PPD',
      entryDescription: 'COMMISSION',
      descriptiveDate: '261123',
      effectiveEntryDate: '261124',
      originatingDfi: '12104288',
    });
  });

  test('pays a person’s checking account as PPD, and a company’s savings account as CCD', () => {
    const company = entry({
      standard: 'CCD',
      accountType: 'Savings',
      receiverName: 'Oak & Iron Remodeling, LLC',
      sequence: 101,
    });
    const { batches } = readFile(nachaFile(sender, facts, [entry(), company]));
    expect(batches.map(({ header }) => header['standardEntryClass'])).toEqual(['PPD', 'CCD']);
    expect(batches[0]?.entries).toEqual([
      {
        transactionCode: '22',
        receivingDfi: '02100002',
        checkDigit: '1',
        accountNumber: '000123456789     ',
        amount: '0000041250',
        identification: '101'.padEnd(15),
        name: 'PRIYA NATARAJAN'.padEnd(22),
        discretionaryData: '  ',
        addendaIndicator: '0',
        traceNumber: '121042880000100',
      },
    ]);
    expect(batches[1]?.entries[0]).toMatchObject({
      transactionCode: '32',
      name: 'OAK & IRON REMODELING,',
    });
  });

  test('is limited to plain letters, and never loses a digit of an amount', () => {
    const { batches } = readFile(
      nachaFile(sender, facts, [entry({ receiverName: 'Zoë “Ł” Ångström\n6220000' })]),
    );
    expect(batches[0]?.entries[0]?.['name']).toBe('ZOE L ANGSTROM 6220000'.padEnd(22));
    const names = ['Øystein Æbelø', 'Großmann & Söhne', '株式会社', ''].map((receiverName, index) =>
      entry({ receiverName, sequence: 200 + index }),
    );
    const read = readFile(nachaFile(sender, facts, names)).batches.flatMap(
      (batch) => batch.entries,
    );
    expect(read.map(({ name }) => name?.trim())).toEqual([
      'OYSTEIN AEBELO',
      'GROSSMANN & SOHNE',
      'PAYEE 101',
      'PAYEE 101',
    ]);
    expect(() => nachaFile(sender, facts, [entry({ amountCents: 10_000_000_000 })])).toThrow(
      'do not fit',
    );
    expect(() => nachaFile(sender, facts, [entry({ amountCents: -1 })])).toThrow('do not fit');
  });

  test('has correct totals and is padded to whole blocks for any payments', () => {
    const routing = fc
      .integer({ min: 1_000_000, max: 99_999_999 })
      .map((bank) => String(bank).padStart(8, '0'))
      .map((eight) => eight + checkDigitOf(eight));
    const one = fc.record({
      routing,
      account: fc.stringMatching(/^\d{4,17}$/),
      accountType: fc.constantFrom('Checking' as const, 'Savings' as const),
      standard: fc.constantFrom('PPD' as const, 'CCD' as const),
      amountCents: fc.integer({ min: 1, max: 9_999_999_999 }),
      receiverId: fc.integer({ min: 1, max: 2_147_483_647 }).map(String),
      receiverName: fc.string({ unit: 'binary', maxLength: 60 }),
    });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 40 }), (many) => {
        const entries = many.map((each, index) => ({ ...each, sequence: 100 + index }));
        const { batches } = readFile(nachaFile(sender, facts, entries));
        const read = batches.flatMap((batch) => batch.entries);
        const paid = read.map((each) => [
          each['traceNumber']?.slice(8),
          each['accountNumber']?.trim(),
          Number(each['amount']),
        ]);
        const meant = entries.map(({ sequence, account, amountCents }) => [
          String(sequence).padStart(7, '0'),
          account,
          amountCents,
        ]);
        expect(paid.map(String).toSorted()).toEqual(meant.map(String).toSorted());
      }),
      { numRuns: 200 },
    );
  });
});

describe('banking days', () => {
  test('exclude weekends and Federal Reserve holidays', () => {
    expect(federalHolidays(2026).toSorted()).toEqual([
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-05-25',
      '2026-06-19',
      '2026-07-04',
      '2026-09-07',
      '2026-10-12',
      '2026-11-11',
      '2026-11-26',
      '2026-12-25',
    ]);
    expect(federalHolidays(2027)).toContain('2027-07-05');
    // Independence Day is a Saturday in 2026, so the Friday before it is a banking day.
    expect(bankingDayAfter('2026-07-02')).toBe('2026-07-03');
    // Veterans Day is a Sunday in 2029.
    expect(bankingDayAfter('2029-11-09')).toBe('2029-11-13');
    expect(bankingDayAfter('2026-11-20')).toBe('2026-11-23');
    expect(bankingDayAfter('2026-11-25')).toBe('2026-11-27');
    expect(bankingDayAfter('2026-12-31')).toBe('2027-01-04');
  });
});
