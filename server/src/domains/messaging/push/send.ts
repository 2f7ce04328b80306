import type { z } from 'zod';
import type { PushMessage } from '@lintel/contract/push/constants';
import { errorOf } from '../../../platform/errors.ts';
import { loadWebPush } from '../../../platform/lazy-packages.ts';
import type { Context } from '../../../platform/context.ts';
import { thoseThatMay } from './may-have.ts';
import type { sendPush } from './queue-jobs.ts';
import {
  deleteDevice,
  findDevice,
  findSend,
  noteSent,
  updateSend,
  type DeviceRow,
  type SendRow,
} from './repository.ts';
import { isPushService, type PushAnswer, type PushRequest } from './services.ts';
import { openSubscription } from './subscription.ts';
import { enqueueSend } from './tell.ts';
import { openVapid } from './vapid.ts';

type Queued = z.output<typeof sendPush.payload>;

/** Events are worthless after a day, so the push service drops them, too. */
const daySeconds = 86_400;
const mostAttempts = 8;
const longestRest = 3600;

/**
 * Sends one notification to the push service of its device. Safe to run twice: a settled one is
 * left alone. Deletes a device that the service no longer knows; retries after 429, 5xx, and
 * network errors.
 */
export async function sendOne(context: Context, queued: Queued): Promise<void> {
  const { db, clock } = context;
  const send = await findSend(db, queued);
  const device = await findDevice(db, { ...queued, id: queued.deviceId });
  if (send === undefined || device === undefined || send.settledAt !== null) return;
  const now = clock.now();
  const isOld = now.getTime() - send.queuedAt.getTime() > daySeconds * 1000;
  const [may] = await thoseThatMay(context, [device], now);
  const request = isOld || may === undefined ? null : await requestOf(context, device, queued);
  if (request === null) return updateSend(db, queued, { settledAt: now });
  await settle(context, { queued, send, device }, await ask(context, request));
}

/** The encrypted request, which only the browser can read; null when the service isn't allowed. */
async function requestOf(
  context: Context,
  device: DeviceRow,
  { kind, applicationId }: Queued,
): Promise<PushRequest | null> {
  const subscription = openSubscription(context, device);
  if (subscription === null || !isPushService(subscription.endpoint, context.config.PUSH_SERVICES))
    return null;
  const { endpoint, p256dh, auth } = subscription;
  const message: PushMessage = { kind, applicationId };
  const webpush = await loadWebPush();
  const details = webpush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: openVapid(context),
      TTL: kind === 'test' ? 300 : daySeconds,
      urgency: 'normal',
      contentEncoding: 'aes128gcm',
    },
  );
  return { endpoint, headers: details.headers, body: details.body ?? new Uint8Array() };
}

/** The response; an error message without one. */
async function ask({ push }: Context, request: PushRequest): Promise<PushAnswer | string> {
  try {
    return await push(request);
  } catch (error) {
    return errorOf(error).message;
  }
}

interface Try {
  queued: Queued;
  send: SendRow;
  device: DeviceRow;
}

/** The service doesn't know the device anymore, or rejects our key. */
const lost = [401, 403, 404, 410];
const later = (status: number): boolean => status === 408 || status === 429 || status >= 500;

async function settle(
  context: Context,
  { queued, send, device }: Try,
  answer: PushAnswer | string,
): Promise<void> {
  const { db, clock, log } = context;
  const now = clock.now();
  if (typeof answer !== 'string' && answer.status >= 200 && answer.status < 300)
    return db.transaction(async (tx) => {
      await updateSend(tx, queued, { settledAt: now });
      await noteSent(tx, device, now);
    });
  if (typeof answer !== 'string' && lost.includes(answer.status))
    return void (await deleteDevice(db, device));
  const attempts = send.attempts + 1;
  const mayLater = typeof answer === 'string' || later(answer.status);
  if (!mayLater || attempts >= mostAttempts) {
    const told = typeof answer === 'string' ? { reason: answer } : { status: answer.status };
    log.warn({ ...told, device: device.id, attempts }, 'a notification was not taken');
    return updateSend(db, queued, { attempts, settledAt: now });
  }
  const asked = typeof answer === 'string' ? 0 : (answer.retryAfter ?? 0);
  const rest = Math.max(asked, Math.min(longestRest, 15 * 2 ** attempts));
  return db.transaction(async (tx) => {
    await updateSend(tx, queued, { attempts });
    await enqueueSend(tx, queued, new Date(now.getTime() + rest * 1000));
  });
}
