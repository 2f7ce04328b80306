import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { nestedStreams } from '../../../test/hostile-files.ts';
import { openPaper } from '../../domains/payouts/index.ts';
import { isPlainPdf } from './check-pdf.ts';

describe('an uploaded PDF', () => {
  const made = async (
    change: (document: PDFDocument) => unknown = () => undefined,
  ): Promise<Buffer> => {
    const document = await PDFDocument.create();
    document.addPage().drawText('W-9');
    await change(document);
    return Buffer.from(await document.save());
  };

  test('of a few plain pages is taken', async () => {
    expect(await isPlainPdf(await made())).toBe(true);
    expect(await isPlainPdf(await openPaper({ BRAND_NAME: 'Lintel' }).blank(new Date()))).toBe(
      true,
    );
  });

  test('with scripts, attached files, actions or too many pages is refused', async () => {
    const refused: ((document: PDFDocument) => unknown)[] = [
      (document) => document.addJavaScript('hello', 'app.alert(1)'),
      (document) => document.attach(Buffer.from('MZ'), 'run.exe'),
      ({ catalog, context }) =>
        catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'Launch', F: 'cmd.exe' })),
      ({ catalog, context }) =>
        catalog.set(PDFName.of('OpenAction'), context.obj({ S: PDFName.of('JavaScript') })),
      ({ catalog, context }) => catalog.set(PDFName.of('AA'), context.obj({})),
      (document) => Array.from({ length: 20 }, () => document.addPage()),
    ];
    for (const change of refused) expect(await isPlainPdf(await made(change))).toBe(false);
  });

  test('that unpacks to more than any form is refused before it is unpacked', async () => {
    const bomb = await made((document) =>
      document.context.register(document.context.flateStream(new Uint8Array(80_000_000))),
    );
    expect(bomb.length).toBeLessThan(2 * 1024 * 1024);
    expect(await isPlainPdf(bomb)).toBe(false);
  });

  test('that is none is refused', async () => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('%PDF-1.7'),
      Buffer.from('<html>'),
      Buffer.concat([Buffer.alloc(2000), await made()]),
    ])
      expect(await isPlainPdf(bytes)).toBe(false);
  });

  test('that hides one long run of zeros behind very many beginnings is given up after a bounded amount of work', async () => {
    const start = process.cpuUsage();
    expect(await isPlainPdf(nestedStreams(20_000))).toBe(false);
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(3);
  });

  test('with more streams than any form has is refused', async () => {
    const many = Buffer.concat([
      await made(),
      Buffer.from('stream\n\x78\x01\x07'.repeat(2001), 'latin1'),
    ]);
    expect(await isPlainPdf(many)).toBe(false);
  });
});
