import { setImmediate } from 'node:timers/promises';
import {
  importMessages,
  maxImportBytes,
  maxImportRows,
} from '@lintel/contract/customers/constants';
import { customerForm, type CustomerForm } from '@lintel/contract/customers/customer';
import type { ImportColumns, ImportProblem } from '@lintel/contract/customers/import';
import { usStates } from '@lintel/contract/core/us-states';
import { invalidField } from '../../../platform/errors.ts';
import type { HelperPool } from '../../../platform/helper/pool.ts';
import type { ReadCsv } from '../../../platform/spreadsheet/read-csv.ts';

type FileRow = ReadCsv['rows'][number];
export interface CsvFile {
  headers: string[];
  rows: FileRow[];
}

const mostColumns = 200;

/** The rows of an uploaded file, read in a process of its own. Throws what is wrong with it. */
export async function readFile(uploads: HelperPool, bytes: Buffer | undefined): Promise<CsvFile> {
  if (bytes === undefined) throw invalidField('file', importMessages.type);
  if (bytes.length > maxImportBytes) throw invalidField('file', importMessages.size);
  if (isBinary(bytes)) throw invalidField('file', importMessages.type);
  const input = { bytes, maxRows: maxImportRows + 1, maxColumns: mostColumns };
  const { rows, hasMore, brokenAt } = await uploads.run('read-csv', input);
  if (brokenAt !== null) throw invalidField('file', importMessages.unreadable(brokenAt));
  if (hasMore) throw invalidField('file', importMessages.rows);
  const [first, ...others] = rows;
  if (first === undefined || others.length === 0) throw invalidField('file', importMessages.empty);
  return { headers: first.cells, rows: others };
}

/** A workbook, a picture or a PDF that is called CSV: text holds no zero bytes, but for UTF-16. */
const isBinary = (bytes: Buffer): boolean => {
  const start = bytes.subarray(0, 4096);
  const isWide = ['fffe', 'feff'].includes(start.subarray(0, 2).toString('hex'));
  return !isWide && start.includes(0);
};

/** A row as a customer, with the line that it begins in. */
export interface ImportRow {
  line: number;
  customer: CustomerForm;
}

/** Rows that are looked at at a stretch: everybody else's calls are not to wait for all of them. */
const turnSize = 200;

/** The rows as customers, by the rules of the form, and what is wrong with which of them. */
export async function customersOf(
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
    for (const { path, message } of error.issues) {
      const field = String(path[0] ?? '');
      const value = String(new Map(Object.entries(typed)).get(field) ?? '');
      problems.push({ line, field, value: value.slice(0, 100), text: message });
    }
  }
  return { customers, problems };
}

/** What stands in a row, by the fields of the form. */
function typedIn(cells: readonly string[], columns: ImportColumns) {
  const at = (field: keyof ImportColumns): string => {
    const place = columns[field];
    return place === undefined ? '' : (cells[place] ?? '');
  };
  return {
    name: at('name') || `${at('firstName')} ${at('lastName')}`.trim(),
    phone: at('phone').replace(/^'/, ''),
    email: at('email'),
    street: at('street'),
    city: at('city'),
    state: stateCode(at('state')),
    zip: zipOf(at('zip')),
    tags: at('tags')
      .split(/[,;|]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    notes: at('notes'),
  };
}

const codeOf = new Map(Object.entries(usStates).map(([code, name]) => [name.toLowerCase(), code]));
/** `CO` of `co`, `Co.` or `Colorado`. */
function stateCode(typed: string): string {
  const text = typed.replace(/\./g, '').trim();
  return codeOf.get(text.toLowerCase()) ?? text.toUpperCase();
}

/** Spreadsheets drop the zeros that a ZIP code begins with. */
const zipOf = (typed: string): string => (/^\d{3,4}$/.test(typed) ? typed.padStart(5, '0') : typed);
