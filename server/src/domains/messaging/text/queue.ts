import type { TextKind } from '@lintel/contract/texts/constants';
import type { Context } from '../../../platform/context.ts';
import { hashSecret, seal, unseal } from '../../../platform/crypto/secrets.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { CallCounter } from '../../../platform/limits/counter.ts';
import { nextTextTime, textNumber } from './numbers.ts';
import { findStop } from './repository.ts';
import { countSegments } from './segments.ts';
import { readContractorZone } from '../../contractors/index.ts';
import type { MessageAbout } from '../about.ts';
import type { MessagingContext } from '../context.ts';
import { hasMessage, queue } from '../queue/index.ts';

export interface TextRequest {
  contractorId: number;
  /** The cause: the same key makes one text, even if queued again. */
  key: string;
  kind: TextKind;
  about: MessageAbout;
  /** Unformatted. Only numbers with consent to texts may be passed. */
  to: string;
  /** Writes the content; called only if the text will be sent. */
  compose(): Promise<string>;
}

/** The outcome of queuing a text. */
export type NotifyOutcome = 'queued' | 'already' | 'off' | 'no-number' | 'stopped' | 'limited';

/** The most texts a day for one number, across contractors. */
const textsADay = 8;
const daySeconds = 86_400;

/**
 * Queues one text in the caller's transaction: it is sent when that commits, and never when it
 * doesn't; at night in the number's area, it waits until 8 am. Nothing external happens here.
 */
export async function queueText(
  tx: Database,
  context: MessagingContext,
  { contractorId, key, kind, about, to, compose }: TextRequest,
): Promise<NotifyOutcome> {
  if (context.texts() === null) return 'off';
  const number = textNumber(to);
  if (number === null) return 'no-number';
  if (await hasMessage(tx, { channel: 'text', contractorId, key })) return 'already';
  if ((await findStop(tx, number)) !== undefined) return 'stopped';
  const counter = new CallCounter(tx, context.clock);
  if ((await counter.count(`texts:${hashSecret(number)}`, daySeconds)) > textsADay)
    return 'limited';
  const body = await compose();
  const now = context.clock.now();
  const dueAt = nextTextTime(number, now, await readContractorZone(tx, contractorId, ''));
  const isNew = await queue(tx, {
    channel: 'text',
    contractorId,
    key,
    event: kind,
    about,
    recipient: number,
    payload: sealBody(context, { contractorId, key }, body),
    ...countSegments(body),
    dueAt,
    createdAt: now,
  });
  return isNew ? 'queued' : 'already';
}

interface Keyed {
  contractorId: number;
  key: string;
}
const sealContext = ({ contractorId, key }: Keyed): string => `text:${contractorId}:${key}`;

/** Stored content is encrypted until it is sent, because it holds a link. */
const payloadKey = ({ keys }: Pick<Context, 'keys'>): Uint8Array => keys.derive('text payload');

export const sealBody = (context: Pick<Context, 'keys'>, of: Keyed, body: string): string =>
  seal(payloadKey(context), body, sealContext(of));

/** The content of a stored text, or null when it was sealed with another key. */
export const openBody = (
  context: Pick<Context, 'keys'>,
  text: Keyed & { payload: string | null },
): string | null =>
  text.payload === null ? null : unseal(payloadKey(context), text.payload, sealContext(text));
