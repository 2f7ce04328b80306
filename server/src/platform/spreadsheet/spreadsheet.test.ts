import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import readSheets from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import {
  gathered,
  harmless,
  harmlessInLines,
  withoutGuard,
  type Column,
  type Row,
} from './cells.ts';
import { inTurns } from './exports.ts';
import {
  mostSheetRows,
  requireSheetRoom,
  sheetContent,
  spreadsheetAnswer,
  type SheetFormat,
} from './spreadsheet.ts';

const columns: Column[] = [
  { header: 'Customer', kind: 'text' },
  { header: 'Date', kind: 'day' },
  { header: 'Amount', kind: 'money' },
  { header: 'Count', kind: 'number' },
];
const iterate = async function* (rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
};
const contentOf = (
  format: SheetFormat,
  rows: AsyncIterable<Row>,
  { name = 'Rows', named = columns }: { name?: string; named?: readonly Column[] } = {},
): Readable => sheetContent(format, { sheetName: name, columns: named, rows: gathered(rows) });
/** With its byte order mark, which a decoder would remove. */
const textOf = async (stream: Readable): Promise<string> => (await buffer(stream)).toString('utf8');
const dangerous = [
  ';=1',
  ';x',
  '＝1+1',
  '－1',
  '＠a',
  '" =1',
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  ' =1',
  '\r=1',
  "=cmd|' /C calc'!A0",
];

/** Endless rows that count how many were read. */
function endless() {
  const seen = { pulled: 0, ended: false };
  const rows = async function* (): AsyncGenerator<Row> {
    try {
      for (;;) {
        seen.pulled += 1;
        // Incompressible data.
        yield [
          `Row ${seen.pulled} ${Math.random()} ${Math.random()}`,
          '2026-03-08',
          seen.pulled,
          Math.random(),
        ];
      }
    } finally {
      seen.ended = true;
    }
  };
  return { seen, rows: rows() };
}

/** Without injection guards and line breaks, which readers normalize. */
const plain = (text: string): string => text.replaceAll("'", '');

/** Splits a file into cells as a program would. */
function cellsOf(csv: string, separator: string, quotes: boolean): string[] {
  const cells = [''];
  let inside = false;
  for (let at = 0; at < csv.length; at += 1) {
    const sign = csv.charAt(at);
    const own = cells.at(-1) ?? '';
    if (quotes && inside && sign === '"' && csv.charAt(at + 1) === '"') at += 1;
    else if (quotes && sign === '"' && (inside || own === '')) {
      inside = !inside;
      continue;
    } else if (
      !inside &&
      (sign === separator || csv.startsWith('\r\n', at) || (!quotes && /[\r\n]/.test(sign)))
    ) {
      if (csv.startsWith('\r\n', at)) at += 1;
      cells.push('');
      continue;
    }
    cells[cells.length - 1] += sign;
  }
  return cells;
}

describe('the protection against formulas', () => {
  test.each(dangerous)('adds an apostrophe to text that could be a formula: %j', (value) => {
    expect(harmless(value)).toBe(`'${value}`);
  });

  test.each(['Anna', "O'Brien", 'A=B', '1-2', '', '(555) 010-0100', 'é=1', '0.5'])(
    'leaves other text unchanged: %j',
    (value) => {
      expect(harmless(value)).toBe(value);
    },
  );
});

