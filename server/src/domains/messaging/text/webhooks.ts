import * as contract from '@lintel/contract/texts/webhooks';
import { helpWords, startWords, stopWords } from '@lintel/contract/texts/constants';
import { brandFromConfig } from '../../../platform/brand.ts';
import type { Context } from '../../../platform/context.ts';
import type { RowKey } from '../../../platform/db/queries.ts';
import { AppError } from '../../../platform/errors.ts';
import { escapeHtml } from '../../../platform/escape-html.ts';
import {
  handle,
  type FileAnswer,
  type RequestFacts,
  type Route,
} from '../../../platform/http/route.ts';
import { lockText, setDelivery } from '../queue/index.ts';
import { textNumber } from './numbers.ts';
import type { Reply, ProviderReceipt, TextProvider } from './provider.ts';
import { insertReply } from './repository.ts';
import { resumeNumber, stopNumber } from './stops.ts';

/** The provider's webhooks; unsigned requests have no effect. */
export const webhookRoutes = (context: Context): Route[] => [
  handle(contract.receiveTextStatus, async ({ params, body, request }) => {
    const { contractor: contractorId, message: id } = params;
    const path = `/integrations/texts/${contractorId}/${id}/status`;
    const status = signedBy(context, request, { path, form: body }).readStatus(body);
    if (status !== null) await noteDelivery(context, { contractorId, id }, status);
    return silence;
  }),
  handle(contract.receiveTextReply, async ({ body, request }) => {
    const provider = signedBy(context, request, {
      path: '/integrations/texts/replies',
      form: body,
    });
    const reply = provider.readReply(body);
    return reply === null ? silence : answerReply(context, reply, request.address);
  }),
];

const answer = (content: string): FileAnswer => ({
  content: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><Response>${content}</Response>`),
});
/** An empty response: the provider sends nothing. */
const silence = answer('');

function signedBy(
  { texts, config: { publicUrl } }: Context,
  { headers }: RequestFacts,
  { path, form }: { path: string; form: Record<string, string> },
): TextProvider {
  const provider = texts();
  const signature = headers['x-twilio-signature'];
  const isSigned =
    typeof signature === 'string' &&
    provider?.isSignatureValid(`${publicUrl}/api/v1${path}`, form, signature) === true;
  if (provider === null || !isSigned) throw new AppError('unauthorized');
  return provider;
}

const ranks: Readonly<Record<string, number | undefined>> = {
  queued: 0,
  sent: 1,
  undelivered: 2,
  delivered: 3,
};
/** Any other status (given up) ranks last. */
const statusRank = (status: string): number => ranks[status] ?? Number.POSITIVE_INFINITY;

/**
 * Stores a delivery status. Statuses may repeat and arrive in any order, so only a later one in an
 * text's life counts. A requeued text ignores statuses of an earlier attempt, unless it arrived.
 */
async function noteDelivery(
  context: Context,
  of: RowKey,
  { id, delivery, reason }: ProviderReceipt & { reason: string },
): Promise<void> {
  const { db, clock, texts } = context;
  await db.transaction(async (tx) => {
    const text = await lockText(tx, of);
    if (text === undefined) return;
    if (text.providerId !== null && text.providerId !== id) return;
    if (text.status === 'queued' && delivery === 'undelivered') return;
    if (statusRank(delivery) <= statusRank(text.status)) return;
    await setDelivery(tx, context, text, {
      status: delivery,
      provider: texts()?.name ?? null,
      providerId: id,
      payload: null,
      unclearSince: null,
      dueAt: null,
      reason: reason === '' ? null : reason,
      settledAt: text.settledAt ?? clock.now(),
    });
  });
}

const isOne = (words: readonly string[], said: string): boolean => words.includes(said);

/**
 * Stops or restarts texts to a number, once for each reply. A reply that begins with a stop word
 * also counts.
 */
async function answerReply(
  { db, clock, config, emit }: Context,
  { id, from, text, answered }: Reply,
  address: string,
): Promise<FileAnswer> {
  const number = textNumber(from);
  const [first = ''] = text.toUpperCase().match(/[A-Z]+/g) ?? [];
  const letters = text.toUpperCase().replace(/[^A-Z]/g, '');
  const stops = isOne(stopWords, first) || letters.startsWith('OPTOUT');
  const starts = isOne(startWords, letters);
  if (number !== null && (stops || starts)) {
    await db.transaction(async (tx) => {
      if (!(await insertReply(tx, id, clock.now()))) return;
      const by = { address };
      if (stops) {
        await stopNumber(tx, { clock }, { number, source: 'reply', by });
        await emit(tx, 'number.stopped', { number, now: clock.now() });
      } else await resumeNumber(tx, { clock }, { number, by });
    });
    // The provider confirms it with its own text.
    return silence;
  }
  if (!isOne(helpWords, letters) || answered) return silence;
  const brand = brandFromConfig(config);
  const help = `${brand.name}: texts about the financing you applied for. Questions: ${brand.phone}, ${brand.supportEmail}. Reply STOP to end.`;
  return answer(`<Message>${escapeHtml(help)}</Message>`);
}
