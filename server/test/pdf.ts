import { PDFDocument } from '@cantoo/pdf-lib';
import { PDFiumLibrary } from '@hyzyla/pdfium';

let library: Promise<PDFiumLibrary> | undefined;

/**
 * What a PDF says on each page, and how many pictures it holds. `text: false` counts the pages
 * only.
 */
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

/** What a PDF says of itself. */
export async function aboutPdf(bytes: Uint8Array) {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  return {
    title: document.getTitle(),
    author: document.getAuthor(),
    creator: document.getCreator(),
  };
}
