import type { W9 } from '@lintel/contract/payouts/w9';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Renderer } from '../../../platform/render/port.ts';
import { isBusy, RenderError } from '../../../platform/render/render-error.ts';
import type { PayoutDeps } from '../deps.ts';
import { presentW9 } from './present.ts';
import { findW9, type W9Row } from './repository.ts';

export interface PictureDeps extends PayoutDeps {
  drawing: Pick<Renderer, 'pages'>;
}

/** Which document of a form was shown. A copy has no tax number. */
type Shown = 'signed form' | 'signed picture' | 'copy' | 'picture of the copy';

/**
 * Records that somebody read a form: whose, which one, in which version. Contractors reading their
 * own form are not recorded.
 */
export async function recordReading(
  { db, clock }: PayoutDeps,
  caller: Caller,
  form: W9Row | undefined,
  shown: Shown,
): Promise<void> {
  if (form === undefined || isOwn(caller, form)) return;
  const { id: entityId, contractorId, version, state } = form;
  const entry = { action: 'w9.read', entity: 'w9', entityId, contractorId };
  await recordAudit(db, clock, caller, { ...entry, details: { shown, version, state } });
}

const isOwn = ({ user, switched }: Caller, { contractorId }: W9Row): boolean =>
  !switched && user.contractorId === contractorId;

/** A contractor's form with its copy without the tax number. */
export async function readCopy(
  deps: PayoutDeps,
  caller: Caller,
  contractorId: number,
): Promise<W9> {
  const form = await findW9(deps.db, contractorId);
  const copy = form?.copyKey ? await deps.vault.read(form.copyKey) : null;
  if (copy !== null) await recordReading(deps, caller, form, 'copy');
  return presentW9(form, copy);
}

/** Wide enough to be read when it fills a screen. */
const width = 1224;

/**
 * A picture of the form's first page, drawn in a process of its own: whatever a PDF holds, nothing
 * of it runs in the reader's browser. `copy` is the one without the tax number. Throws `not_found`,
 * `busy` or `render_failed`.
 */
export async function pictureOf(
  deps: PictureDeps,
  caller: Caller,
  contractorId: number,
  which: 'signed' | 'copy',
): Promise<Buffer> {
  const { db, vault, drawing } = deps;
  const form = await findW9(db, contractorId);
  const key = which === 'copy' ? form?.copyKey : form?.fileKey;
  if (!key) throw new AppError('not_found');
  const pdf = await vault.read(key);
  // Recorded before it is drawn, whether or not the drawing succeeds.
  await recordReading(
    deps,
    caller,
    form,
    which === 'copy' ? 'picture of the copy' : 'signed picture',
  );
  try {
    const [first] = await drawing.pages(pdf, { width });
    if (first === undefined) throw new AppError('render_failed');
    return first;
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    throw new AppError(isBusy(error) ? 'busy' : 'render_failed', {
      message: 'The form cannot be shown.',
    });
  }
}
