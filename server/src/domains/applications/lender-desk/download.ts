import { Readable } from 'node:stream';
import { auditor, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { FileAnswer } from '../../../platform/http/route.ts';
import { openSealed } from '../lender-requests/index.ts';
import { findDeskDocument, findDeskRow } from './repository.ts';
import { requireLender } from './require-lender.ts';

const audit = auditor('lender-desk', { entity: 'application' });

/** A document's content, as an attachment. Throws `not_found`, also once our copy is deleted. */
export async function downloadDocument(
  context: Context,
  caller: Caller,
  reference: string,
  documentReference: string,
): Promise<FileAnswer> {
  const { db, clock } = context;
  const lender = requireLender(caller);
  const row = await findDeskRow(db, lender.id, reference, clock.now());
  const document = row && (await findDeskDocument(db, lender.id, row, documentReference));
  const { fileKey, sealedKey } = document ?? {};
  if (document === undefined || !fileKey || !sealedKey) throw new AppError('not_found');
  await audit(db, context, caller, 'downloaded', {
    entityId: document.applicationId,
    contractorId: document.contractorId,
    details: { document: document.id },
  });
  const content = await openSealed(context, { fileKey, sealedKey });
  return {
    content: Readable.from(content, { objectMode: false }),
    headers: {
      'content-length': String(document.bytes),
      // The name was cleaned when it was uploaded; browsers read the encoded form.
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(document.name)}`,
    },
  };
}
