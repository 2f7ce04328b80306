import { dayMs, hourMs } from '@lintel/contract/core/durations';
import type { NoticeProblem } from '@lintel/contract/applications/adverse-action-constants';
import { brandFromConfig } from '../../../platform/brand.ts';
import { issueLink } from '../../../platform/access-links/index.ts';
import type { Context } from '../../../platform/context.ts';
import { hashSecret } from '../../../platform/crypto/secrets.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { dayText } from '../../../platform/days.ts';
import { oneByOne } from '../../../platform/jobs/one-by-one.ts';
import { dollarsText } from '../../../platform/money.ts';
import { readContractorZone } from '../../contractors/index.ts';
import { readProviderFacts } from '../../legal/index.ts';
import { readCreditors, type Creditor } from '../../lenders/index.ts';
import { hasMessage, type DeliveryResult } from '../../messaging/index.ts';
import { readAgreed } from '../consents/index.ts';
import { emailOf, messageKeys, notifyHomeowner } from '../homeowner-news.ts';
import { selectRoutes, type Route } from '../lenders/index.ts';
import {
  findPageAndCompany,
  lockApplication,
  selectOffers,
  type Application,
} from '../repository.ts';
import { missingIn, noticeTextVersion, writeNotice, type NoticeFacts } from './content.ts';
import { needOf, stepOf, type Case, type Need } from './need.ts';
import { insertNotice, lockSentBy, selectDue, selectNotices, setNotice } from './repository.ts';
import type { NewNotice, NoticeRow } from './tables.ts';

interface Which {
  contractorId: number;
  applicationId: number;
}

/** States in which the homeowner got a notice, or staff have to mail it. */
const settled: readonly NoticeRow['state'][] = ['sent', 'paper', 'mailed'];

/**
 * Brings an application's notices up to date in one transaction, and sends those that are due in one
 * e-mail. Safe to run twice and in parallel: the application's lock serializes the calls, and a sent
 * notice isn't sent again.
 */
export async function check(context: Context, which: Which): Promise<void> {
  await context.db.transaction(async (tx) => {
    const of = { contractorId: which.contractorId, id: which.applicationId };
    const application = await lockApplication(tx, of);
    if (application === undefined || application.completedAt === null) return;
    if (application.anonymisedAt !== null) return;
    const now = context.clock.now();
    const routes = await selectRoutes(tx, application);
    const found: Case = { application, routes, offers: await selectOffers(tx, application), now };
    const ready = await update(tx, context, found);
    if (ready.length > 0) await send(tx, context, found, ready);
  });
}

interface Ready {
  notice: NoticeRow;
  facts: NoticeFacts;
}

/** Stores what each lender owes, and returns the notices to send now. */
async function update(tx: Database, context: Context, found: Case): Promise<Ready[]> {
  const { application, routes } = found;
  const stored = await selectNotices(tx, application);
  const creditors = await readCreditors(
    tx,
    routes.map(({ lenderId }) => lenderId),
  );
  const common = await commonFacts(tx, context, application);
  const ready: Ready[] = [];
  for (const route of routes) {
    const notice = stored.find(({ lenderId }) => lenderId === route.lenderId);
    const creditor = creditors.get(route.lenderId);
    if (creditor === undefined || (notice !== undefined && settled.includes(notice.state)))
      continue;
    const need = needOf(found, route);
    if (need === null) {
      // The lender has an offer again.
      if (notice !== undefined) await put(tx, notice, { ...nothingToDo, problem: '' });
      continue;
    }
    const facts = factsOf(found, { route, creditor, need, common });
    const values = valuesOf(found, { route, creditor, need, facts });
    const kept = await keep(tx, notice, { ...base(found, creditor, need), ...values.stored });
    if (values.isReady) ready.push({ notice: kept, facts });
  }
  return ready;
}

const nothingToDo = { state: 'not-needed', checkAt: null } as const;

