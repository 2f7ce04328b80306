import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { dayMs } from '@lintel/contract/core/durations';
import { dayIn } from '@lintel/contract/core/days';
import { documentContent, type DocumentContent } from '@lintel/contract/documents/content';
import { signatureWords } from '@lintel/contract/documents/page';
import { customers } from '../domains/customers/tables.ts';
import { listColumns, makeLink } from '../domains/documents/index.ts';
import {
  documentEvents,
  documentNumbers,
  documentPayments,
  documentRevisions,
  documents,
  savedItems,
} from '../domains/documents/tables.ts';
import { coBrandedPages } from '../domains/pages/tables.ts';
import type { Config } from '../platform/config.ts';
import type { Keys } from '../platform/crypto/keys.ts';
import type { Database } from '../platform/db/connect.ts';
import { items, stories, type Story } from './document-stories.ts';

const contractorId = 101;
const ownerId = 11;

interface World {
  db: Database;
  now: Date;
  config: Config;
  keys: Keys;
}

/** Summit Roofing's estimates and invoices, in every state. */
export async function seedDocuments(world: World): Promise<void> {
  const { db, now } = world;
  await db.insert(savedItems).values(
    items.map(([description, price, isTaxable]) => ({
      contractorId,
      description,
      unitPriceCents: Math.round(price * 100),
      isTaxable,
      updatedAt: now,
    })),
  );
  const people = await db
    .select()
    .from(customers)
    .where(and(eq(customers.contractorId, contractorId), isNull(customers.mergedInto)))
    .orderBy(asc(customers.id))
    .limit(stories.length);
  const [page] = await db
    .select({ id: coBrandedPages.id })
    .from(coBrandedPages)
    .where(eq(coBrandedPages.pageName, 'summit-roofing'));
  const next = { estimate: 1041, invoice: 2018 };
  let estimateId: number | null = null;
  for (const [index, story] of stories.entries()) {
    const customer = people[(story.ofEstimate ? index - 1 : index) % people.length];
    if (customer === undefined || page === undefined) throw new Error('There are no customers yet');
    const number = story.status === 'draft' ? null : next[story.kind]++;
    const id = await seedStory(world, story, {
      customer,
      pageId: page.id,
      number,
      estimateId: story.ofEstimate ? estimateId : null,
    });
    estimateId = id;
  }
  await db.insert(documentNumbers).values([
    { contractorId, kind: 'estimate', next: next.estimate },
    { contractorId, kind: 'invoice', next: next.invoice },
  ]);
}

interface Facts {
  customer: typeof customers.$inferSelect;
  pageId: number;
  number: number | null;
  estimateId: number | null;
}

function makeContent({ config }: World, story: Story, { customer }: Facts, sentAt: Date) {
  const { kind, lines, lasts = 30, project: projectName, status } = story;
  const { name, street, city, state, zip, email, phone } = customer;
  const dayOf = (at: Date): string => dayIn(at, config.BUSINESS_TIME_ZONE);
  const last = dayOf(new Date(sentAt.getTime() + lasts * dayMs));
  return documentContent.parse({
    customer: { name, street, city, state, zip, email, phone },
    items: lines.flatMap(([item, quantity]) => {
      const [description = '', unitPrice = 0, isTaxable = true] = items[item] ?? [];
      return [{ description, quantity, unitPrice, isTaxable }];
    }),
    taxRate: '8.81',
    ...(lines.length > 3 && { discount: { kind: 'percent', value: 5 } }),
    ...(kind === 'estimate' && { deposit: { kind: 'percent', value: 30 }, validUntil: last }),
    ...(kind === 'invoice' && { dueOn: last }),
    ...(status !== 'draft' && { issuedOn: dayOf(sentAt) }),
    projectName,
    license: 'CO EX-20391',
    notes: 'Thank you for your trust.',
    terms: 'Work begins within three weeks of acceptance. Ten years of warranty on labor.',
  });
}

