import { documentLimits } from '@lintel/contract/applications/constants';
import { blackPng } from './pictures.ts';

/** Small documents of each kind that homeowners upload, as made by phones and banks. */
export const pdf = (text = 'Pay stub'): Buffer =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  );
export const jpeg = (): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
    Buffer.from('JFIF\0'),
    Buffer.alloc(200, 7),
    Buffer.from([0xff, 0xd9]),
  ]);
export const png = (): Buffer => Buffer.from(blackPng(10));
export const heic = (major = 'heic', others = ['mif1', 'heic']): Buffer => {
  const brands = Buffer.from(`ftyp${major}\0\0\0\0${others.join('')}`, 'latin1');
  const size = Buffer.alloc(4);
  size.writeUInt32BE(brands.length + 4);
  return Buffer.concat([size, brands, Buffer.alloc(100, 3)]);
};

/** A PDF of exactly `bytes` bytes: a page with a picture, like a scan. */
export function pdfOf(bytes: number = documentLimits.bytes): Buffer {
  const [head, end] = [pdf().subarray(0, -6), Buffer.from('\nendstream\nendobj\n%%EOF\n')];
  const start = (length: number) => Buffer.from(`4 0 obj<</Length ${length}>>stream\n`);
  const rest = bytes - head.length - end.length;
  const length = rest - start(rest).length;
  const padding = rest - length - start(length).length;
  return Buffer.concat([
    head,
    Buffer.from(' '.repeat(padding)),
    start(length),
    Buffer.alloc(length, 65),
    end,
  ]);
}
