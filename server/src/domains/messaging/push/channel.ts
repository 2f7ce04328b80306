import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { toError } from '../../../platform/errors.ts';
import { loadWebPush } from '../../../platform/lazy-packages.ts';
import type { Attempt, Channel, MessageRow, Outcome } from '../queue/index.ts';
import { devicesAllowed } from './allowed.ts';
import { deleteDevice, findDevice, markSent, type DeviceRow } from './repository.ts';
import { isPushService, type PushAnswer, type PushRequest } from './services.ts';
import { openSubscription } from './subscription.ts';
import { openVapid } from './vapid.ts';

/** Events are worthless after a day, so the push service drops them, too. */
const daySeconds = 86_400;

/**
 * Push notifications to devices. Deletes a device that its service no longer knows; retries after
 * 429, 5xx, and network errors.
 */
export const pushChannel: Channel = {
  name: 'push',
  maxAttempts: 8,
  pause: (attempts) => Math.min(3600, 15 * 2 ** attempts),
  prepare: async (context, message) => {
    const now = context.clock.now();
    if (now.getTime() - message.createdAt.getTime() > daySeconds * 1000)
      return { status: 'suppressed', reason: 'It was older than a day' };
    const device = await findMessageDevice(context.db, message);
    const allowed = device && (await devicesAllowed(context, [device], now));
    return allowed?.length === 1
      ? null
      : { status: 'suppressed', reason: 'No one has access to it' };
  },
  handOver,
};

const findMessageDevice = async (
  db: Database,
  { contractorId, deviceId }: MessageRow,
): Promise<DeviceRow | undefined> =>
  deviceId === null ? undefined : findDevice(db, { contractorId, id: deviceId });

/** The service doesn't know the device anymore, or rejects our key. */
const lost = [401, 403, 404, 410];
const isTemporary = (status: number): boolean => status === 408 || status === 429 || status >= 500;

async function handOver(tx: Database, context: Context, { message }: Attempt): Promise<Outcome> {
  const device = await findMessageDevice(tx, message);
  const request = device && (await requestFor(context, device, message));
  if (!device || !request) return { status: 'suppressed', reason: 'Its service is not allowed' };
  const answer = await context.push(request).catch((error: unknown) => toError(error).message);
  if (typeof answer === 'string') return { status: 'queued', reason: answer };
  if (answer.status >= 200 && answer.status < 300) {
    await markSent(tx, device, context.clock.now());
    return { status: 'sent', reason: null };
  }
  return rejection(tx, context, device, answer);
}

async function rejection(
  tx: Database,
  { log }: Context,
  device: DeviceRow,
  { status, retryAfter }: PushAnswer,
): Promise<Outcome> {
  const reason = `The push service answered ${status}`;
  if (isTemporary(status))
    return { status: 'queued', reason, seconds: retryAfter ?? 0, isClear: true };
  if (lost.includes(status)) await deleteDevice(tx, device);
  else log.warn({ status, device: device.id }, 'a push service rejected a notification');
  return { status: 'failed', reason };
}

/** The encrypted request, which only the browser can read; null when the service isn't allowed. */
async function requestFor(
  context: Context,
  device: DeviceRow,
  { event, aboutId: applicationId }: MessageRow,
): Promise<PushRequest | null> {
  const subscription = openSubscription(context, device);
  if (!subscription || !isPushService(subscription.endpoint, context.config.PUSH_SERVICES))
    return null;
  const { endpoint, p256dh, auth } = subscription;
  const message = { kind: event, applicationId };
  const webpush = await loadWebPush();
  const details = webpush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: openVapid(context),
      TTL: event === 'test' ? 300 : daySeconds,
      urgency: 'normal',
      contentEncoding: 'aes128gcm',
    },
  );
  return { endpoint, headers: details.headers, body: details.body ?? new Uint8Array() };
}
