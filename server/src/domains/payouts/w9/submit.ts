import type { Context } from '../../../platform/context.ts';
import { createHash } from 'node:crypto';
import type { RequestPart } from '@lintel/contract/core/endpoint';
import { w9FileProblems, type submitW9 } from '@lintel/contract/payouts/w9';
import type { W9Details } from '@lintel/contract/payouts/w9-form';
import { w9Certification, w9Messages } from '@lintel/contract/payouts/w9-text';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import { auditChanges, maskedNumber } from '../../../platform/audit/values.ts';
import { dayIn, usDay } from '../../../platform/days.ts';
import { invalidField } from '../../../platform/errors.ts';
import type { HelperPool } from '../../../platform/helper/pool.ts';
import type { ReceivedFile } from '../../../platform/http/multipart.ts';
import { findPdfProblem } from '../../../platform/pdf/pdf-problem-of.ts';
import { lockContractor, setW9State } from '../../contractors/index.ts';
import { examinePayouts } from '../examine.ts';
import { openVault } from '../vault.ts';
import { getPaper } from './paper/open-paper.ts';
import { paperValues, withoutTin } from './paper/paper.ts';
import { findW9, replaceW9, type W9Row } from './repository.ts';

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

type Body = RequestPart<typeof submitW9, 'body'>;

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
  context: Context,
  caller: Caller,
  submission: Submission,
): Promise<void> {
  const { contractorId, body, address } = submission;
  const at = context.clock.now();
  const { fullName, companyName, isSSN: isSsn } = body;
  const made = await storeDocuments(context, caller, submission, at);
  const { ssn = '', ein = '', ...fields } = body.form ?? {};
  const tin = body.form === undefined ? body.tin : ssn || ein;
  await context.db.transaction(async (tx) => {
    await lockContractor(tx, contractorId);
    const values = {
      contractorId,
      fullName,
      companyName,
      isSsn,
      ...made,
      fields,
      tinSealed: tin === '' ? '' : openVault(context).seal('tin', contractorId, tin),
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
    await examinePayouts(tx, context, contractorId);
    const details = {
      asFile: body.form === undefined,
      textHash: values.textHash,
      changes: auditChanges(before === undefined ? {} : recorded(before), recorded(values)),
    };
    const entry = { action: 'w9.submitted', entity: 'w9', entityId: form.id } as const;
    await recordAudit(tx, context.clock, caller, { ...entry, contractorId, details });
  });
}

/**
 * The keys of the encrypted documents. Throws a field error for an invalid file, and when there is
 * neither form nor file.
 */
async function storeDocuments(
  context: Context,
  caller: Caller,
  { body, file, address }: Submission,
  at: Date,
): Promise<{ fileKey: string; copyKey: string }> {
  const vault = openVault(context);
  if (body.form !== undefined) {
    const values = paperValues(
      body,
      body.form,
      signForm(context, caller, body.form, { at, address }),
    );
    const paper = getPaper(context);
    const [signed, copy] = [
      await paper.filled(values, at),
      await paper.filled(withoutTin(values), at),
    ];
    return { fileKey: await vault.store(signed), copyKey: await vault.store(copy) };
  }
  if (file === undefined) throw invalidField('file', w9Messages.required);
  await requirePlainPdf(context.helpers.uploads, file.bytes);
  return { fileKey: await vault.store(file.bytes), copyKey: '' };
}

/** A form with its instructions has fewer. */
const pagesAtMost = 20;

/** Throws a field error that describes the file's problem, or `busy`. */
async function requirePlainPdf(uploads: HelperPool, bytes: Buffer): Promise<void> {
  const problem = await findPdfProblem(uploads, async () => bytes, pagesAtMost);
  if (problem !== null) throw invalidField('file', w9FileProblems[problem]);
}

/** The signature record printed on the form. */
function signForm(
  { config }: Context,
  caller: Caller,
  { signature }: W9Details,
  { at, address }: { at: Date; address: string },
): { date: string; record: string[] } {
  const timeZone = config.BUSINESS_TIME_ZONE;
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
