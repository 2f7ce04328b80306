import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { checkSize } from './limits.ts';
import { RenderError } from './render-error.ts';

const pagesAtMost = 50;

export type PdfPages = (pdf: Uint8Array, width: number) => Promise<Uint8Array[]>;

/**
 * Renders a PDF's pages as PNG, `width` pixels wide. Throws `unsupported` for anything but a PDF
 * and `too_large` above 50 pages.
 */
export async function createPdfPages(): Promise<PdfPages> {
  const library = await PDFiumLibrary.init();
  return async (pdf, width) => {
    const document = await library.loadDocument(pdf).catch((error: unknown) => {
      throw new RenderError('unsupported', "This PDF can't be shown", { cause: error });
    });
    try {
      const count = document.getPageCount();
      if (count > pagesAtMost)
        throw new RenderError(
          'too_large',
          `The PDF has ${count} pages, at most ${pagesAtMost} are shown`,
        );
      const pictures: Uint8Array[] = [];
      for (const page of document.pages()) pictures.push(await renderPage(page, width));
      return pictures;
    } finally {
      document.destroy();
    }
  };
}

async function renderPage(page: PDFiumPage, width: number): Promise<Uint8Array> {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  // A page's height is up to its author.
  checkSize({ width, height: Math.max(1, Math.round((originalHeight * width) / originalWidth)) });
  const picture = await page.render({
    scale: width / originalWidth,
    renderFormFields: true,
    render: async (bitmap) =>
      await sharp(bitmap.data, { raw: { width: bitmap.width, height: bitmap.height, channels: 4 } })
        .png()
        .toBuffer(),
  });
  return picture.data;
}
