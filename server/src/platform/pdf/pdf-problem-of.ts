import type { PdfProblem } from '@lintel/contract/core/pdf-problems';
import { AppError } from '../errors.ts';
import type { HelperPool } from '../helper/pool.ts';
import { isBusy, RenderError } from '../render/render-error.ts';

/**
 * Why an uploaded PDF is rejected: null for a file without active content and at most `pagesAtMost`
 * pages. The file is loaded when the task starts. Throws `busy`.
 */
export async function findPdfProblem(
  uploads: HelperPool,
  load: () => Promise<Uint8Array>,
  pagesAtMost = Infinity,
): Promise<PdfProblem | 'type' | 'pages' | null> {
  try {
    const { problem, pages } = await uploads.runWith('examine-pdf', load);
    return problem ?? (pages > pagesAtMost ? 'pages' : null);
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    if (isBusy(error)) throw new AppError('busy');
    return 'heavy';
  }
}
