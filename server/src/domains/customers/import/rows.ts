import { setImmediate } from 'node:timers/promises';
import {
  importMessages,
  maxImportBytes,
  maxImportRows,
} from '@lintel/contract/customers/constants';
import { customerForm, type CustomerForm } from '@lintel/contract/customers/customer';
import type { ImportColumns, ImportProblem } from '@lintel/contract/customers/import';
import { addressStates } from '@lintel/contract/core/us-states';
import { invalidField } from '../../../platform/errors.ts';
import type { HelperPool } from '../../../platform/helper/pool.ts';
import { withoutGuard } from '../../../platform/spreadsheet/cells.ts';
import { detectUtf16 } from '../../../platform/spreadsheet/decode-text.ts';
import type { ReadCsv } from '../../../platform/spreadsheet/read-csv.ts';
import { namedFields } from './guess.ts';

type FileRow = ReadCsv['rows'][number];
export interface CsvFile {
  headers: string[];
  rows: FileRow[];
}

const mostColumns = 200;

/** Reads an uploaded file in a separate process. Throws the reason when it is invalid. */
export async function readFile(uploads: HelperPool, bytes: Buffer | undefined): Promise<CsvFile> {
  if (bytes === undefined) throw invalidField('file', importMessages.type);
  if (bytes.length > maxImportBytes) throw invalidField('file', importMessages.size);
  if (isBinary(bytes)) throw invalidField('file', importMessages.type);
  const input = { bytes, maxRows: maxImportRows + 1, maxColumns: mostColumns };
  const { rows, hasMore, brokenAt, zeroAt } = await uploads.run('read-csv', input);
  if (zeroAt !== null) throw invalidField('file', importMessages.zero(zeroAt));
  if (brokenAt !== null) throw invalidField('file', importMessages.unreadable(brokenAt));
  if (hasMore) throw invalidField('file', importMessages.rows);
  const { headers, others } = belowTitles(rows);
  if (headers === undefined || others.length === 0)
    throw invalidField('file', importMessages.empty);
  return { headers: headers.cells, rows: others };
}

/** Number of first rows searched for headings; some programs write titles above them. */
const headingRows = 12;

/** The row that names the most fields is the heading row, else the first one. */
function belowTitles(rows: readonly FileRow[]): { headers?: FileRow; others: FileRow[] } {
  const named = rows.slice(0, headingRows).map(({ cells }) => namedFields(cells));
  const most = Math.max(...named, 0);
  const at = most < 2 ? 0 : named.indexOf(most);
  const headers = rows[at];
  return { ...(headers && { headers }), others: rows.slice(at + 1) };
}

/** A workbook, picture, or PDF named CSV: text contains no zero bytes, except UTF-16. */
const isBinary = (bytes: Buffer): boolean =>
  detectUtf16(bytes) === null && bytes.subarray(0, 4096).includes(0);

/** A row as a customer, with the line on which it starts. */
export interface ImportRow {
  line: number;
  customer: CustomerForm;
}

/** Rows per event loop turn, so that other requests aren't blocked. */
const turnSize = 200;

/** Converts rows to customers by the rules of the form, with an error for each invalid field. */
export async function readCustomers(
  { rows }: CsvFile,
  columns: ImportColumns,
): Promise<{ customers: ImportRow[]; problems: ImportProblem[] }> {
  const customers: ImportRow[] = [];
  const problems: ImportProblem[] = [];
  for (const [index, { line, cells }] of rows.entries()) {
    if (index % turnSize === 0) await setImmediate();
    const typed = typedIn(cells, columns);
    const { success, data, error } = customerForm.safeParse(typed);
    if (success) {
      customers.push({ line, customer: data });
      continue;
    }
    const fields = new Set<string>();
    for (const { path, message } of error.issues) {
      const field = String(path[0] ?? '');
      // Report only the first problem of a field.
      if (fields.has(field)) continue;
      fields.add(field);
      const value = String(new Map(Object.entries(typed)).get(field) ?? '');
      problems.push({ line, field, value: value.slice(0, 100), text: message });
    }
  }
  return { customers, problems };
}

/** The cells of a row, by form field. */
function typedIn(cells: readonly string[], columns: ImportColumns) {
  const at = (field: keyof ImportColumns): string => {
    const place = columns[field];
    return place === undefined ? '' : tidyCell(cells[place] ?? '');
  };
  const { phone, extension } = splitExtension(tidyNumber(at('phone')));
  return {
    name: at('name') || `${at('firstName')} ${at('lastName')}`.trim(),
    phone,
    email: at('email'),
    street: at('street'),
    city: at('city'),
    state: stateCode(at('state')),
    zip: parseZip(tidyNumber(at('zip'))),
    tags: at('tags')
      .split(/[,;|]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    notes: [at('notes'), extension].filter((part) => part !== '').join('\n'),
  };
}

/** Removes spreadsheet wrappers around a text: `="02138"`, and our own guard against formulas. */
const tidyCell = (cell: string): string =>
  withoutGuard(/^="([^"]*)"$/.exec(cell)?.[1] ?? cell).trim();

/** Removes the apostrophe that marks a text, and the decimals of an integer. */
const tidyNumber = (cell: string): string => cell.replace(/^'/, '').replace(/^(\d+)\.0+$/, '$1');

/** Moves the extension of a phone number to the notes: phones have ten digits. */
function splitExtension(typed: string): { phone: string; extension: string } {
  const [, phone, extension] =
    /^(.*\d\D*?)[\s,;]*(?:extension|ext|x|#)[\s.:#]*(\d{1,6})$/i.exec(typed) ?? [];
  return phone === undefined || extension === undefined
    ? { phone: typed, extension: '' }
    : { phone, extension: `Phone extension: ${extension}` };
}

const stateCodes = new Map(
  Object.entries(addressStates).map(([code, name]) => [name.toLowerCase(), code]),
);
/** `CO` for `co`, `Co.`, or `Colorado`. */
function stateCode(typed: string): string {
  const text = typed.replace(/\./g, '').trim();
  return stateCodes.get(text.toLowerCase()) ?? text.toUpperCase();
}

/**
 * Restores the leading zeros of a ZIP code, which spreadsheets drop, and its dash, which some
 * programs drop.
 */
function parseZip(typed: string): string {
  const [, short = '', more = ''] = /^(\d{3,5})(?:[-\u2010-\u2015\s]+(\d{4})?)?$/.exec(typed) ?? [];
  if (short !== '')
    return more === '' ? short.padStart(5, '0') : `${short.padStart(5, '0')}-${more}`;
  return /^\d{8,9}$/.test(typed)
    ? typed.padStart(9, '0').replace(/^(\d{5})(\d{4})$/, '$1-$2')
    : typed;
}