describe('a CSV file', () => {
  test('has a line for the titles and one for each row, quoted where needed', async () => {
    const rows: Row[] = [
      ['Anna "Ann" Lee, Jr.', '2026-03-08', 1234.5, 3],
      ['Two\nlines', null, -0.1, null],
    ];
    const csv = await textOf(contentOf('csv', iterate(rows)));
    expect(csv).toBe(
      '\uFEFFCustomer,Date,Amount,Count\r\n"Anna ""Ann"" Lee, Jr.",03/08/2026,1234.50,3\r\n"Two\nlines",,-0.10,\r\n',
    );
  });

  test('round-trips its content once the apostrophes are removed', () => {
    const texts = [...dangerous, "O'Brien", 'Roof; =1+1', 'Line\n-2', '+1 Roofing', 'plain'];
    for (const text of texts) expect(withoutGuard(harmlessInLines(text))).toBe(text);
  });

  test('contains no formula for any program, whatever its delimiter and whether it supports quotation marks', async () => {
    const texts = fc.array(
      fc.string({
        unit: fc.constantFrom(...Array.from('=+-@＝＋－＠;,\t\r\n"\' aé1')),
        maxLength: 12,
      }),
      {
        minLength: 2,
        maxLength: 6,
      },
    );
    await fc.assert(
      fc.asyncProperty(texts, async (cells) => {
        const named = cells.map((_cell, at): Column => ({ header: `Column ${at}`, kind: 'text' }));
        const csv = (await textOf(contentOf('csv', iterate([cells]), { named }))).slice(1);
        for (const separator of [',', ';', '\t'])
          for (const quotes of separator === ',' ? [true] : [true, false])
            for (const cell of cellsOf(csv, separator, quotes))
              expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/u);
        expect(cellsOf(csv, ',', true).slice(cells.length).map(plain)).toEqual([
          ...cells.map(plain),
          '',
        ]);
      }),
      { numRuns: 500 },
    );
  });

  test('contains no formulas except our negative amounts', async () => {
    const csv = await textOf(
      contentOf('csv', iterate(dangerous.map((one): Row => [one, '2026-03-08', -5, 1]))),
    );
    for (const line of csv.split('\r\n').slice(1, dangerous.length + 1))
      expect(line).toMatch(/^"?'/);
    expect(csv).toContain(',-5.00,');
  });
});

