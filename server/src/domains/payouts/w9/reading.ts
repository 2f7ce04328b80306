import type { Context } from '../../../platform/context.ts';
import { maskTin } from '@lintel/contract/payouts/numbers';
import type { ReviewedW9, W9, W9InLine } from '@lintel/contract/payouts/w9';
import { taxClassifications } from '@lintel/contract/payouts/w9-text';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { isBusy, RenderError } from '../../../platform/render/render-error.ts';
import type { Payee } from '../method-repository.ts';
import { payeeName } from '../present.ts';
import { openVault } from '../vault.ts';
import { nameKey } from './name-key.ts';
import { findW9, type selectWaiting, type W9Row } from './repository.ts';

const notFound = {
  status: 'Not found',
  fullName: '',
  companyName: '',
  isSSN: false,
  isEIN: false,
  tin: '',
  submittedAt: null,
  reviewedAt: null,
  reason: '',
} as const satisfies Omit<W9, 'form'>;

export const w9Facts = (form: W9Row): Omit<W9, 'form'> => ({
  status: form.state,
  fullName: form.fullName,
  companyName: form.companyName,
  isSSN: form.isSsn,
  isEIN: !form.isSsn,
  tin: form.tinLast4 === '' ? '' : maskTin(form.tinLast4, form.isSsn ? 'ssn' : 'ein'),
  submittedAt: form.signedAt.toISOString(),
  reviewedAt: form.reviewedAt?.toISOString() ?? null,
  reason: form.reason,
});

const base64 = (pdf: Buffer | null): string | null => pdf?.toString('base64') ?? null;

/** `copy`: the PDF without the tax number. */
const presentW9 = (form: W9Row | undefined, copy: Buffer | null): W9 => ({
  ...(form === undefined ? notFound : w9Facts(form)),
  form: base64(copy),
});

/** The selected classification as text, with its details. */
function readClassification({
  taxClassification,
  llcClassification,
  otherClassification,
}: Record<string, unknown>): string {
  const [ticked]: unknown[] = Array.isArray(taxClassification) ? taxClassification : [];
  const label = taxClassifications.find(({ value }) => value === ticked)?.label ?? '';
  const more = ticked === 'llc' ? llcClassification : ticked === 'other' ? otherClassification : '';
  return typeof more === 'string' && more !== '' ? `${label}: ${more}` : label;
}

interface FormToReview {
  payee: Payee;
  form: W9Row | undefined;
  /** The reviewer's name. */
  reviewer: string;
  older: number;
}

export function presentForReview({
  payee,
  form,
  reviewer,
  older,
}: FormToReview): Omit<ReviewedW9, 'form'> {
  const fields = form?.fields ?? {};
  const lines = [fields['address'], fields['city']].filter(
    (line) => typeof line === 'string' && line !== '',
  );
  return {
    ...(form === undefined ? notFound : w9Facts(form)),
    differences: form === undefined ? [] : findDifferences(form, payee),
    skipDifferences: form?.skipDifferences ?? false,
    contractorName: payeeName(payee),
    contractorCompany: payee.companyName,
    taxClassification: readClassification(fields),
    address: lines.join(', '),
    signature: form?.signature ?? '',
    reviewedBy: reviewer,
    older,
    version: form?.version ?? 0,
  };
}

export const presentReview = (reviewed: FormToReview, pdf: Buffer | null): ReviewedW9 => ({
  ...presentForReview(reviewed),
  form: base64(pdf),
});

type ListedForm = Awaited<ReturnType<typeof selectWaiting>>['rows'][number];

export const presentWaiting = ({ form, companyName, isDifferent }: ListedForm): W9InLine => ({
  id: form.id,
  contractorId: form.contractorId,
  companyName,
  fullName: form.fullName,
  status: form.state,
  isDifferent,
  submittedAt: form.signedAt.toISOString(),
});

type Difference = ReviewedW9['differences'][number];

/**
 * The differences between a form's names and the contractor's. Line 1 may have the person's name or
 * the company's; an empty business name is no difference.
 */
export function findDifferences(
  form: { fullName: string; companyName: string },
  contractor: { firstName: string; lastName: string; companyName: string },
): Difference[] {
  const own = payeeName(contractor);
  const company = nameKey(contractor.companyName);
  const differences: Difference[] = [];
  if (![nameKey(own), company].includes(nameKey(form.fullName)))
    differences.push({ field: 'name', form: form.fullName, contractor: own });
  if (form.companyName !== '' && nameKey(form.companyName) !== company)
    differences.push({
      field: 'company',
      form: form.companyName,
      contractor: contractor.companyName,
    });
  return differences;
}

/** Which document of a form was shown. A copy has no tax number. */
type FormDocument = 'signed form' | 'signed picture' | 'copy' | 'picture of the copy';

/**
 * Records who read which form, document, and version. Contractors reading their own form aren't
 * recorded.
 */
export async function recordReading(
  { db, clock }: Context,
  caller: Caller,
  form: W9Row | undefined,
  shown: FormDocument,
): Promise<void> {
  if (form === undefined || isOwn(caller, form)) return;
  const { id: entityId, contractorId, version, state } = form;
  const entry = { action: 'w9.read', entity: 'w9' } as const;
  await recordAudit(db, clock, caller, {
    ...entry,
    entityId,
    contractorId,
    details: { shown, version, state },
  });
}

const isOwn = ({ user, switched }: Caller, { contractorId }: W9Row): boolean =>
  !switched && user.contractorId === contractorId;

/** A contractor's form with its copy without the tax number. */
export async function readCopy(
  context: Context,
  caller: Caller,
  contractorId: number,
): Promise<W9> {
  const form = await findW9(context.db, contractorId);
  const copy = form?.copyKey ? await openVault(context).read(form.copyKey) : null;
  if (copy !== null) await recordReading(context, caller, form, 'copy');
  return presentW9(form, copy);
}

/** Wide enough to be readable on a full screen. */
const width = 1224;

/**
 * An image of the form's first page, rendered in a separate process, so that no PDF content runs in
 * the reader's browser. `copy` is the one without the tax number. Throws `not_found`, `busy`, or
 * `render_failed`.
 */
export async function drawPicture(
  context: Context,
  caller: Caller,
  contractorId: number,
  which: 'signed' | 'copy',
): Promise<Buffer> {
  const { db, drawing } = context;
  const form = await findW9(db, contractorId);
  const key = which === 'copy' ? form?.copyKey : form?.fileKey;
  if (!key) throw new AppError('not_found');
  const pdf = await openVault(context).read(key);
  // Recorded before rendering, whether or not it succeeds.
  await recordReading(
    context,
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
