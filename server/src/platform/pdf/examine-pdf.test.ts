import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { nestedStreams } from '../../../test/hostile-files.ts';
import { openPaper } from '../../domains/payouts/index.ts';
import { examinePdf } from './examine-pdf.ts';

const made = async (
  change: (document: PDFDocument) => unknown = () => undefined,
  useObjectStreams = true,
): Promise<Buffer> => {
  const document = await PDFDocument.create();
  document.addPage().drawText('W-9');
  await change(document);
  return Buffer.from(await document.save({ useObjectStreams }));
};

const problemOf = async (bytes: Buffer) => (await examinePdf(bytes)).problem;

/** Files created with qpdf; see `server/test/pdfs/README.md`. */
const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../test/pdfs/${name}.pdf`, import.meta.url));

/** A PDF without its cross-reference table: readers scan for the objects. */
const written = (...objects: string[]): Buffer =>
  Buffer.from(
    [
      '%PDF-1.7',
      '1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj',
      '2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj',
      '3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>> endobj',
      ...objects,
      'trailer <</Root 1 0 R>>',
      '%%EOF',
    ].join('\n'),
    'latin1',
  );

describe('an uploaded PDF', () => {
  test('of plain pages is accepted, and its pages are counted', async () => {
    expect(await examinePdf(await made())).toEqual({ problem: null, pages: 1 });
    expect(await examinePdf(await made((document) => document.addPage()))).toEqual({
      problem: null,
      pages: 2,
    });
    expect(await problemOf(written())).toBeNull();
    expect(await problemOf(await openPaper({ BRAND_NAME: 'Lintel' }).blank(new Date()))).toBeNull();
  });

  test.each([
    'rc4-40',
    'rc4-128',
    'aes-128',
    'aes-128-packed',
    'aes-256',
    'aes-256-r5',
    'aes-256-packed',
    'aes-256-linearized',
  ])('that opens without a password is accepted (%s)', async (name) => {
    expect(await examinePdf(fixture(name))).toEqual({ problem: null, pages: 1 });
  });

  test('that requires a password is rejected for that', async () => {
    expect(await problemOf(fixture('password-needed'))).toBe('password');
  });

  test('with a script in encrypted, packed objects is rejected', async () => {
    expect(await problemOf(fixture('aes-256-script'))).toBe('script');
  });

  test.each([true, false])(
    'is rejected for active content (packed objects: %s)',
    async (packed) => {
      const refused: [string, (document: PDFDocument) => unknown][] = [
        ['script', (document) => document.addJavaScript('hello', 'app.alert(1)')],
        ['attachment', (document) => document.attach(Buffer.from('MZ'), 'run.exe')],
        [
          'action',
          ({ catalog, context }) =>
            catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'Launch', F: 'cmd.exe' })),
        ],
        [
          'script',
          ({ catalog, context }) =>
            catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'JavaScript' })),
        ],
        [
          'script',
          ({ catalog, context }) =>
            catalog.set(
              PDFName.of('AA'),
              context.obj({ WC: { S: context.register(PDFName.of('JavaScript')) } }),
            ),
        ],
        [
          'form',
          ({ catalog, context }) =>
            catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [], XFA: [] })),
        ],
        [
          'media',
          ({ catalog, context }) =>
            catalog.set(PDFName.of('X'), context.obj({ Subtype: 'RichMedia' })),
        ],
        [
          'action',
          ({ catalog, context }) =>
            catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'SubmitForm' })),
        ],
      ];
      for (const [problem, change] of refused)
        expect(await problemOf(await made(change, packed))).toBe(problem);
    },
  );

  test('with the usage rights of Adobe Reader is accepted', async () => {
    const withRights = await made(({ catalog, context }) =>
      catalog.set(
        PDFName.of('Perms'),
        context.obj({
          UR3: {
            Type: 'Sig',
            Reference: [
              { TransformParams: { EF: ['Create', 'Delete', 'Import'], Form: ['FillIn'] } },
            ],
          },
        }),
      ),
    );
    expect(await problemOf(withRights)).toBeNull();
    const attached = await made(({ catalog, context }) =>
      catalog.set(PDFName.of('X'), context.obj({ EF: { F: 'run.exe' } })),
    );
    expect(await problemOf(attached)).toBe('attachment');
  });

  test('with a link to a web page is accepted, whatever its address', async () => {
    const link = '4 0 obj <</S/URI/URI(https://example.com/JavaScript/Launch)>> endobj';
    expect(await problemOf(written(link))).toBeNull();
  });

  test('with escaped names is rejected', async () => {
    const escaped = '4 0 obj <</S/J#61vaScript/J#53(app.alert\\(1\\))>> endobj';
    expect(await problemOf(written(escaped))).toBe('script');
    expect(await problemOf(written('4 0 obj <</S/#4caunch/F(cmd.exe)>> endobj'))).toBe('action');
  });

  test('with an older version of an active object is rejected', async () => {
    const older = '4 0 obj <</J#53(app.alert\\(1\\))>> endobj';
    expect(await problemOf(written(older, '4 0 obj <<>> endobj'))).toBe('script');
  });

  test('with objects reachable only through its table is rejected', async () => {
    const action = '9 0 obj<</S/J#61vaScript/JS(app.alert\\(1\\))>>endobj';
    expect(await problemOf(written(`% ${action}`))).toBe('script');
    const stream = `4 0 obj <</Length ${action.length}>> stream\n${action}\nendstream endobj`;
    expect(await problemOf(written(stream))).toBe('script');
    const objects = deflateSync('9 0 <</S/JavaScript/JS(app.alert\\(1\\))>>').toString('latin1');
    const packed = `8 0 obj <</Type/Obj#53tm/N 1/First 4/Filter/FlateDecode/Length ${objects.length}>> stream\n${objects}\nendstream endobj`;
    expect(await problemOf(written(packed))).toBe('script');
    const hidden = `4 0 obj <</Length ${packed.length}>> stream\n${packed}\nendstream endobj`;
    expect(await problemOf(written(hidden))).toBe('damaged');
  });

  test('with unparsable objects is checked by their names', async () => {
    const deep = '['.repeat(200_000);
    expect(await problemOf(written(`4 0 obj <</A ${deep} /JS (app)>> endobj`))).toBe('script');
    expect(await problemOf(written(`4 0 obj ${deep} endobj`))).toBeNull();
  });

  test("without pages, or that isn't a PDF, is rejected", async () => {
    expect(await problemOf(Buffer.from('%PDF-1.7'))).toBe('damaged');
    const cyclic = '2 0 obj <</Type/Pages/Kids[2 0 R]/Count 1>> endobj';
    expect(await problemOf(written(cyclic))).toBe('damaged');
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('<html>'),
      Buffer.concat([Buffer.alloc(2000), await made()]),
    ])
      expect(await problemOf(bytes)).toBe('type');
  });

  test('with 20,000 possible starts of a packed stream takes bounded work', async () => {
    const start = process.cpuUsage();
    expect(await problemOf(nestedStreams(20_000))).toBe('damaged');
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(3);
  });
});
