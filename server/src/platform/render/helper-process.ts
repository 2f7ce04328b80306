import { createPdfPages, type PdfPages } from './pdf-pages.ts';
import { differenceOf } from './picture-difference.ts';
import { RenderError } from './render-error.ts';
import { createTakumi, type Takumi } from './takumi.ts';
import type { Answer, HelperTasks, Request, TaskName } from './helper-messages.ts';

/**
 * A process of its own, so that work whose time or memory has no bound in itself can be ended without harm: Takumi with its HTML
 * parser, PDFium, and the comparison of pictures. It ends with the server that started it.
 */
let takumi: Promise<Takumi> | undefined;
let pdfPages: Promise<PdfPages> | undefined;

async function outputOf(request: Request): Promise<HelperTasks[TaskName]['output']> {
  switch (request.task) {
    case 'draw':
      return (await (takumi ??= createTakumi()))(request.input);
    case 'pages':
      return (await (pdfPages ??= createPdfPages()))(request.input.pdf, request.input.width);
    case 'difference':
      return differenceOf(request.input.first, request.input.second);
    case 'ready':
      await Promise.all([(takumi ??= createTakumi()), (pdfPages ??= createPdfPages())]);
      return null;
  }
}

async function answerTo(request: Request): Promise<Answer> {
  const { id } = request;
  try {
    return { id, output: await outputOf(request) };
  } catch (error) {
    const code = error instanceof RenderError ? error.code : 'failed';
    return { id, error: { code, message: (error as Error).message } };
  }
}

process.on('message', (request: Request) => {
  void answerTo(request).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
