import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { documentKinds } from '@lintel/contract/documents/constants';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import { AppError } from '../../platform/errors.ts';
import { fileAnswer } from '../../platform/files/answer.ts';
import type { FileKind } from '../../platform/files/sweep-jobs.ts';
import type { FileAnswer, RequestFacts } from '../../platform/http/route.ts';
import { MissingRow, onJob, type JobHandler } from '../../platform/jobs/job.ts';
import { pageLogos } from '../pages/index.ts';
import { readContractorZone } from '../contractors/index.ts';
import type { Context } from '../../platform/context.ts';
import { toDocumentKey, type OwnedDocument } from './drafts.ts';
import { readFacts } from './facts-repository.ts';
import { setPaper } from './paper.ts';
import { makePdf } from './queue-jobs.ts';
import {
  findDocument,
  findRevision,
  nameFile,
  type DocumentKey,
  type DocumentRecord,
  type Revision,
} from './repository.ts';
import { documentRevisions, documents } from './tables.ts';

const prefix = 'document-pdfs/';

/** The PDFs of revisions. */
export const documentFiles: FileKind = {
  owns: (key) => key.startsWith(prefix),
  days: 2,
  named: async (db, keys) => {
    const { fileKey, signedFileKey } = documentRevisions;
    const named: (string | null)[] = [];
    for (const [contractorId, own] of byContractor(keys)) {
      const rows = await db
        .select({ fileKey, signedFileKey })
        .from(documentRevisions)
        .where(
          and(
            eq(documentRevisions.contractorId, contractorId),
            or(inArray(fileKey, own), inArray(signedFileKey, own)),
          ),
        );
      named.push(...rows.flatMap((row) => [row.fileKey, row.signedFileKey]));
    }
    return named.flatMap((key) => key ?? []);
  },
};

/** PDF keys by the contractor in them. */
function byContractor(keys: readonly string[]): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const key of keys) {
    const contractorId = Number(key.slice(prefix.length).split('/')[0]);
    if (key.startsWith(prefix)) found.set(contractorId, [...(found.get(contractorId) ?? []), key]);
  }
  return found;
}

/**
 * Logos of revisions without a PDF, or that may still be signed: their page may have another logo
 * by now.
 */
export const documentLogos: FileKind = {
  owns: pageLogos.owns,
  days: pageLogos.days,
  named: async (db, keys) => {
    const logo = sql<string>`${documentRevisions.facts} ->> 'logoKey'`;
    const isOpen = and(
      eq(documents.kind, 'estimate'),
      inArray(documents.status, ['sent', 'viewed', 'accepted']),
    );
    const rows = await db
      .selectDistinct({ logo })
      .from(documentRevisions)
      .innerJoin(
        documents,
        and(
          eq(documents.contractorId, documentRevisions.contractorId),
          eq(documents.id, documentRevisions.documentId),
        ),
      )
      .where(
        and(
          acrossContractors('The file sweep knows only the names of files.'),
          inArray(logo, [...keys]),
          isNull(documentRevisions.signedFileKey),
          or(isNull(documentRevisions.fileKey), isOpen),
        ),
      );
    return rows.map((row) => row.logo);
  },
};

export const pdfName = (row: Pick<DocumentRecord, 'kind'>, { facts, revision }: Revision): string =>
  `${documentKinds[row.kind]}-${facts.number}${revision > 1 ? `-rev-${revision}` : ''}.pdf`;

/**
 * Makes the PDF of a revision, and the signed one, unless they exist. Safe to run twice and in
 * parallel: the first file stored is kept.
 */
export async function storePdf(
  context: Context,
  key: DocumentKey,
  revision: number,
): Promise<void> {
  const row = await findDocument(context.db, key);
  const sent = await findRevision(context.db, key, revision);
  if (row === undefined || sent === undefined) throw new MissingRow('The revision of a document');
  // An erased person must not appear in a new PDF.
  if (row.anonymisedAt !== null) return;
  const { db, config } = context;
  const timeZone = await readContractorZone(db, key.contractorId, config.BUSINESS_TIME_ZONE);
  const make = async (isSigned: boolean): Promise<string> => {
    const source = { kind: row.kind, content: sent.content, facts: sent.facts, revision };
    const signature = isSigned ? { signature: { ...sent, timeZone } } : {};
    const pdf = await setPaper(context, { ...source, ...signature }, sent.sentAt);
    const name = `${prefix}${key.contractorId}/${key.id}/${revision}-${randomUUID()}.pdf`;
    await context.files.write(name, pdf);
    return name;
  };
  const of = { ...key, revision };
  if (sent.fileKey === null) {
    const name = await make(false);
    await nameFile(context.db, of, 'fileKey', name);
  }
  if (sent.signedAt !== null && sent.signedFileKey === null) {
    const name = await make(true);
    await nameFile(context.db, of, 'signedFileKey', name);
  }
}

export const pdfJob = (context: Context): JobHandler =>
  onJob(makePdf, ({ contractorId, documentId, revision }) =>
    storePdf(context, { contractorId, id: documentId }, revision),
  );

/** A revision's PDF as sent, with its signature if any. */
export async function revisionPdf(
  context: Context,
  key: DocumentKey,
  revision: number,
  request: RequestFacts,
): Promise<FileAnswer> {
  const row = await findDocument(context.db, key);
  let sent = await findRevision(context.db, key, revision);
  if (row === undefined || sent === undefined) throw new AppError('not_found');
  if (pdfKey(sent) === null) {
    // The job hasn't made it yet.
    await storePdf(context, key, revision);
    sent = (await findRevision(context.db, key, revision)) ?? sent;
  }
  const file = pdfKey(sent);
  const bytes = file === null ? null : await context.files.size(file);
  if (file === null || bytes === null) throw new AppError('not_found');
  const storedFile = { key: file, bytes, contentType: 'application/pdf' };
  const answer = await fileAnswer(context.files, storedFile, request);
  const disposition = `inline; filename="${pdfName(row, sent)}"`;
  return { ...answer, headers: { ...answer.headers, 'content-disposition': disposition } };
}

export const pdfKey = (sent: Revision): string | null =>
  sent.signedAt === null ? sent.fileKey : sent.signedFileKey;

/** The PDF of a document as it would be sent now; not stored. */
export async function previewPdf(context: Context, owned: OwnedDocument): Promise<FileAnswer> {
  const row = await findDocument(context.db, toDocumentKey(owned));
  if (row === undefined) throw new AppError('not_found');
  const facts = {
    ...(await readFacts(context.db, row)),
    number: row.number,
    paidCents: row.paidCents,
  };
  const revision = row.hasUnsentChanges ? row.sentRevision + 1 : row.sentRevision;
  const source = { kind: row.kind, content: row.content, facts, revision };
  const content = await setPaper(context, source, context.clock.now());
  return {
    content,
    headers: {
      'content-disposition': `inline; filename="${documentKinds[row.kind]}-preview.pdf"`,
      'cache-control': 'no-store',
    },
  };
}
