import { dayMs } from '@lintel/contract/core/durations';
import { answerDays, proofHours, type RequestKind } from '@lintel/contract/privacy/constants';
import type { Language } from '@lintel/contract/core/language';
import { recordAudit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { hashSecret, newSecret } from '../../../platform/crypto/secrets.ts';
import { sql } from 'drizzle-orm';
import { dayText } from '../../../platform/days.ts';
import { notify } from '../../messaging/index.ts';
import { notifyPerson, wordsOf } from './messages.ts';
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
  const { db, clock, counter, config } = context;
  const email = question.email.trim().toLowerCase();
  const counted = await counter.count(`privacy:${hashSecret(email)}`, 86_400);
  if (counted > mailsADay) return;
  const secret = newSecret();
  const words = wordsOf[question.language];
  const now = clock.now();
  await db.transaction(async (tx) => {
    await insertRequest(tx, {
      kind: question.kind,
      email,
      language: question.language,
      pageId: question.page?.id ?? null,
      createdAt: now,
      secretHash: hashSecret(secret),
      secretExpiresAt: new Date(now.getTime() + proofHours * 3_600_000),
    });
    await notify(tx, context, {
      event: question.language === 'es' ? 'privacy-link-es' : 'privacy-link',
      key: `privacy-link:${hashSecret(secret).slice(0, 32)}`,
      data: {
        to: email,
        link: `${config.publicUrl}/privacy/${secret}${words.query}`,
        expiresIn: words.linkHours,
        request: { kind: words.kinds[question.kind] },
        ...(question.page && { company: { name: question.page.companyName } }),
      },
    });
  });
}

/** The request of an unused link; null for an invalid link. */
export const findByLink = async (
  { db, clock }: Context,
  secret: string,
): Promise<RequestRow | null> => (await findUnproven(db, hashSecret(secret), clock.now())) ?? null;

/**
 * Verifies the request by its link, which works once; the days start to count. Returns an open
 * request of the same kind instead, if there is one. Null for an invalid link.
 */
export async function confirm(
  context: Context,
  secret: string,
  address: string,
): Promise<RequestRow | null> {
  const { db, clock, config } = context;
  return db.transaction(async (tx) => {
    const now = clock.now();
    const found = await findUnproven(tx, hashSecret(secret), now);
    if (found === undefined) return null;
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
    const text = wordsOf[language].received({ id, kind, due });
    await notifyPerson(tx, context, request, { what: 'received', text });
    return request;
  });
}
