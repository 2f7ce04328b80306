import { PDFDocument } from '@cantoo/pdf-lib';

export interface DocumentAbout {
  title: string;
  author: string;
  /** The product that created it. */
  creator: string;
}

export interface AboutInput {
  pdf: Uint8Array;
  about: DocumentAbout;
}

/**
 * Sets a printed PDF's title, author, and creator: by default the browser names itself, and the
 * template as the title.
 */
export async function withAbout({
  pdf,
  about: { title, author, creator },
}: AboutInput): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setAuthor(author);
  document.setCreator(creator);
  return document.save({ useObjectStreams: false });
}
