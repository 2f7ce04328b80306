import type { SendProblem } from '@lintel/contract/links/constants';
import { isMessage, linksToOneADay } from '@lintel/contract/links/constants';
import type { previewLink, readLinkOptions } from '@lintel/contract/links/links';
import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { toCents } from '../../platform/money.ts';
import { contractorPlan, requireSending } from '../contractors/index.ts';
import { requireCustomer } from '../customers/index.ts';
import {
  isUndeliverable,
  isUnsubscribed,
  countSegments,
  textOutlook,
  textWords,
} from '../messaging/index.ts';
import { findActivePage, pageNames } from '../pages/index.ts';
import { formatAmount, sampleAddress } from './channels.ts';
import type { Context } from '../../platform/context.ts';
import { countSentToPerson, leftToday } from './limits.ts';
import type { SendTarget } from './send.ts';

/** Options for the send dialog before a customer is chosen. */
export async function options(
  context: Context,
  contractorId: number,
): Promise<ResponseBody<typeof readLinkOptions>> {
  const [pages, maySend, counts] = await Promise.all([
    pageNames(context.db, contractorId),
    requireSending(context.db, contractorId).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'plan_required') return false;
        throw error;
      },
    ),
    leftToday(context.db, context, contractorId),
  ]);
  return {
    pages: pages.map(({ id, pageName }) => ({ id, name: pageName })),
    maySend,
    texts: context.texts() !== null,
    ...counts,
  };
}

type Preview = ResponseBody<typeof previewLink>;
const nothing: Preview = { words: '', segments: 0, leavesAt: null, problem: null };

/** The message, its send time, and any reason why it can't be sent. Counts nothing. */
export async function preview(
  context: Context,
  { contractorId, customerId, pageId }: SendTarget,
  form: RequestPart<typeof previewLink, 'body'>,
): Promise<Preview> {
  const { channel } = form;
  if (!isMessage(channel)) return nothing;
  const known =
    customerId === undefined
      ? { phone: '', email: '' }
      : await requireCustomer(context.db, { contractorId, id: customerId });
  const to = channel === 'text' ? form.phone || known.phone : form.email || known.email;
  const often =
    to !== '' &&
    (await countSentToPerson(context.db, context, { contractorId, to })) >= linksToOneADay;
  const tooOften: SendProblem | null = often ? 'often-to-person' : null;
  if (channel === 'email') {
    return { ...nothing, problem: (await mailProblem(context.db, to)) ?? tooOften };
  }
  const words = await sampleWords(context.db, context, { contractorId, pageId }, form);
  const { problem, leavesAt } =
    to === ''
      ? { problem: null, leavesAt: null }
      : await textOutlook(context.db, context, { contractorId, to });
  return {
    words,
    segments: countSegments(words).segments,
    leavesAt: leavesAt?.toISOString() ?? null,
    problem: problem ?? tooOften,
  };
}

/** Why an address can't receive e-mail, if so. */
async function mailProblem(db: Database, to: string): Promise<SendProblem | null> {
  if (to === '') return null;
  if (await isUnsubscribed(db, to)) return 'unsubscribed';
  return (await isUndeliverable(db, to)) ? 'undeliverable' : null;
}

async function sampleWords(
  db: Database,
  context: Context,
  { contractorId, pageId }: Pick<SendTarget, 'contractorId' | 'pageId'>,
  { amount, language }: RequestPart<typeof previewLink, 'body'>,
): Promise<string> {
  const id = pageId ?? (await pageNames(db, contractorId))[0]?.id;
  const page = id === undefined ? undefined : await findActivePage(db, contractorId, id);
  const company =
    page?.companyName ?? (await contractorPlan(db, contractorId)).contractor.companyName;
  const amountCents = amount === null ? null : toCents(amount);
  return textWords(language, 'link-apply', {
    company,
    amount: formatAmount({ amountCents }),
    link: sampleAddress(context),
  });
}
