import { createHash } from 'node:crypto';
import type { Received } from '@lintel/contract/core/endpoint';
import { w9FileProblems, type submitW9 } from '@lintel/contract/payouts/w9';
import type { W9Details } from '@lintel/contract/payouts/w9-form';
import { w9Certification, w9Messages } from '@lintel/contract/payouts/w9-text';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import { auditChanges, maskedNumber } from '../../../platform/audit/values.ts';
import { dayIn, usDay } from '../../../platform/days.ts';
import { invalidField } from '../../../platform/errors.ts';
import type { HelperPool } from '../../../platform/helper/pool.ts';
import type { ReceivedFile } from '../../../platform/http/multipart.ts';
import { pdfProblemOf } from '../../../platform/pdf/pdf-problem-of.ts';
import { lockContractor, setW9State } from '../../contractors/index.ts';
import type { PayoutDeps } from '../deps.ts';
import { examinePayouts } from '../examine.ts';
import { valuesOf, withoutTin, type W9Paper } from './paper/paper.ts';
import { findW9, replaceW9, type W9Row } from './repository.ts';

export interface W9Deps extends PayoutDeps {
  paper: W9Paper;
  /** The pool that parses uploads. */
  uploads: HelperPool;
}

/** Proves which text was signed, even if the version's name is reused. */
export const certificationHash = createHash('sha256')
  .update(JSON.stringify(w9Certification))
  .digest('hex');

/** The audit log's details of a form. */
const recorded = ({
  fullName,
  companyName,
  isSsn,
  tinLast4,
}: Pick<W9Row, 'fullName' | 'companyName' | 'isSsn' | 'tinLast4'>) => ({
  fullName,
  companyName,
  isSsn,
  tin: maskedNumber(tinLast4),
});

type Body = Received<typeof submitW9, 'body'>;

interface Submission {
  contractorId: number;
  body: Body;
  file: ReceivedFile | undefined;
  /** The network address of the request. */
  address: string;
}

/**
 * Submits a W-9, which then waits for review and replaces an earlier one. It is created from the
 * entered values, or uploaded. Files are stored, encrypted, before their row, so a crash in between
 * leaves only unreferenced files.
 */
export async function submitForm(
  deps: W9Deps,
  caller: Caller,
  submission: Submission,
): Promise<void> {
  const { contractorId, body, address } = submission;
  const at = deps.clock.now();
  const { fullName, companyName, isSSN: isSsn } = body;
  const made = await documentOf(deps, caller, submission, at);
  const { ssn = '', ein = '', ...fields } = body.form ?? {};
  const tin = body.form === undefined ? body.tin : ssn || ein;
  await deps.db.transaction(async (tx) => {
    await lockContractor(tx, contractorId);
    const values = {
      contractorId,
      fullName,
      companyName,
      isSsn,
      ...made,
      fields,
      tinSealed: tin === '' ? '' : deps.vault.seal('tin', contractorId, tin),
      tinLast4: tin.slice(-4),
      signature: body.form?.signature ?? '',
      signedAt: at,
      signedFrom: address,
      textHash: body.form === undefined ? '' : certificationHash,
      submittedBy: caller.user.id,
    };
    const before = await findW9(tx, contractorId);
    const form = await replaceW9(tx, values, at);
    await setW9State(tx, contractorId, {
      status: 'Pending',
      fullName,
      companyName,
      isSsn,
      skipDifferences: false,
    });
    await examinePayouts(tx, deps, contractorId);
    const details = {
      asFile: body.form === undefined,
      textHash: values.textHash,
      changes: auditChanges(before === undefined ? {} : recorded(before), recorded(values)),
    };
    const entry = { action: 'w9.submitted', entity: 'w9', entityId: form.id } as const;
    await recordAudit(tx, deps.clock, caller, { ...entry, contractorId, details });
  });
}

/**
 * The keys of the encrypted documents. Throws a field error for an invalid file, and when there is
 * neither form nor file.
 */
async function documentOf(
  deps: W9Deps,
  caller: Caller,
  { body, file, address }: Submission,
  at: Date,
): Promise<{ fileKey: string; copyKey: string }> {
  if (body.form !== undefined) {
    const values = valuesOf(body, body.form, signatureOf(deps, caller, body.form, { at, address }));
    const [signed, copy] = [
      await deps.paper.filled(values, at),
      await deps.paper.filled(withoutTin(values), at),
    ];
    return { fileKey: await deps.vault.store(signed), copyKey: await deps.vault.store(copy) };
  }
  if (file === undefined) throw invalidField('file', w9Messages.required);
  await requirePlainPdf(deps.uploads, file.bytes);
  return { fileKey: await deps.vault.store(file.bytes), copyKey: '' };
}

/** A form with its instructions has fewer. */
const pagesAtMost = 20;

/** Throws a field error that describes the file's problem, or `busy`. */
async function requirePlainPdf(uploads: HelperPool, bytes: Buffer): Promise<void> {
  const problem = await pdfProblemOf(uploads, async () => bytes, pagesAtMost);
  if (problem !== null) throw invalidField('file', w9FileProblems[problem]);
}

/** The signature record printed on the form. */
function signatureOf(
  { timeZone }: PayoutDeps,
  caller: Caller,
  { signature }: W9Details,
  { at, address }: { at: Date; address: string },
): { date: string; record: string[] } {
  const date = usDay(dayIn(at, timeZone));
  const moment = at.toLocaleString('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'long' });
  return {
    date,
    record: [
      `Signed electronically by ${signature} (${caller.user.email}) on ${moment}, from ${address}.`,
      `Certification ${w9Certification.version}, SHA-256 ${certificationHash}`,
    ],
  };
}