describe('a workbook', () => {
  const read = async (rows: readonly Row[]) =>
    readSheets(await buffer(contentOf('xlsx', iterate(rows), { name: 'Commissions' })));

  test('is read back correctly by an independent reader: texts, days, amounts, and empty cells', async () => {
    const rows: Row[] = [
      ['Zoë & <Söhne> 🏠', '2028-02-29', 1234.56, 3],
      ['Line\nbreak', null, -0.01, 0],
      ['', '1999-12-31', 1_000_000.1, null],
    ];
    const [sheet] = await read(rows);
    expect(sheet?.sheet).toBe('Commissions');
    expect(sheet?.data).toEqual([
      ['Customer', 'Date', 'Amount', 'Count'],
      ['Zoë & <Söhne> 🏠', new Date('2028-02-29T00:00:00Z'), 1234.56, 3],
      ['Line\nbreak', null, -0.01, 0],
      [null, new Date('1999-12-31T00:00:00Z'), 1_000_000.1, null],
    ]);
  });

  test('stores texts that look like formulas as texts, without an added apostrophe', async () => {
    const rows = dangerous.map((one): Row => [one, null, -5, 1]);
    const [sheet] = await read(rows);
    const texts = sheet?.data.slice(1).map(([first]) => String(first).trim());
    expect(texts).toEqual(dangerous.map((one) => one.replace(/\r\n?/g, '\n').trim()));
    const workbook = unzipSync(await buffer(contentOf('xlsx', iterate(rows))));
    const xml = strFromU8(workbook['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(xml).not.toMatch(/<f[\s>]/);
    expect(xml.match(/t="inlineStr"/g)).toHaveLength(columns.length + dangerous.length);
  });

  test('preserves typed text that Excel would read as an escaped character', async () => {
    const workbook = await buffer(contentOf('xlsx', iterate([['a_x003D_1', null, null, null]])));
    const parts = unzipSync(workbook);
    expect(strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toContain(
      '<t>a_x005F_x003D_1</t>',
    );
  });

  test('freezes its titles and sets its column widths', async () => {
    const named: Column[] = [{ header: 'Customer', kind: 'text', width: 28 }];
    const workbook = unzipSync(await buffer(contentOf('xlsx', iterate([['Anna']]), { named })));
    const xml = strFromU8(workbook['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(xml).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/);
    expect(xml).toMatch(/<col min="1" max="1" width="28"/);
  });

  test("marks a text that is longer than a cell's limit, and splits no character", async () => {
    const emoji = '🏠';
    for (const text of ['x'.repeat(32_767), 'x'.repeat(32_768), emoji.repeat(20_000)]) {
      const [sheet] = await read([[text, null, null, null]]);
      const cell = String(sheet?.data[1]?.[0]);
      if (text.length <= 32_767) expect(cell).toBe(text);
      else {
        expect(cell.length).toBeGreaterThan(32_760);
        expect(cell.length).toBeLessThanOrEqual(32_767);
        expect(cell).toMatch(
          /(?:x|🏠) … \[cut: Excel cells hold 32,767 characters; the CSV export has the full text\]$/u,
        );
      }
      const csv = await textOf(contentOf('csv', iterate([[text, null, null, null]])));
      expect(csv).toContain(text);
    }
  });

  test('without rows has its titles', async () => {
    const [sheet] = await read([]);
    expect(sheet?.data).toEqual([['Customer', 'Date', 'Amount', 'Count']]);
  });

  test('with characters that no file may hold can still be read', async () => {
    const [sheet] = await read([['a\u0000b\u0008c\uD800d', '2026-01-01', 1, 1]]);
    expect(String(sheet?.data[1]?.[0])).toMatch(/^a.*d$/s);
  });
});

describe.each(['csv', 'xlsx'] as const)('%s', (format) => {
  const open = (rows: AsyncIterable<Row>) => contentOf(format, rows);

  test(
    'reads hardly more rows than are consumed, and stops with its reader',
    { timeout: 60_000 },
    async () => {
      const { seen, rows } = endless();
      const stream = open(rows);
      stream.on('error', () => undefined);
      await new Promise((done) => stream.once('readable', done));
      // Buffers fill up, and then the source pauses.
      for (let before = -1; before !== seen.pulled && seen.pulled < 20_000; await sleep(500))
        before = seen.pulled;
      expect(seen.pulled).toBeLessThan(20_000);
      stream.destroy();
      await expect.poll(() => seen.ended).toBe(true);
    },
  );

  test('100,000 rows take little memory', { timeout: 60_000 }, async () => {
    const rows = async function* (): AsyncGenerator<Row> {
      for (let index = 0; index < 100_000; index += 1)
        yield [`Customer ${index} ${Math.random()}`, '2026-03-08', index / 100, index];
    };
    const before = process.memoryUsage().heapUsed;
    let [most, bytes] = [0, 0];
    for await (const chunk of open(rows())) {
      bytes += (chunk as Buffer).length;
      most = Math.max(most, process.memoryUsage().heapUsed);
    }
    expect(bytes).toBeGreaterThan(1_000_000);
    expect((most - before) / 1e6).toBeLessThan(150);
  });

  test('sends no byte when reading the first row fails', async () => {
    // oxlint-disable-next-line require-yield -- it fails before
    const rows = async function* (): AsyncGenerator<Row> {
      throw new Error('no database');
    };
    const stream = open(rows());
    const pieces: unknown[] = [];
    stream.on('data', (piece) => pieces.push(piece));
    await expect(new Promise((_done, fail) => stream.once('error', fail))).rejects.toThrow(
      'no database',
    );
    expect(pieces).toEqual([]);
  });

  test("aborts when the rows fail, so that a partial file can't pass for a complete one", async () => {
    const rows = async function* (): AsyncGenerator<Row> {
      yield ['One', '2026-03-08', 1, 1];
      throw new Error('the database went away');
    };
    await expect(buffer(open(rows()))).rejects.toThrow('the database went away');
  });

  test('is a download with its name', () => {
    const { content, headers } = spreadsheetAnswer(format, {
      fileName: 'rows-1',
      sheetName: 'Rows',
      columns,
      rows: gathered(iterate([])),
    });
    expect(headers?.['content-disposition']).toBe(`attachment; filename="rows-1.${format}"`);
    expect(content).toBeInstanceOf(Readable);
    (content as Readable).destroy();
  });
});

test('a workbook above the row limit of an Excel sheet is rejected, a CSV file never', () => {
  for (const rows of [0, mostSheetRows]) requireSheetRoom('xlsx', rows);
  requireSheetRoom('csv', mostSheetRows + 1);
  const message =
    'An Excel file holds at most 1,048,575 rows, and this export has more. Export it as CSV, or use filters to make it smaller.';
  const refused = expect.objectContaining({
    code: 'invalid',
    message,
    fields: { format: message },
  });
  expect(() => requireSheetRoom('xlsx', mostSheetRows + 1)).toThrow(refused);
});

test('large batches are split into small ones, yielding to other calls in between', async () => {
  const source = async function* () {
    yield Array.from({ length: 950 }, (_, at) => at);
    yield [950];
  };
  let others = 0;
  const other = (): void => {
    others += 1;
    if (others < 1000) setImmediate(other);
  };
  setImmediate(other);
  const sizes: number[] = [];
  const all: number[] = [];
  for await (const batch of inTurns(source())) {
    sizes.push(batch.length);
    all.push(...batch);
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  expect(all).toEqual(Array.from({ length: 951 }, (_, at) => at));
  expect(others).toBeGreaterThanOrEqual(sizes.length - 1);
});
