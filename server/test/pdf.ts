import { PDFDocument } from '@cantoo/pdf-lib';
import { PDFiumLibrary } from '@hyzyla/pdfium';

let library: Promise<PDFiumLibrary> | undefined;

/** A PDF's text by page, and its number of pictures. `text: false` only counts the pages. */
export async function readPdf(
  bytes: Buffer,
  options: { text?: boolean } = {},
): Promise<{ pages: string[]; text: string; pictures: number }> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(bytes);
  try {
    const all = [...document.pages()];
    const pages = all.map((page) => (options.text === false ? '' : page.getText()));
    const pictures = all
      .flatMap((page) => [...page.objects()])
      .filter(({ type }) => type === 'image').length;
    return { pages, text: pages.join('\n'), pictures };
  } finally {
    document.destroy();
  }
}

/** A PDF's metadata. */
export async function aboutPdf(bytes: Uint8Array) {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  return {
    title: document.getTitle(),
    author: document.getAuthor(),
    creator: document.getCreator(),
  };
}
