import { readFileSync } from 'node:fs';
import type * as PdfLib from '@cantoo/pdf-lib';
import { isRecord } from '@lintel/contract/core/narrow';
import { toError } from '../../../../platform/errors.ts';
import { lines, ticks, type PaperValues, type W9Paper } from './paper.ts';

/**
 * A position on a page, for values without a PDF field. `page` from 1, `x` and `y` in points from
 * the bottom left corner.
 */
interface Spot {
  page: number;
  x: number;
  y: number;
  size?: number;
}

/** Our names, each with a PDF field name or a position. */
export type FieldMap = Record<string, string | Spot>;

const numberNames = ['ssn', 'ssn1', 'ssn2', 'ssn3', 'ein', 'ein1', 'ein2'];
/** Every value that can be placed on a form. */
const names: readonly string[] = [
  ...Object.keys(lines),
  ...Object.keys(ticks),
  ...numberNames,
  'crossedOut',
  'record',
];
const needed = ['fullName', 'address', 'city', 'signature', 'date', 'crossedOut'];

const wrong = (what: string): Error => new Error(`Invalid setting: W9_FORM_MAP ${what}`);

/** Reads the map in `W9_FORM_MAP`. Throws an `Error` that names the setting and the problem. */
export function readFieldMap(path: string): FieldMap {
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw wrong(`cannot be read: ${toError(error).message}`);
  }
  if (!isRecord(read)) throw wrong('must contain an object');
  const map: FieldMap = {};
  for (const [name, target] of Object.entries(read)) {
    if (!names.includes(name)) throw wrong(`has the unknown name ${name}; use ${names.join(', ')}`);
    if (typeof target !== 'string' && !isSpot(target))
      throw wrong(`must give ${name} a field's name, or page, x and y`);
    map[name] = target;
  }
  const missing = needed.filter((name) => !(name in map));
  if (missing.length > 0) throw wrong(`lacks ${missing.join(', ')}`);
  return map;
}

const isSpot = (value: unknown): value is Spot => {
  if (!isRecord(value)) return false;
  const { page, x, y, size = 10 } = value;
  return [page, x, y, size].every((one) => typeof one === 'number' && one >= 0);
};

/** The deployer's PDF, filled in by its map. `pdf` has the bytes of the blank form. */
export function deployerPaper(pdf: Buffer, map: FieldMap): W9Paper {
  return {
    blank: async () => pdf,
    filled: async (values) => {
      const lib = await import('@cantoo/pdf-lib');
      const document = await lib.PDFDocument.load(pdf);
      const form = document.getForm();
      // XFA content appears only in some readers and could differ from what was signed.
      form.deleteXFA();
      const font = await document.embedFont(lib.StandardFonts.Helvetica);
      const written = fieldTexts(values);
      for (const [name, target] of Object.entries(map))
        put({ lib, document, font }, { target, value: written[name] ?? '' });
      form.updateFieldAppearances(font);
      form.flatten();
      return Buffer.from(await document.save());
    },
  };
}

/** The text for each name; a checked box has an `X`. */
const fieldTexts = ({
  lines: written,
  ticked,
  ssn,
  ein,
  crossedOut,
  record,
}: PaperValues): Record<string, string> => ({
  ...written,
  ...Object.fromEntries(ticked.map((name) => [name, 'X'])),
  ssn,
  ssn1: ssn.slice(0, 3),
  ssn2: ssn.slice(3, 5),
  ssn3: ssn.slice(5),
  ein,
  ein1: ein.slice(0, 2),
  ein2: ein.slice(2),
  crossedOut: crossedOut ? 'Item 2 is crossed out.' : '',
  record: record.join(' '),
});

interface Sheets {
  lib: typeof PdfLib;
  document: PdfLib.PDFDocument;
  font: PdfLib.PDFFont;
}

function put(
  { lib, document, font }: Sheets,
  { target, value }: { target: FieldMap[string]; value: string },
): void {
  if (value === '') return;
  const text = encodable(font, value);
  if (typeof target !== 'string') {
    const sheet = document.getPages()[target.page - 1];
    if (sheet === undefined) throw new Error(`W9_FORM_PDF has no page ${target.page}`);
    sheet.drawText(text, { x: target.x, y: target.y, size: target.size ?? 10, font });
    return;
  }
  const field = document.getForm().getField(target);
  if (field instanceof lib.PDFCheckBox) field.check();
  else if (field instanceof lib.PDFTextField) {
    const limit = field.getMaxLength();
    if (limit !== undefined && limit < text.length) field.removeMaxLength();
    field.setText(text);
  } else
    throw new Error(`The field ${target} of W9_FORM_PDF is neither a text field nor a checkbox`);
}

/**
 * The standard PDF font covers Western European letters: others lose their accents, or become a
 * question mark.
 */
function encodable(font: PdfLib.PDFFont, text: string): string {
  const known = new Set(font.getCharacterSet());
  const shown = (letter: string): string => {
    if (known.has(letter.codePointAt(0) ?? 0)) return letter;
    const base = letter.normalize('NFKD').replace(/\p{M}/gu, '');
    return base !== '' && Array.from(base).every((one) => known.has(one.codePointAt(0) ?? 0))
      ? base
      : '?';
  };
  return Array.from(text, shown).join('');
}
