import { isMessage, sendProblems, type SendProblem } from '@lintel/contract/links/constants';
import { collapsed, latinNamePattern, phoneText } from '@lintel/contract/core/field-rules';
import { issueLink, linkAddress } from '../../platform/access-links/index.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { dayText } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { CallCounter, countMailTo } from '../../platform/limits/counter.ts';
import { dollarsText, wholeDollarsText } from '../../platform/money.ts';
import { contractorPlan, readContractorZone } from '../contractors/index.ts';
import {
  isUndeliverable,
  isUnsubscribed,
  notify,
  type NotifyOutcome,
  textOutlook,
} from '../messaging/index.ts';
import { findActivePage } from '../pages/index.ts';
import type { Context } from '../../platform/context.ts';
import { countMessage } from './limits.ts';
import { insertSend, type LinkRow, type SendRow } from './repository.ts';
import { splitName } from './split-name.ts';

/** Key prefix of all messages of a link. */
const messageStart = (id: number): string => `link-${id}-`;
/** Key prefix of a link's reminder. */
export const reminderStart = (id: number): string => `link-${id}-reminder-`;
const messageKey = ({ id }: LinkRow, kind: SendRow['kind'], n: number): string =>
  kind === 'reminder' ? `${reminderStart(id)}${n}` : `${messageStart(id)}send-${n}`;

/** Sample for previews: a code of the usual length that isn't valid. */
export const sampleAddress = (context: Context): string =>
  linkAddress(context, 'sent-link', 'xxxxxxxxxxxxx');

const refusal = (problem: SendProblem): AppError =>
  new AppError('link_refused', { message: sendProblems[problem] });

const textProblems: Record<Exclude<NotifyOutcome, 'queued' | 'already'>, SendProblem> = {
  off: 'off',
  'no-number': 'no-number',
  stopped: 'stopped',
  limited: 'often-to-number',
};

interface SendDetails {
  n: number;
  kind: SendRow['kind'];
  /** The account that sends it; null for the reminder. */
  by: number | null;
  /** The confirmation text, for an SMS. */
  confirmed: string | null;
}

/** What was sent, or is to be shown. */
interface SendResult {
  address: string;
  state: 'queued' | 'sent';
  /** When a delayed text is sent; null when it is sent now. */
  leavesAt: Date | null;
}

/**
 * Sends a link once in the caller's transaction, under a new code: by a message that is sent after
 * the commit, or as an address to show. Throws `link_refused` or `link_limit` with a readable
 * reason.
 */
export async function sendOnce(
  tx: Database,
  context: Context,
  link: LinkRow,
  { n, kind, by, confirmed }: SendDetails,
): Promise<SendResult> {
  const { contractorId, id: linkId, channel, expiresAt } = link;
  const { address } = await issueLink(tx, context, {
    purpose: 'sent-link',
    contractorId,
    subject: linkId,
    expiresAt,
  });
  const to = channel === 'text' ? link.phone : channel === 'email' ? link.email : '';
  const state = isMessage(channel) ? 'queued' : 'sent';
  const now = context.clock.now();
  await insertSend(tx, {
    contractorId,
    linkId,
    n,
    kind,
    at: now,
    by,
    confirmed,
    toHash: to === '' ? null : hashSecret(to.toLowerCase()),
    state,
    settledAt: state === 'sent' ? now : null,
  });
  if (!isMessage(channel)) return { address, state, leavesAt: null };
  await countMessage(tx, context, { contractorId, to });
  const sent = { key: messageKey(link, kind, n), n, isReminder: kind === 'reminder', address };
  if (channel === 'email') {
    await emailTo(tx, context, link, sent);
    return { address, state, leavesAt: null };
  }
  return { address, state, leavesAt: await textTo(tx, context, link, sent) };
}

interface Message {
  key: string;
  /** Number of this send. */
  n: number;
  isReminder: boolean;
  address: string;
}

/** `$12,000`, or empty. */
export const formatAmount = ({ amountCents }: Pick<LinkRow, 'amountCents'>): string =>
  amountCents === null
    ? ''
    : (amountCents % 100 === 0 ? wholeDollarsText : dollarsText)(amountCents);

async function textTo(
  tx: Database,
  context: Context,
  link: LinkRow,
  { key, n, isReminder, address }: Message,
): Promise<Date | null> {
  const { contractorId, phone: to, language } = link;
  const { companyName: company } = await readCompany(tx, link);
  const common = {
    contractorId,
    key,
    about: { kind: 'link', id: link.id, part: n },
    language,
    to,
  } as const;
  const queued = await notify(
    tx,
    context,
    isReminder
      ? { ...common, event: 'apply-reminder', by: 'text', data: { company, link: address } }
      : {
          ...common,
          event: 'apply-link',
          by: 'text',
          data: { company, amount: formatAmount(link), link: address },
        },
  );
  if (queued !== 'queued' && queued !== 'already') throw refusal(textProblems[queued]);
  return (await textOutlook(tx, context, { contractorId, to })).leavesAt;
}

async function emailTo(
  tx: Database,
  context: Context,
  link: LinkRow,
  { key, n, isReminder, address }: Message,
): Promise<void> {
  const { contractorId, email: to, language, expiresAt, replyTo } = link;
  if (await isUnsubscribed(tx, to)) throw refusal('unsubscribed');
  if (await isUndeliverable(tx, to)) throw refusal('undeliverable');
  await countMailTo(new CallCounter(tx, context.clock), to, contractorId).catch(
    (error: unknown) => {
      throw error instanceof AppError ? refusal('often-to-person') : error;
    },
  );
  const { companyName, phone } = await readCompany(tx, link);
  const timeZone = await readContractorZone(tx, contractorId, context.config.BUSINESS_TIME_ZONE);
  await notify(tx, context, {
    event: isReminder ? 'apply-reminder' : 'apply-link',
    contractorId,
    key,
    about: { kind: 'link', id: link.id, part: n },
    language,
    to,
    by: 'email',
    data: {
      company: { name: companyName, phone: phoneText(phone) },
      name: greetingName(link.name),
      amount: formatAmount(link),
      link: address,
      until: dayText(expiresAt, timeZone, language),
      isReminder,
      answerTo: replyTo,
    },
  });
}

const longestGreeting = 30;
/** The first name for the greeting, or empty when it doesn't look like a name. */
function greetingName(name: string): string {
  const { firstName } = splitName(name);
  const isName = latinNamePattern.test(firstName) && !/[.]\S/.test(firstName);
  return isName && firstName.length <= longestGreeting ? collapsed(firstName) : '';
}

/** The company name and phone of a link's page. */
async function readCompany(
  db: Database,
  { contractorId, pageId }: Pick<LinkRow, 'contractorId' | 'pageId'>,
): Promise<{ companyName: string; phone: string }> {
  const page = await findActivePage(db, contractorId, pageId);
  const { contractor } = await contractorPlan(db, contractorId);
  return { companyName: page?.companyName ?? contractor.companyName, phone: contractor.phone };
}

/** An address as a QR code: an SVG data URL. */
export async function drawQrCode(address: string): Promise<string> {
  const { default: QRCode } = await import('qrcode');
  const svg = await QRCode.toString(address, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
