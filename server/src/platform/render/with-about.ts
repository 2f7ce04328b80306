import { PDFDocument } from '@cantoo/pdf-lib';
import type { DocumentAbout } from './port.ts';

/**
 * A printed PDF with a title, an author and a creator of its own: the browser names itself, and the
 * template as the title.
 */
export async function withAbout(
  pdf: Uint8Array,
  { title, author, creator }: DocumentAbout,
): Promise<Buffer> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setAuthor(author);
  document.setCreator(creator);
  return Buffer.from(await document.save({ useObjectStreams: false }));
}
