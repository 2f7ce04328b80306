import {
  compressedEntry,
  joinedZip,
  type CompressedEntry,
  type StreamedEntry,
} from '../archive/joined-zip.ts';
import { type Batches, type Cell, type Column, type Row } from './cells.ts';

/** Rows of a sheet that Excel takes, its titles among them. */
export const rowsOfExcel = 1_048_576;
/** XML is gathered to pieces of about this many characters. */
const pieceSize = 131_072;
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = 'http://schemas.openxmlformats.org';
const main = `${office}/spreadsheetml/2006/main`;
const relationships = `${office}/officeDocument/2006/relationships`;
const packaged = `${office}/package/2006`;
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** How a cell of each kind looks: the place of its format among the styles. */
const styles: Record<Column['kind'], string> = {
  text: '',
  number: '',
  day: ' s="1"',
  money: ' s="2"',
};

interface Workbook {
  /** Of its sheet. */
  name: string;
  columns: readonly Column[];
  batches: Batches;
  /** Rows of a sheet, its titles among them: as many as Excel takes unless a test wants fewer. */
  sheetRows?: number;
  /** About so long is a sheet's XML at most, unless a test wants it shorter. */
  sheetBytes?: number;
}

/** Level 6 makes a file smaller by a third and takes three times as long. */
export const level = 1;
/** A sheet's XML ends before 4 GiB, which is what a ZIP tells in its usual form. */
export const longestSheet = 3 * 1024 ** 3;

/**
 * A workbook for Excel with one sheet of rows that are pulled only as they are read; the titles
 * stay in view. More rows than a sheet takes go on in further sheets. It is written by hand, since
 * its speed is that of its sheet's text.
 */
export const workbookPieces = (workbook: Workbook): AsyncGenerator<Uint8Array> =>
  joinedZip(entriesOf(workbook));

async function* entriesOf({
  name,
  columns,
  batches,
  ...limits
}: Workbook): AsyncGenerator<CompressedEntry | StreamedEntry> {
  const source = batches[Symbol.asyncIterator]();
  const rest: Rest = { source, rows: [], at: 0, ended: false };
  let sheets = 0;
  try {
    // Nothing is handed on before the rows have begun: what cannot be made fails before its first byte.
    await isOver(rest);
    do {
      sheets += 1;
      yield { name: sheetPath(sheets), text: sheetPieces(columns, rest, limits), level };
    } while (!(await isOver(rest)));
  } finally {
    await source.return?.();
  }
  for (const [path, text] of frameOf(name, sheets)) yield compressedEntry(path, text);
}

export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`;

/** What holds so many sheets together. */
export function* frameOf(
  name: string,
  sheets: number,
): Generator<readonly [path: string, text: string]> {
  for (const [path, text] of frameParts(name, sheets)) yield [path, declaration + text];
}

function* frameParts(name: string, sheets: number): Generator<readonly [string, string]> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const entries = numbers.map((number) => {
    const own = escaped(number === 1 ? name : `${name}_${number}`);
    return `<sheet name="${own}" sheetId="${number}" r:id="rId${number}"/>`;
  });
  const related = [
    ...numbers.map((number) => relationOf(number, 'worksheet', `worksheets/sheet${number}.xml`)),
    relationOf(sheets + 1, 'styles', 'styles.xml'),
  ];
  const typed = [
    ['xl/workbook.xml', 'sheet.main'],
    ...numbers.map((number) => [sheetPath(number), 'worksheet']),
    ['xl/styles.xml', 'styles'],
  ].map(([path, type]) => `<Override PartName="/${path}" ContentType="${types}.${type}+xml"/>`);
  yield ['xl/styles.xml', styleSheet];
  yield [
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${entries.join('')}</sheets></workbook>`,
  ];
  yield ['xl/_rels/workbook.xml.rels', relationsOf(related)];
  yield ['_rels/.rels', relationsOf([relationOf(1, 'officeDocument', 'xl/workbook.xml')])];
  yield [
    '[Content_Types].xml',
    `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${typed.join('')}</Types>`,
  ];
}

const relationsOf = (relations: readonly string[]): string =>
  `<Relationships xmlns="${packaged}/relationships">${relations.join('')}</Relationships>`;
const relationOf = (number: number, type: string, target: string): string =>
  `<Relationship Id="rId${number}" Type="${relationships}/${type}" Target="${target}"/>`;

const styleSheet = `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="mm/dd/yyyy"/><numFmt numFmtId="165" formatCode="#,##0.00"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** What was not written yet. */
interface Rest {
  source: AsyncIterator<readonly Row[]>;
  rows: readonly Row[];
  /** Where in `rows` the next one stands. */
  at: number;
  ended: boolean;
}

async function isOver(rest: Rest): Promise<boolean> {
  while (!rest.ended && rest.at >= rest.rows.length) {
    const next = await rest.source.next();
    if (next.done === true) rest.ended = true;
    else [rest.rows, rest.at] = [next.value, 0];
  }
  return rest.ended;
}

/** One sheet of as many rows as it takes. */
async function* sheetPieces(
  columns: readonly Column[],
  rest: Rest,
  {
    sheetRows: to = rowsOfExcel,
    sheetBytes: bytes = longestSheet,
  }: Pick<Workbook, 'sheetRows' | 'sheetBytes'>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(sheetHead(columns));
  yield* rowPieces(columns, rest, { from: 2, to, bytes });
  yield Buffer.from(sheetTail);
}

/** What comes before the rows of a sheet: its titles are its first row. */
export function sheetHead(columns: readonly Column[]): string {
  const widths = columns
    .map(
      ({ width = 16 }, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    )
    .join('');
  const titles = columns.map(({ header }, index) =>
    inlineText(`<c r="${letters(index)}1"`, header),
  );
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen" activePane="bottomLeft"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths}</cols><sheetData><row r="1">${titles.join('')}</row>`;
}

