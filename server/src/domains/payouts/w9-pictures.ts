import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { RenderError } from '../../platform/render/render-error.ts';
import type { Renderer } from '../../platform/render/port.ts';
import { findW9 } from './w9-repository.ts';
import type { Vault } from './vault.ts';

export interface PictureDeps {
  db: Database;
  vault: Vault;
  drawing: Pick<Renderer, 'pages'>;
}

/** Wide enough to be read when it fills a screen. */
const width = 1224;

/**
 * A picture of the form's first page, drawn in a process of its own: whatever a PDF holds, nothing of it runs in the reader's browser.
 * `copy` is the one without the tax number. Throws `not_found`, `busy` or `render_failed`.
 */
export async function pictureOf(
  { db, vault, drawing }: PictureDeps,
  contractorId: number,
  which: 'signed' | 'copy',
): Promise<Buffer> {
  const form = await findW9(db, contractorId);
  const key = which === 'copy' ? form?.copyKey : form?.fileKey;
  if (!key) throw new AppError('not_found');
  const pdf = await vault.read(key);
  try {
    const [first] = await drawing.pages(pdf, { width });
    if (first === undefined) throw new AppError('render_failed');
    return first;
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    throw new AppError(error.code === 'busy' ? 'busy' : 'render_failed', { message: 'The form cannot be shown.' });
  }
}
