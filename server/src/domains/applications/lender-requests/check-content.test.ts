import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { heic, jpeg, pdf, png } from '../../../../test/documents.ts';
import { checkDocument, RefusedDocument } from './check-content.ts';
import { tidyName } from './names.ts';

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The detected type or the reason for rejection; the same for any split into chunks. */
async function judge(bytes: Buffer, name: string, type = ''): Promise<string> {
  const verdicts = new Set<string>();
  for (const size of [1, 100, 5000, 70_000]) {
    const { passing, facts } = checkDocument(inChunks(bytes, size), { name, type });
    try {
      const passed: Buffer[] = [];
      for await (const chunk of passing) passed.push(chunk);
      expect(Buffer.concat(passed).equals(bytes)).toBe(true);
      const known = facts();
      expect(known.bytes).toBe(bytes.length);
      verdicts.add(known.type);
    } catch (error) {
      if (!(error instanceof RefusedDocument)) throw error;
      verdicts.add(error.problem);
    }
  }
  return [...verdicts].join(' or ');
}

test('recognizes PDF, JPEG, PNG, and HEIC by their bytes', async () => {
  expect(await judge(pdf(), 'stub.pdf', 'application/pdf')).toBe('application/pdf');
  expect(await judge(jpeg(), 'IMG_1.JPG', 'image/jpeg')).toBe('image/jpeg');
  expect(await judge(png(), 'scan.png', 'image/png')).toBe('image/png');
  expect(await judge(heic(), 'IMG_2.HEIC', 'image/heic')).toBe('image/heic');
  expect(await judge(heic('mif1'), 'IMG_3.heif', 'image/heif')).toBe('image/heic');
  // Some senders omit the type, and some phones use the extension of another image format.
  expect(await judge(heic(), 'IMG_4.heic', 'application/octet-stream')).toBe('image/heic');
  expect(await judge(jpeg(), 'IMG_5.HEIC', 'image/heic')).toBe('image/jpeg');
  expect(await judge(pdf(), 'statement')).toBe('application/pdf');
});

test('rejects a file whose name or type contradicts its content', async () => {
  expect(await judge(pdf(), 'license.jpg', 'image/jpeg')).toBe('mismatch');
  expect(await judge(pdf(), 'stub.pdf', 'image/jpeg')).toBe('mismatch');
  expect(await judge(jpeg(), 'license.pdf', 'application/pdf')).toBe('mismatch');
  expect(await judge(pdf(), 'stub.pdf.exe')).toBe('mismatch');
  expect(await judge(jpeg(), 'photo.html', 'text/html')).toBe('mismatch');
  expect(await judge(jpeg(), 'photo.svg')).toBe('mismatch');
});

test('rejects other formats and empty files', async () => {
  expect(await judge(Buffer.alloc(0), 'stub.pdf')).toBe('empty');
  const others = {
    exe: Buffer.from('MZ\x90\0'),
    zip: Buffer.from('PK\x03\x04'),
    gif: Buffer.from('GIF89a'),
    html: Buffer.from('<!doctype html><script>alert(1)</script>'),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    // An image with another codec, and a video, in the same container format.
    avif: heic('avif', ['mif1', 'avif']),
    mp4: heic('isom', ['mp41']),
    cut: Buffer.from([0xff]),
  };
  for (const [name, bytes] of Object.entries(others))
    expect([name, await judge(bytes, 'license')]).toEqual([name, 'type']);
  expect(await judge(Buffer.concat([Buffer.alloc(9), pdf()]), 'late.pdf')).toBe('type');
});

test('rejects a file that is valid in two formats', async () => {
  const zipEnd = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);
  const commented = Buffer.concat([
    Buffer.from('PK\x05\x06'),
    Buffer.alloc(18),
    Buffer.alloc(300, 65),
  ]);
  commented.writeUInt16LE(300, 20);
  for (const end of [zipEnd, commented])
    expect(await judge(Buffer.concat([jpeg(), Buffer.alloc(80_000, 1), end]), 'a.jpg')).toBe(
      'mismatch',
    );
  const withPage = Buffer.concat([
    jpeg().subarray(0, 20),
    Buffer.from('<script>alert(1)</script>'),
    jpeg(),
  ]);
  expect(await judge(withPage, 'a.jpg')).toBe('mismatch');
  expect(await judge(Buffer.concat([jpeg().subarray(0, 20), pdf()]), 'a.jpg')).toBe('mismatch');
  // Extra data that phones append to an image is no ZIP file just because it contains a ZIP
  // signature.
  expect(await judge(Buffer.concat([jpeg(), zipEnd, Buffer.alloc(50, 2)]), 'a.jpg')).toBe(
    'image/jpeg',
  );
});

test('rejects a truncated file', async () => {
  expect(await judge(pdf().subarray(0, 40), 'a.pdf')).toBe('broken');
  expect(await judge(png().subarray(0, 40), 'a.png')).toBe('broken');
});

test('passes on a compression bomb without unpacking it', async () => {
  const bomb = deflateRawSync(Buffer.alloc(30_000_000));
  const bytes = Buffer.concat([
    Buffer.from('%PDF-1.4\nstream\n'),
    bomb,
    Buffer.from('\nendstream\n%%EOF'),
  ]);
  const before = process.memoryUsage().arrayBuffers;
  expect(await judge(bytes, 'bomb.pdf')).toBe('application/pdf');
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40_000_000);
});

test('a name keeps readable characters and drops those with a meaning to programs', () => {
  const pdfType = 'application/pdf';
  expect(tidyName('Pay stub (May).pdf', pdfType)).toBe('Pay stub (May).pdf');
  expect(tidyName('Führerschein Müller.JPG', 'image/jpeg')).toBe('Führerschein Müller.jpg');
  expect(tidyName('license.HEIC', 'image/jpeg')).toBe('license.jpg');
  expect(tidyName('../../etc/passwd', pdfType)).toBe('passwd.pdf');
  expect(tidyName('C:\\Users\\x\\stub.pdf', pdfType)).toBe('stub.pdf');
  expect(tidyName('.htaccess', pdfType)).toBe('document.pdf');
  expect(tidyName('\u202Efdp.exe', pdfType)).toBe('fdp.pdf');
  expect(tidyName('a\r\nSet-Cookie: x=1.pdf', pdfType)).toBe('aSet-Cookie x1.pdf');
  expect(tidyName('<img src=x onerror=alert(1)>.png', 'image/png')).toBe(
    'img srcx onerroralert(1).png',
  );
  expect(tidyName('"; rm -rf /; ".pdf', pdfType)).toBe('document.pdf');
  expect(tidyName('\0\u200B ', pdfType)).toBe('document.pdf');
  expect(tidyName('é'.repeat(400), pdfType)).toBe(`${'é'.repeat(80)}.pdf`);
});