/** What comes after them. */
export const sheetTail = '</sheetData></worksheet>';

/**
 * The rows of a sheet from one number to another, or until they have so many bytes, or as many as
 * there are.
 */
async function* rowPieces(
  columns: readonly Column[],
  rest: Rest,
  { from, to, bytes }: { from: number; to: number; bytes: number },
): AsyncGenerator<Buffer> {
  const cells = columns.map((column, index) => cellBeginnings(column, letters(index)));
  let piece = '';
  let written = 0;
  for (let number = from; number <= to && written < bytes && !(await isOver(rest));) {
    const last = Math.min(rest.rows.length, rest.at + to + 1 - number);
    for (; rest.at < last; rest.at += 1, number += 1)
      piece += rowOf(cells, rest.rows[rest.at] ?? [], number);
    if (piece.length < pieceSize) continue;
    const ready = Buffer.from(piece);
    written += ready.length;
    piece = '';
    yield ready;
  }
  if (piece !== '') yield Buffer.from(piece);
}

/** Rows of a sheet of which the first one has this number, as XML. */
export const sheetRows = (
  columns: readonly Column[],
  batches: Batches,
  from: number,
): AsyncGenerator<Buffer> =>
  rowPieces(
    columns,
    { source: batches[Symbol.asyncIterator](), rows: [], at: 0, ended: false },
    { from, to: rowsOfExcel, bytes: Number.POSITIVE_INFINITY },
  );

/** What every cell of a column begins with. */
interface CellBeginning {
  kind: Column['kind'];
  begin: string;
  style: string;
}
const cellBeginnings = ({ kind }: Column, column: string): CellBeginning => ({
  kind,
  begin: `<c r="${column}`,
  style: `"${styles[kind]}`,
});

/** The name of a column: A to Z, AA to ZZ. */
const letters = (index: number): string =>
  (index < 26 ? '' : String.fromCharCode(64 + Math.floor(index / 26))) +
  String.fromCharCode(65 + (index % 26));

function rowOf(cells: readonly CellBeginning[], row: Row, number: number): string {
  let text = `<row r="${number}">`;
  for (let index = 0; index < cells.length; index += 1) {
    const [cell, value] = [cells[index], row[index] ?? null];
    if (cell !== undefined && value !== null && value !== '') text += cellOf(cell, value, number);
  }
  return `${text}</row>`;
}

function cellOf(
  { kind, begin, style }: CellBeginning,
  value: NonNullable<Cell>,
  number: number,
): string {
  if (typeof value === 'number') return `${begin}${number}${style}><v>${value}</v></c>`;
  if (kind === 'day') return `${begin}${number}${style}><v>${dayNumber(value)}</v></c>`;
  return isPlain(value)
    ? `${begin}${number}" t="inlineStr"><is><t>${value}</t></is></c>`
    : inlineText(`${begin}${number}"`, escaped(value));
}

/**
 * Most texts begin with a letter or a digit and hold nothing that XML could be made of. A text that
 * looks like a formula needs no guard: the type of its cell says that it is text.
 */
const plain = /^[a-zA-Z0-9][a-zA-Z0-9.,:;()$'/@ -]*$/;
const isPlain = (text: string): boolean => plain.test(text) && !text.endsWith(' ');

const inlineText = (begin: string, text: string): string =>
  /^\s|\s$|[\t\n]| {2}/.test(text)
    ? `${begin} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
    : `${begin} t="inlineStr"><is><t>${text}</t></is></c>`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
/** What XML cannot hold, and a carriage return, which it reads as the end of a line. */
const unwritable =
  // oxlint-disable-next-line no-control-regex -- those are meant
  /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** As Excel writes a sign that XML cannot hold: by its number. */
const byNumber = (one: string): string =>
  `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** What somebody typed that Excel would read as such a number. */
const numbered = /_(?=x[0-9A-Fa-f]{4}_)/g;

const escaped = (text: string): string =>
  text
    .replace(numbered, '_x005F_')
    .replace(/[&<>"]/g, (one) => entities[one] ?? one)
    .replace(unwritable, byNumber);

const firstDay = Date.UTC(1899, 11, 30);
const dayNumbers = new Map<string, number>();
/** A day is a number of days to Excel. */
function dayNumber(day: string): number {
  let number = dayNumbers.get(day);
  if (number === undefined) {
    number = (Date.parse(`${day}T00:00:00Z`) - firstDay) / 86_400_000;
    if (dayNumbers.size > 50_000) dayNumbers.clear();
    dayNumbers.set(day, number);
  }
  return number;
}
