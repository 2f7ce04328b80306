import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { errorOf } from '../../../platform/errors.ts';
import { MissingRow, enqueue } from '../../../platform/jobs/job.ts';
import { setDeliveryStatus } from './delivery-status.ts';
import { nextTextTime, secondsOfDay } from './numbers.ts';
import {
  TextPutOff,
  TextRefused,
  type OutgoingText,
  type Taken,
  type TextProvider,
} from './provider.ts';
import { maxAttempts, withdrawConsent } from './queue-jobs.ts';
import { enqueueText, openBody } from './queue.ts';
import { findStop, lockQueued, statusOf, updateText, type Of, type TextRow } from './repository.ts';
import { stopNumber } from './stops.ts';
import { readContractorZone } from '../../contractors/index.ts';

/** The context with an SMS provider, and with its own connections for sending. */
export type Sending = Context & { texts: TextProvider };

/**
 * Sends a queued text and marks it, unless its number is stopped or it is night there. Safe to run
 * twice: a settled text is left alone. After an unclear outcome, including a crash, it looks the
 * text up at the provider before sending it again. A delayed text queues its own retry.
 */
export async function sendQueued(context: Sending, of: Of): Promise<void> {
  const begun = await begin(context, of);
  if (begun !== null) await handOver(context, of, begun);
}

/** The state of a text before an attempt. */
interface Begun {
  attempts: number;
  /** Since when its outcome has been unclear, before this attempt. */
  unclearSince: Date | null;
}

/** Records the start of an attempt in its own transaction; null when there is nothing to send. */
const begin = (context: Sending, of: Of): Promise<Begun | null> =>
  context.db.transaction(async (tx) => {
    const text = await take(tx, of);
    if (text === undefined) return null;
    const now = context.clock.now();
    if (text.to === null || (await findStop(tx, text.to)) !== undefined) {
      await settle(tx, context, text, {
        status: 'suppressed',
        reason: 'The number has stopped texts',
      });
      return null;
    }
    const dueAt = nextTextTime(text.to, now, await readContractorZone(tx, text.contractorId, ''));
    if (dueAt > now) {
      await setDeliveryStatus(tx, context, text, { dueAt });
      await enqueueText(tx, of, dueAt);
      return null;
    }
    const attempts = text.attempts + 1;
    const { unclearSince } = text;
    await updateText(tx, of, { attempts, unclearSince: unclearSince ?? now });
    return { attempts, unclearSince };
  });

/**
 * A queued text, locked until the transaction ends; undefined when it is settled. Throws while
 * another worker holds it, and when it is missing, so that the queue retries.
 */
async function take(tx: Database, of: Of): Promise<TextRow | undefined> {
  const text = await lockQueued(tx, of);
  if (text !== undefined) return text;
  const status = await statusOf(tx, of);
  if (status === undefined) throw new MissingRow('The text');
  if (status === 'queued') throw new Error('Another worker holds the text');
  return undefined;
}

/**
 * Sends the text while its row is locked. The external call is inside the transaction because the
 * lock keeps a second worker from sending the same text.
 */
const handOver = (context: Sending, of: Of, begun: Begun): Promise<void> =>
  context.db.transaction(async (tx) => {
    const text = await take(tx, of);
    if (text === undefined || text.to === null) return;
    const body = openBody(context, text);
    if (body === null) return settle(tx, context, text, unreadable);
    const outgoing: OutgoingText = {
      to: text.to,
      body,
      statusUrl: statusUrl(context.config.publicUrl, of),
      validSeconds: secondsOfDay(
        text.to,
        context.clock.now(),
        await readContractorZone(context.db, text.contractorId, ''),
      ),
    };
    try {
      const taken = await offer(context.texts, outgoing, begun.unclearSince);
      await settleTaken(tx, context, text, { taken, body });
    } catch (error) {
      await settleRefused(tx, context, text, errorOf(error), begun.attempts);
    }
  });

/** The webhook for a text's delivery status. */
const statusUrl = (publicUrl: string, { contractorId, id }: Of): string =>
  `${publicUrl}/api/v1/integrations/texts/${contractorId}/${id}/status`;

async function offer(
  provider: TextProvider,
  text: OutgoingText,
  unclearSince: Date | null,
): Promise<Taken> {
  const found = unclearSince === null ? null : await provider.find(text, unclearSince);
  return found ?? provider.send(text);
}

const unreadable = {
  status: 'failed',
  reason: 'What the text says cannot be read with this ENCRYPTION_KEY',
} as const;

async function settleTaken(
  tx: Database,
  context: Sending,
  text: TextRow,
  { taken, body }: { taken: Taken; body: string },
): Promise<void> {
  const { clock, texts: provider } = context;
  await setDeliveryStatus(tx, context, text, {
    status: taken.delivery,
    provider: provider.name,
    providerId: taken.id,
    payload: null,
    body: provider.keepsTexts ? body : null,
    unclearSince: null,
    dueAt: null,
    reason: null,
    settledAt: clock.now(),
  });
}

/** The longest time between two attempts, in seconds. */
const longestRest = 3600;

async function settleRefused(
  tx: Database,
  context: Sending,
  text: TextRow,
  error: Error,
  attempts: number,
): Promise<void> {
  const now = context.clock.now();
  if (error instanceof TextRefused) {
    if (error.stopped && text.to !== null) {
      await stopNumber(tx, context, { number: text.to, source: 'provider', by: null });
      // In its own transaction: another one may hold the homeowner's application while it waits for
      // this text.
      const { contractorId, id } = text;
      await enqueue(tx, withdrawConsent, { contractorId, id }, { key: `text-stopped:${id}` });
    }
    return settle(tx, context, text, { status: 'failed', reason: error.message });
  }
  const isClear = error instanceof TextPutOff;
  if (attempts >= maxAttempts) {
    const doubt = isClear ? '' : '. Nobody knows whether the provider took it.';
    context.log.error({ err: error }, `text ${text.id} failed for good after ${attempts} attempts`);
    return settle(tx, context, text, { status: 'failed', reason: `${error.message}${doubt}` });
  }
  const rest = Math.min(longestRest, 15 * 2 ** attempts);
  const wait = isClear ? Math.max(rest, error.seconds) : rest;
  const dueAt = new Date(now.getTime() + wait * 1000);
  await setDeliveryStatus(tx, context, text, {
    dueAt,
    reason: error.message,
    ...(isClear && { unclearSince: null }),
  });
  await enqueueText(tx, text, dueAt);
}

/** Settles an unsent text. A failed one keeps its content for a retry. */
async function settle(
  tx: Database,
  context: Sending,
  text: TextRow,
  outcome: { status: 'failed' | 'suppressed'; reason: string },
): Promise<void> {
  await setDeliveryStatus(tx, context, text, {
    ...outcome,
    ...(outcome.status === 'suppressed' && { payload: null }),
    dueAt: null,
    settledAt: context.clock.now(),
  });
}