async function seedStory(world: World, story: Story, facts: Facts): Promise<number> {
  const { db, now } = world;
  const { kind, status, paid = [], reason = '' } = story;
  const { number, pageId, customer } = facts;
  const sentAt = new Date(now.getTime() - story.ago * dayMs);
  const content = makeContent(world, story, facts, sentAt);
  const isDraft = status === 'draft';
  const { totalCents } = listColumns({ kind, number, paidCents: 0 }, content);
  const share = Math.round((totalCents * (status === 'paid' ? 1 : 0.4)) / Math.max(1, paid.length));
  const amounts = paid.map((_method, index) =>
    status === 'paid' && index === paid.length - 1 ? totalCents - share * index : share,
  );
  const paidCents = amounts.reduce((sum, amount) => sum + amount, 0);
  const later = (days: number) =>
    new Date(Math.min(now.getTime(), sentAt.getTime() + days * dayMs));
  const isSeen = !isDraft && status !== 'sent' && status !== 'void';
  const hasAnswer = ['accepted', 'invoiced', 'declined'].includes(status);
  const [row] = await db
    .insert(documents)
    .values({
      ...listColumns({ kind, number, paidCents }, content),
      contractorId,
      kind,
      number,
      status,
      customerId: customer.id,
      pageId,
      content,
      paidCents,
      estimateId: facts.estimateId,
      sentRevision: isDraft ? 0 : 1,
      hasUnsentChanges: isDraft,
      createdAt: sentAt,
      createdBy: ownerId,
      updatedAt: later(isSeen ? 2 : 0),
      ...(!isDraft && { sentAt }),
      ...(isSeen && { viewedAt: later(0.1) }),
      ...(hasAnswer && { answeredAt: later(1) }),
      ...(status === 'void' && { voidedAt: later(1), voidReason: reason }),
    })
    .returning({ id: documents.id });
  if (row === undefined) throw new Error('A document was not stored');
  const key = { contractorId, documentId: row.id };
  const wrote = { ...key, actorId: ownerId };
  await db.insert(documentEvents).values({ ...wrote, kind: 'created', at: sentAt });
  if (!isDraft)
    await seedSentStory(world, story, { ...facts, id: row.id, content, amounts, later });
  return row.id;
}

interface SentDocument extends Facts {
  id: number;
  content: DocumentContent;
  /** The payments, in cents. */
  amounts: readonly number[];
  /** This many days after the send. */
  later: (days: number) => Date;
}

/** Inserts a sent document's revision, events, payments, and link. */
async function seedSentStory(world: World, story: Story, sent: SentDocument): Promise<void> {
  const { db } = world;
  const { kind, status, reason = '', paid = [] } = story;
  const { number, pageId, customer, content, amounts, later } = sent;
  const isSeen = status !== 'sent' && status !== 'void';
  const key = { contractorId, documentId: sent.id };
  const wrote = { ...key, actorId: ownerId };
  const isSigned = status === 'accepted' || status === 'invoiced';
  const words = { company: 'Summit Roofing LLC', number: number ?? 0, revision: 1 };
  await db.insert(documentRevisions).values({
    ...key,
    revision: 1,
    content,
    facts: {
      companyName: 'Summit Roofing LLC',
      address: '2240 Ridge Road, Denver, CO 80202',
      phone: '3035550110',
      websiteUrl: 'http://www.summitroofing.example',
      logoKey: await findLogo(db, pageId),
      pageId,
      pageName: 'summit-roofing',
      number: number ?? 0,
      issuedOn: content.issuedOn,
      paidCents: 0,
    },
    totalCents: listColumns({ kind, number, paidCents: 0 }, content).totalCents,
    sentAt: later(0),
    sentBy: ownerId,
    ...(isSigned && {
      signedAt: later(1),
      signedName: customer.name,
      signedAddress: '203.0.113.24',
      signedUserAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)',
      signedLanguage: 'en' as const,
      signedWords: signatureWords.en(words),
    }),
    ...(status === 'declined' && { declinedAt: later(1), declineReason: reason }),
  });
  await db
    .insert(documentEvents)
    .values([
      { ...wrote, kind: 'sent' as const, at: later(0), details: { revision: 1, by: 'email' } },
      ...(isSeen ? [{ ...key, kind: 'viewed' as const, at: later(0.1) }] : []),
      ...(isSigned
        ? [{ ...key, kind: 'accepted' as const, at: later(1), details: { name: customer.name } }]
        : []),
      ...(status === 'declined'
        ? [{ ...key, kind: 'declined' as const, at: later(1), details: { reason } }]
        : []),
      ...(status === 'void'
        ? [{ ...wrote, kind: 'voided' as const, at: later(1), details: { reason } }]
        : []),
    ]);
  for (const [index, method] of paid.entries())
    await db.insert(documentPayments).values({
      ...key,
      method,
      amountCents: amounts[index] ?? 0,
      paidOn: dayIn(later(3 + index), world.config.BUSINESS_TIME_ZONE),
      checkNumber: method === 'check' ? '1183' : '',
      enteredAt: later(3 + index),
      enteredBy: ownerId,
    });
  await makeLink({ ...world, clock: { now: () => later(0) } }, db, { contractorId, id: sent.id });
}

async function findLogo(db: Database, pageId: number): Promise<string | null> {
  const [page] = await db
    .select({ key: coBrandedPages.logoKey })
    .from(coBrandedPages)
    .where(sql`${coBrandedPages.id} = ${pageId}`);
  return page?.key ?? null;
}
