import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import { readPdf } from '../../../../../test/pdf.ts';
import { openPaper } from './open-paper.ts';
import { paperValues, withoutTin, type PaperValues, type W9Paper } from './paper.ts';

const at = new Date('2026-11-21T15:12:00Z');
const form = {
  taxClassification: ['llc' as const],
  llcClassification: 'S',
  otherClassification: 'left over',
  exemptPayeeCode: '5',
  fatcaCode: 'A',
  address: '2240 Ridge Road',
  city: 'Denver, CO 80202',
  ssn: '',
  ein: '840123457',
  subjectToWithholding: false,
  signature: 'Priya Natarajan',
};
const names = { fullName: 'Priya Natarajan', companyName: 'Summit Roofing LLC' };
const values = (change: object = {}): PaperValues =>
  paperValues(
    names,
    { ...form, ...change },
    { date: '11/21/2026', record: ['Signed electronically.'] },
  );
const textOf = async (pdf: Buffer): Promise<string> =>
  (await readPdf(pdf)).text.replace(/\s+/g, ' ');
const digitsIn = (text: string): string => text.replace(/[^\d•]/g, '');

describe('the substitute form', () => {
  const paper = openPaper({ BRAND_NAME: 'Harbor Capital' });

  test('shows the entered values, the requester, and the signature record', async () => {
    const text = await textOf(await paper.filled(values(), at));
    for (const part of [
      'Priya Natarajan',
      'Summit Roofing LLC',
      '2240 Ridge Road',
      '11/21/2026',
      'Harbor Capital',
      'Signed electronically.',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('left over');
    expect(digitsIn(text)).toContain('840123457');
  });

  test('masks the tax number except for its last four digits in the copy', async () => {
    const text = await textOf(await paper.filled(withoutTin(values()), at));
    expect(digitsIn(text)).toContain('•••••3457');
    expect(digitsIn(text)).not.toContain('840123457');
  });

  test('fits on one page with the longest values, and prints markup literally', async () => {
    const long = values({
      address: '#eval("1") *bold* $x$ '.repeat(12).slice(0, 255),
      city: 'M'.repeat(255),
      signature: '“Ł” '.repeat(60),
    });
    const { pages, text } = await readPdf(await paper.filled(long, at));
    expect(pages).toHaveLength(1);
    expect(text.replace(/\s+/g, ' ')).toContain('#eval("1") *bold* $x$');
  });

  test('differs in its bytes for each number', async () => {
    const [one, other] = [
      await paper.filled(values(), at),
      await paper.filled(values({ ein: '310765432' }), at),
    ];
    expect(one.equals(other)).toBe(false);
  });
});

describe('a deployer’s form', () => {
  let folder: string;
  let pdf: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lintel-paper-'));
    const document = await PDFDocument.create();
    const page = document.addPage([612, 792]);
    const fields = document.getForm();
    const place = (y: number) => ({ x: 50, y, width: 400, height: 20 });
    ['f1_01', 'f1_02', 'f1_03', 'f1_04', 'f1_05', 'f1_06'].forEach((name, index) =>
      fields.createTextField(name).addToPage(page, place(700 - index * 30)),
    );
    fields.createCheckBox('c1_llc').addToPage(page, { ...place(400), width: 12, height: 12 });
    pdf = join(folder, 'form.pdf');
    await writeFile(pdf, await document.save());
  });

  const map = {
    fullName: 'f1_01',
    companyName: 'f1_02',
    llc: 'c1_llc',
    address: 'f1_03',
    city: 'f1_04',
    ein1: 'f1_05',
    ein2: 'f1_06',
    signature: { page: 1, x: 50, y: 200 },
    date: { page: 1, x: 400, y: 200 },
    crossedOut: { page: 1, x: 50, y: 180 },
  };
  const open = async (content: object): Promise<W9Paper> => {
    const path = join(folder, 'map.json');
    await writeFile(path, JSON.stringify(content));
    return openPaper({ BRAND_NAME: 'Lintel', W9_FORM_PDF: pdf, W9_FORM_MAP: path });
  };

  test('replaces the substitute and is filled in by its map', async () => {
    const paper = await open(map);
    expect((await PDFDocument.load(await paper.blank(at))).getForm().getFields()).toHaveLength(7);
    const filled = await paper.filled(
      values({ subjectToWithholding: true, city: 'Ångström Łódź' }),
      at,
    );
    const text = await textOf(filled);
    for (const part of [
      'Priya Natarajan',
      'Summit Roofing LLC',
      '2240 Ridge Road',
      'Ångström',
      '84',
      '0123457',
      '11/21/2026',
      'Item 2 is crossed out.',
    ])
      expect(text).toContain(part);
    expect((await PDFDocument.load(filled)).getForm().getFields()).toEqual([]);
  });

  test('with an invalid map stops the start with a reason', async () => {
    await expect(open({ ...map, fullname: 'f1_01' })).rejects.toThrow(
      'Invalid setting: W9_FORM_MAP has the unknown name fullname',
    );
    await expect(open({ ...map, date: { page: 1 } })).rejects.toThrow('must give date a field');
    await expect(open({ fullName: 'f1_01' })).rejects.toThrow(
      'lacks address, city, signature, date, crossedOut',
    );
    const lost = {
      BRAND_NAME: 'Lintel',
      W9_FORM_PDF: join(folder, 'none.pdf'),
      W9_FORM_MAP: join(folder, 'none.json'),
    };
    expect(() => openPaper(lost)).toThrow('Invalid setting: W9_FORM_PDF cannot be read');
    expect(() => openPaper({ ...lost, W9_FORM_PDF: pdf })).toThrow(
      'Invalid setting: W9_FORM_MAP cannot be read',
    );
  });
});
