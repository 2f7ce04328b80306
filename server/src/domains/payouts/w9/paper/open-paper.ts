import { readFileSync } from 'node:fs';
import {
  taxClassifications,
  w9Certification,
  w9Limits,
  withholdingItem,
} from '@lintel/contract/payouts/w9-text';
import { perContext, type Context } from '../../../../platform/context.ts';
import { toError } from '../../../../platform/errors.ts';
import { madeFrom } from '../../../../platform/provider-settings/index.ts';
import { Typesetter } from '../../../../platform/typeset/typesetter.ts';
import {
  lines,
  numbers,
  page,
  ticks,
  noValues,
  type Box,
  type PaperValues,
  type W9Paper,
} from './paper.ts';
import { layout } from './layout.ts';
import { deployerPaper, readFieldMap } from './deployer-paper.ts';

const title = 'Substitute Form W-9: Request for Taxpayer Identification Number and Certification';
/**
 * Invisible fields, because the page itself has the lines and cells; the colors must be passed
 * explicitly as undefined.
 */
const clear: object = { borderWidth: 0, backgroundColor: undefined, borderColor: undefined };
const limits: Partial<Record<string, number>> = {
  ...w9Limits,
  llcClassification: 1,
  exemptPayeeCode: 2,
  fatcaCode: 1,
};

/** The project's own substitute form, set by Typst, with pdf-lib fields in the fillable version. */
function ownPaper(requester: string): W9Paper {
  const typesetter = new Typesetter(layout);
  const set = (values: PaperValues, at: Date): Buffer =>
    typesetter.pdf(paperData(requester, values), {}, at);
  return {
    blank: async (at) => withFields(set(noValues, at)),
    filled: async (values, at) => set(values, at),
  };
}

const paperData = (requester: string, values: PaperValues): object => ({
  title,
  requester,
  page,
  lines,
  ticks,
  numbers,
  options: taxClassifications.map(({ value, label }) => [value, label]),
  certification: w9Certification,
  values: { ...values.lines, ssn: values.ssn, ein: values.ein },
  ticked: values.ticked,
  crossed: values.crossedOut ? withholdingItem : -1,
  record: values.record,
});

/** PDF coordinates start at the bottom. */
const placed = ({ x, y, w, h }: Box) => ({
  x,
  y: page.height - y - h,
  width: w,
  height: h,
  ...clear,
});

/** The same page with fields that any PDF reader can fill in. */
async function withFields(blank: Buffer): Promise<Buffer> {
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const document = await PDFDocument.load(blank);
  const form = document.getForm();
  const [sheet] = document.getPages();
  if (sheet === undefined) throw new Error('The form has no page');
  for (const [name, box] of Object.entries(lines)) {
    const field = form.createTextField(name);
    const limit = limits[name];
    if (limit !== undefined) field.setMaxLength(limit);
    field.addToPage(sheet, placed(box));
    field.setFontSize(10);
  }
  for (const [name, box] of Object.entries(ticks))
    form.createCheckBox(name).addToPage(sheet, placed(box));
  for (const [name, groups] of Object.entries(numbers)) {
    groups.forEach((group, index) => {
      const field = form.createTextField(`${name}${index + 1}`);
      field.setMaxLength(group.digits);
      field.enableCombing();
      field.addToPage(sheet, placed(group));
      field.setFontSize(11);
    });
  }
  return Buffer.from(await document.save());
}

interface Settings {
  W9_FORM_PDF?: string | undefined;
  W9_FORM_MAP?: string | undefined;
  BRAND_NAME: string;
}

/**
 * The configured form, else the project's own. Throws an `Error` that names the invalid setting.
 */
export function openPaper({
  W9_FORM_PDF: pdf,
  W9_FORM_MAP: map,
  BRAND_NAME: requester,
}: Settings): W9Paper {
  if (pdf === undefined || map === undefined) return ownPaper(requester);
  let bytes: Buffer;
  try {
    bytes = readFileSync(pdf);
  } catch (error) {
    throw new Error(`Invalid setting: W9_FORM_PDF cannot be read: ${toError(error).message}`, {
      cause: error,
    });
  }
  return deployerPaper(bytes, readFieldMap(map));
}

const papers = perContext(({ config }) => ({
  current: madeFrom(
    () => config.BRAND_NAME,
    () => openPaper(config),
  ),
}));

export const getPaper = (context: Context): W9Paper => papers(context).current();
