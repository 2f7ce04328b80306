import type {
  AdverseActionNotice,
  NoticeDetails,
} from '@lintel/contract/applications/adverse-action';
import { auditor, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { dayIn } from '../../../platform/days.ts';
import { hashSecret } from '../../../platform/crypto/secrets.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import { lockApplication } from '../repository.ts';
import { draftText } from './check.ts';
import { noticeTextVersion } from './content.ts';
import { noticePdf } from './paper.ts';
import { setNotice } from './repository.ts';
import { findNotice, type Listed } from './staff-repository.ts';
import type { NoticeRow } from './tables.ts';

const audit = auditor('adverse-action');

/** A notice in the list. */
export const presentNotice = ({ notice, companyName }: Listed, now: Date): AdverseActionNotice => ({
  id: notice.id,
  applicationId: notice.applicationId,
  companyName,
  lenderId: notice.lenderId,
  lenderName: notice.lenderName,
  applicantName: notice.applicantName,
  kind: notice.kind,
  state: notice.state,
  problem: notice.problem,
  createdAt: notice.createdAt.toISOString(),
  dueAt: notice.dueAt.toISOString(),
  isOverdue: isOpen(notice) && notice.dueAt < now,
  sentAt: notice.sentAt?.toISOString() ?? null,
  mailedOn: notice.mailedOn,
  version: notice.version,
});

const isOpen = ({ state }: NoticeRow): boolean => state === 'waiting' || state === 'paper';

async function find(db: Database, id: number): Promise<Listed> {
  const found = await findNotice(db, id);
  if (found === undefined) throw new AppError('not_found');
  return found;
}

/** The text as sent; for an unsent notice, as it would be sent now. Empty for none. */
async function textOf(context: Context, notice: NoticeRow): Promise<string> {
  if (notice.text !== '' || notice.state !== 'waiting') return notice.text;
  return (await draftText(context.db, context, notice)) ?? '';
}

/** One notice, which is audited, because it states why a person got no credit. */
export async function readOne(
  context: Context,
  caller: Caller,
  id: number,
): Promise<NoticeDetails> {
  const found = await find(context.db, id);
  const { notice } = found;
  await record(context.db, context, caller, { notice, what: 'opened' });
  const names = await context.accounts.namesOf(
    context.db,
    notice.mailedBy === null ? [] : [notice.mailedBy],
  );
  return {
    ...presentNotice(found, context.clock.now()),
    email: notice.email,
    address: notice.address,
    language: notice.language,
    text: await textOf(context, notice),
    hash: notice.hash,
    textVersion: notice.textVersion,
    mailedBy: notice.mailedBy === null ? '' : (names.get(notice.mailedBy) ?? ''),
  };
}

/** Throws `conflict` for a notice without a text. */
export async function printOne(context: Context, caller: Caller, id: number) {
  const { notice } = await find(context.db, id);
  const text = await textOf(context, notice);
  if (text === '') throw new AppError('conflict', { message: 'This notice has no text to print.' });
  await record(context.db, context, caller, { notice, what: 'downloaded' });
  const { applicationId } = notice;
  const content = noticePdf(context, { ...notice, text, isDraft: notice.text === '' });
  return { content, applicationId };
}

const record = (
  tx: Database,
  context: Context,
  caller: Caller,
  {
    notice,
    what,
    details = {},
  }: {
    notice: NoticeRow;
    what: 'opened' | 'downloaded' | 'paper' | 'mailed';
    details?: Record<string, unknown>;
  },
): Promise<void> =>
  audit(tx, context, caller, what, {
    entityId: notice.id,
    contractorId: notice.contractorId,
    details: { application: notice.applicationId, lender: notice.lenderName, ...details },
  });

/**
 * Locks a notice by its application, as the jobs do, and changes it. Throws `not_found`, or
 * `conflict` when it changed after `version`.
 */
const change = (
  context: Context,
  { id, version }: { id: number; version: number },
  work: (tx: Database, notice: NoticeRow) => Promise<NoticeRow>,
): Promise<AdverseActionNotice> =>
  context.db.transaction(async (tx) => {
    const { notice } = await find(tx, id);
    await lockApplication(tx, { contractorId: notice.contractorId, id: notice.applicationId });
    const found = await find(tx, id);
    if (found.notice.version !== version)
      throw new AppError('conflict', { message: 'This notice has changed. Please reload it.' });
    const changed = await work(tx, found.notice);
    return presentNotice({ ...found, notice: changed }, context.clock.now());
  });

/** Records that a notice was mailed on paper. Throws a field error for an impossible day. */
export const markMailed = (
  context: Context,
  caller: Caller,
  { on, ...which }: { id: number; version: number; on: string },
): Promise<AdverseActionNotice> =>
  change(context, which, async (tx, notice) => {
    if (notice.state !== 'paper')
      throw new AppError('conflict', { message: 'Only a notice on paper can be mailed.' });
    const zone = context.config.BUSINESS_TIME_ZONE;
    if (on > dayIn(context.clock.now(), zone))
      throw invalidField('on', 'This day is in the future.');
    if (on < dayIn(notice.decidedAt, zone))
      throw invalidField('on', 'The lender decided later than that.');
    await record(tx, context, caller, { notice, what: 'mailed', details: { on } });
    const { id: mailedBy } = caller.authenticated;
    return setNotice(tx, notice, { state: 'mailed', mailedOn: on, mailedBy });
  });

/** Freezes a notice's text, and lists it for mailing. */
export const choosePaper = (
  context: Context,
  caller: Caller,
  which: { id: number; version: number },
): Promise<AdverseActionNotice> =>
  change(context, which, async (tx, notice) => {
    if (notice.state !== 'waiting' && notice.state !== 'sent')
      throw new AppError('conflict', { message: 'This notice can’t be moved to paper.' });
    if (notice.problem === 'contested')
      throw new AppError('conflict', {
        message: 'The owner has to confirm the application first.',
      });
    const text = notice.text === '' ? await draftText(tx, context, notice) : notice.text;
    if (text === null)
      throw new AppError('conflict', { message: 'Please add the lender’s details first.' });
    await record(tx, context, caller, { notice, what: 'paper' });
    return setNotice(tx, notice, {
      text,
      hash: hashSecret(text),
      textVersion: noticeTextVersion,
      state: 'paper',
      problem: 'staff',
      checkAt: null,
    });
  });