/** The stored values of a notice that isn't sent yet. */
function valuesOf(
  found: Case,
  {
    route,
    creditor,
    need,
    facts,
  }: { route: Route; creditor: Creditor; need: Need; facts: NoticeFacts },
): { stored: Pick<NewNotice, 'state' | 'problem' | 'checkAt'>; isReady: boolean } {
  if (route.sendsNotice || creditor.disclosures.sender === 'lender')
    return { stored: { state: 'lender', problem: '', checkAt: null }, isReady: false };
  const step = stepOf(found, need);
  if (step.do === 'nothing')
    return { stored: { ...nothingToDo, problem: step.problem }, isReady: false };
  const missing = missingIn(facts);
  if (step.do === 'wait') {
    const problem = step.problem === '' ? missing : step.problem;
    return { stored: { state: 'waiting', problem, checkAt: step.until }, isReady: false };
  }
  const checkAt = new Date(found.now.getTime() + hourMs);
  const stored = { state: 'waiting', problem: missing, checkAt } as const;
  return { stored, isReady: missing === '' };
}

const base = ({ application, now }: Case, { lender }: Creditor, need: Need) => ({
  ...need,
  contractorId: application.contractorId,
  applicationId: application.id,
  lenderId: lender.id,
  createdAt: now,
  lenderName: lender.legalName || lender.name,
  applicantName: application.applicantName,
  email: emailOf(application) ?? '',
  address: [application.projectAddress, application.city, application.state]
    .filter(Boolean)
    .join(', '),
  language: application.language,
});

async function keep(
  tx: Database,
  notice: NoticeRow | undefined,
  { createdAt, ...values }: NewNotice,
): Promise<NoticeRow> {
  if (notice === undefined) return insertNotice(tx, { ...values, createdAt });
  return put(tx, notice, values);
}

/** Changes a notice; its version stays when nothing does, so that staff see no false conflicts. */
async function put(
  tx: Database,
  notice: NoticeRow,
  values: Partial<NewNotice>,
): Promise<NoticeRow> {
  const isSame = Object.entries(values).every(([name, value]) => {
    const before: unknown = Object.getOwnPropertyDescriptor(notice, name)?.value;
    return String(before) === String(value);
  });
  return isSame ? notice : setNotice(tx, notice, values);
}

interface Common {
  companyName: string;
  providerName: string;
  timeZone: string;
}

async function commonFacts(
  tx: Database,
  { config }: Context,
  { contractorId, pageId }: Application,
): Promise<Common> {
  const { shownName } = await findPageAndCompany(tx, pageId);
  const { legalName } = await readProviderFacts(tx);
  return {
    companyName: shownName,
    providerName: legalName || brandFromConfig(config).name,
    timeZone: await readContractorZone(tx, contractorId, config.BUSINESS_TIME_ZONE),
  };
}

function factsOf(
  { application, offers, now }: Case,
  parts: { route: Route; creditor: Creditor; need: Need; common: Common },
): NoticeFacts {
  const { route, creditor, need, common } = parts;
  const own = offers.filter(({ lenderId }) => lenderId === route.lenderId);
  const declined = need.kind === 'declined';
  const score = declined ? route.creditScore : null;
  const days = { applied: application.completedAt ?? now, sent: now };
  return {
    kind: need.kind,
    applicationId: application.id,
    applicantName: application.applicantName,
    companyName: common.companyName,
    providerName: common.providerName,
    creditor,
    reasons: declined ? (route.declineDetails ?? []) : [],
    score,
    usedReport: declined ? route.usedReport : null,
    bureau: declined ? route.bureau : null,
    offered: dollarsText(Math.max(0, ...own.map(({ amountCents }) => amountCents))),
    day: (at, language) =>
      at === 'score'
        ? dayText(new Date(`${score?.date}T12:00:00Z`), 'UTC', language)
        : dayText(days[at], common.timeZone, language),
  };
}

/** Why a homeowner can't get a notice by e-mail; empty when it can be sent. */
async function paperReason(tx: Database, application: Application): Promise<NoticeProblem> {
  if (emailOf(application) === null) return 'no-email';
  const agreed = await readAgreed(tx, application);
  const electronic = agreed.find(({ kind }) => kind === 'e-sign');
  return electronic?.answer === 'given' ? '' : 'no-consent';
}

