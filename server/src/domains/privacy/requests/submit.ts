import { dayMs } from '@lintel/contract/core/durations';
import { answerDays, type RequestKind } from '@lintel/contract/privacy/constants';
import type { Language } from '@lintel/contract/core/language';
import { issueLink, openLink, revokeLinks } from '../../../platform/access-links/index.ts';
import { recordAudit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { hashSecret } from '../../../platform/crypto/secrets.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import { dayText } from '../../../platform/days.ts';
import { notify } from '../../messaging/index.ts';
import { notifyPerson, messageTexts } from './messages.ts';
import {
  deleteRequest,
  findOpen,
  findUnproven,
  insertRequest,
  prove,
  type RequestRow,
} from './repository.ts';

/** Messages per address and day, since anyone can enter an address here. */
const mailsADay = 3;

/**
 * Creates an unverified request and sends its address a link. The response reveals neither whether
 * data exists nor whether the message limit was reached.
 */
export async function createRequest(
  context: Context,
  question: {
    email: string;
    kind: RequestKind;
    page: { id: number; companyName: string } | null;
    language: Language;
  },
): Promise<void> {
  const { db, clock, counter } = context;
  const email = question.email.trim().toLowerCase();
  const counted = await counter.count(`privacy:${hashSecret(email)}`, 86_400);
  if (counted > mailsADay) return;
  const words = messageTexts[question.language];
  await db.transaction(async (tx) => {
    const subject = await insertRequest(tx, {
      kind: question.kind,
      email,
      language: question.language,
      pageId: question.page?.id ?? null,
      createdAt: clock.now(),
    });
    const { address, codeHash } = await issueLink(tx, context, {
      purpose: 'privacy-request',
      subject,
    });
    await notify(tx, context, {
      event: question.language === 'es' ? 'privacy-link-es' : 'privacy-link',
      key: `privacy-link:${codeHash.slice(0, 32)}`,
      data: {
        to: email,
        link: `${address}${words.query}`,
        expiresIn: words.linkHours,
        request: { kind: words.kinds[question.kind] },
        ...(question.page && { company: { name: question.page.companyName } }),
      },
    });
  });
}

/** The request of an unused link; null for an invalid link. */
export async function findByLink(
  context: Context,
  code: string,
  db: Database = context.db,
): Promise<RequestRow | null> {
  const link = await openLink(db, context, 'privacy-request', code);
  return (link && (await findUnproven(db, Number(link.subject)))) ?? null;
}

/**
 * Verifies the request by its link, which works once; the days start to count. Returns an open
 * request of the same kind instead, if there is one. Null for an invalid link.
 */
export async function confirm(
  context: Context,
  code: string,
  address: string,
): Promise<RequestRow | null> {
  const { db, clock, config } = context;
  return db.transaction(async (tx) => {
    const now = clock.now();
    const found = await findByLink(context, code, tx);
    if (found === null) return null;
    // Serializes two links for one address.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`privacy ${found.email}`}, 0))`,
    );
    const dueAt = new Date(now.getTime() + answerDays * dayMs);
    const request = await prove(tx, found.id, { receivedAt: now, dueAt });
    if (request === null) {
      // Another call used the link first, or the same request is already open.
      const open = await findOpen(tx, found);
      if (open !== undefined && open.id !== found.id) await deleteRequest(tx, found.id);
      return open ?? null;
    }
    await revokeLinks(tx, context, { purpose: 'privacy-request', subject: request.id });
    await recordAudit(
      tx,
      clock,
      { address },
      {
        action: 'privacy-request.received',
        entity: 'privacy-request',
        entityId: request.id,
        contractorId: null,
        details: { kind: request.kind, due: dueAt.toISOString() },
      },
    );
    const { id, kind, language } = request;
    const due = dayText(dueAt, config.BUSINESS_TIME_ZONE, language);
    const text = messageTexts[language].received({ id, kind, due });
    await notifyPerson(tx, context, request, { what: 'received', text });
    return request;
  });
}
