import { and, eq, sql } from 'drizzle-orm';
import type { Language } from '@lintel/contract/core/language';
import { askedForText, sendProblems, type SendProblem } from '@lintel/contract/links/constants';
import type { DocumentEventKind, DocumentKind } from '@lintel/contract/documents/constants';
import type { Database } from '../../platform/db/connect.ts';
import { hasRow } from '../../platform/db/queries.ts';
import { AppError } from '../../platform/errors.ts';
import { countMessage } from '../links/index.ts';
import {
  type DeliveryResult,
  notify,
  type NotifyOutcome,
  cancelMessages,
} from '../messaging/index.ts';
import type { Context } from '../../platform/context.ts';
import { findDocument, insertEvent, type DocumentKey } from './repository.ts';
import { documentEvents } from './tables.ts';

/** The key prefix of a document's texts. */
const textStart = (id: number): string => `document-${id}-text-`;

/** The key prefix of a document's e-mails about an event. */
export const mailStart = (
  event: 'sent' | 'accepted' | 'declined',
  { contractorId, id }: DocumentKey,
): string => `document-${event}:${contractorId}:${id}:`;

interface DocumentText {
  key: DocumentKey;
  /** The sent document's version: pressing the same button again makes no second text. */
  version: number;
  to: string;
  language: Language;
  kind: DocumentKind;
  number: number;
  company: string;
  /** `$12,000.00` */
  total: string;
  url: string;
}

const refusals: Partial<Record<NotifyOutcome, SendProblem>> = {
  off: 'off',
  'no-number': 'no-number',
  stopped: 'stopped',
  limited: 'often-to-number',
};

/**
 * Sends a document's link to its customer by text, in the caller's transaction: subject to the
 * rules for texts, and counted with links to apply. Throws `link_refused` or `link_limit` with the
 * reason in words.
 */
export async function textDocument(
  tx: Database,
  context: Context,
  { key, version, to, language, url: link, ...facts }: DocumentText,
): Promise<void> {
  const { contractorId, id } = key;
  await countMessage(tx, context, { contractorId, to });
  const outcome = await notify(tx, context, {
    event: 'document-sent',
    contractorId,
    key: `${textStart(id)}${version}`,
    about: { kind: 'document', id, part: version },
    language,
    to,
    by: 'text',
    data: { ...facts, link },
  });
  const problem = refusals[outcome];
  if (problem !== undefined) throw new AppError('link_refused', { message: sendProblems[problem] });
}

/** What the contractor confirmed before a text, as stored. */
export const confirmedForText = askedForText;

/** Cancels the unsent texts of a closed document. */
export const cancelTexts = (
  tx: Database,
  { contractorId, id }: DocumentKey,
  now: Date,
): Promise<void> =>
  cancelMessages(
    tx,
    { contractorId, about: { kind: 'document', id }, starts: [textStart(id)] },
    now,
  );

const kinds: Record<
  DeliveryResult['channel'],
  Partial<Record<DeliveryResult['status'], DocumentEventKind>>
> = {
  text: { delivered: 'text-delivered', undelivered: 'text-failed', failed: 'text-failed' },
  email: { failed: 'email-failed' },
  push: {},
};

/** Records once that a document's text was delivered, or that its text or e-mail wasn't. */
export async function recordDelivery(
  tx: Database,
  { contractorId, about, channel, key, status, reason, at }: DeliveryResult,
): Promise<void> {
  const kind = kinds[channel][status];
  if (about.kind !== 'document' || kind === undefined) return;
  const message = channel === 'text' ? { text: key } : { mail: key };
  const why = kind === 'text-delivered' || reason === null ? {} : { reason };
  await recordOnce(tx, { contractorId, id: about.id }, { kind, at, message, why });
}

interface MessageEvent {
  kind: DocumentEventKind;
  at: Date;
  /** The message by its key. */
  message: { text: string } | { mail: string };
  why: { reason?: string };
}

async function recordOnce(
  tx: Database,
  key: DocumentKey,
  { kind, at, message, why }: MessageEvent,
): Promise<void> {
  if ((await findDocument(tx, key)) === undefined) return;
  const isRecorded = await hasRow(
    tx,
    documentEvents,
    and(
      eq(documentEvents.contractorId, key.contractorId),
      eq(documentEvents.documentId, key.id),
      eq(documentEvents.kind, kind),
      sql`${documentEvents.details} @> ${JSON.stringify(message)}::jsonb`,
    ),
  );
  if (isRecorded) return;
  await insertEvent(tx, key, { kind, at, actorId: null, details: { ...message, ...why } });
}