/** Freezes the texts, and sends one e-mail with a link to all of them, or lists them for mailing. */
async function send(
  tx: Database,
  context: Context,
  { application, now }: Case,
  ready: readonly Ready[],
): Promise<void> {
  const { id } = application;
  const problem = await paperReason(tx, application);
  const occasion = ready.map(({ notice }) => notice.id).join('-');
  const messageKey = `${messageKeys(id, 'homeowner-notice')}${occasion}`;
  const isQueued = problem === '' && (await email(tx, context, application, messageKey, occasion));
  for (const { notice, facts } of ready) {
    const frozen = frozenText(facts, application);
    if (problem !== '')
      await setNotice(tx, notice, { ...frozen, state: 'paper', problem, checkAt: null });
    else if (isQueued)
      await setNotice(tx, notice, { ...frozen, ...sentAs(messageKey, now), problem: '' });
    else await setNotice(tx, notice, limited(notice, frozen, now));
  }
}

const sentAs = (messageKey: string, now: Date) =>
  ({ state: 'sent', messageKey, sentAt: now, checkAt: null }) as const;

/** The address gets no more e-mails today: the next hour tries again, and the last days use paper. */
const limited = (
  { dueAt }: NoticeRow,
  frozen: ReturnType<typeof frozenText>,
  now: Date,
): Partial<NewNotice> =>
  dueAt.getTime() - now.getTime() > 2 * dayMs
    ? { problem: 'too-many-emails', checkAt: new Date(now.getTime() + hourMs) }
    : { ...frozen, state: 'paper', problem: 'too-many-emails', checkAt: null };

/** The text of a notice as it is sent, with its hash. */
export function frozenText(facts: NoticeFacts, { language }: Pick<Application, 'language'>) {
  const text = writeNotice(facts, language);
  return { text, hash: hashSecret(text), textVersion: noticeTextVersion };
}

/** Queues the e-mail. False when the address is over its daily limit. */
async function email(
  tx: Database,
  context: Context,
  application: Application,
  key: string,
  occasion: string,
): Promise<boolean> {
  const { contractorId, id: subject } = application;
  const { address } = await issueLink(tx, context, {
    purpose: 'adverse-action',
    contractorId,
    subject,
  });
  await notifyHomeowner(tx, context, {
    application,
    event: 'homeowner-notice',
    occasion,
    link: () => address,
    facts: {},
  });
  return hasMessage(tx, { channel: 'email', contractorId, key });
}

/** Applications looked at in one go. */
const batchSize = 500;

/**
 * Looks at the notices whose time has come. Each application is its own transaction, and a failing
 * one doesn't hold up the others.
 */
export async function sendDue(context: Context): Promise<void> {
  const { db, clock, log } = context;
  const now = clock.now();
  for (let after = { contractorId: 0, id: 0 }; ;) {
    const due = await selectDue(db, now, after, batchSize);
    await oneByOne(due, {
      log,
      work: (which) => check(context, which),
      failed: ({ applicationId }) => `The notices of application ${applicationId} were not checked`,
    });
    const last = due.at(-1);
    if (last === undefined || due.length < batchSize) return;
    after = { contractorId: last.contractorId, id: last.applicationId };
  }
}

/** The text that a notice would have now; null while the lender's details are missing. */
export async function draftText(
  db: Database,
  context: Context,
  { contractorId, applicationId, lenderId }: NoticeRow,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const application = await lockApplication(tx, { contractorId, id: applicationId });
    if (application === undefined || application.anonymisedAt !== null) return null;
    const routes = await selectRoutes(tx, application);
    const now = context.clock.now();
    const found: Case = { application, routes, offers: await selectOffers(tx, application), now };
    const route = routes.find((one) => one.lenderId === lenderId);
    const creditor = (await readCreditors(tx, [lenderId])).get(lenderId);
    const need = route && needOf(found, route);
    if (route === undefined || creditor === undefined || need == null) return null;
    const common = await commonFacts(tx, context, application);
    const facts = factsOf(found, { route, creditor, need, common });
    return missingIn(facts) === '' ? writeNotice(facts, application.language) : null;
  });
}

/** Lists the notices of an e-mail that didn't arrive for mailing on paper. */
export async function noticeDelivery(
  tx: Database,
  { contractorId, about, channel, key, status }: DeliveryResult,
): Promise<void> {
  if (about.kind !== 'homeowner' || channel !== 'email' || status !== 'failed') return;
  for (const notice of await lockSentBy(tx, contractorId, key))
    await setNotice(tx, notice, { state: 'paper', problem: 'undelivered' });
}
