/** Constants of sent links without schemas. */

import { cannotReceive } from '../emails/constants.ts';

/** The ways by which a link reaches its customer. A copied address counts as shared. */
export const linkChannels = ['text', 'email', 'qr', 'share'] as const;
export type LinkChannel = (typeof linkChannels)[number];

export const channelLabels: Record<LinkChannel, string> = {
  text: 'Text message',
  email: 'E-mail',
  qr: 'QR code',
  share: 'Shared or copied',
};

/** Channels by which a message leaves here; the others only show the address. */
export const messageChannels = ['text', 'email'] as const satisfies readonly LinkChannel[];
export const isMessage = (channel: LinkChannel): channel is (typeof messageChannels)[number] =>
  messageChannels.some((one) => one === channel);

/**
 * Where a link is now. `queued`: it waits to leave. `sent`: it has left, or stands on a screen.
 * `failed`: its message did not arrive. The rest is what its customer did, or that it was canceled or
 * is too old.
 */
export const linkStates = [
  'queued',
  'sent',
  'delivered',
  'failed',
  'opened',
  'started',
  'submitted',
  'canceled',
  'expired',
] as const;
export type LinkState = (typeof linkStates)[number];

export const linkStateLabels: Record<LinkState, string> = {
  queued: 'Waiting to leave',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Did not arrive',
  opened: 'Opened',
  started: 'Application started',
  submitted: 'Application sent',
  canceled: 'Canceled',
  expired: 'Expired',
};

/** What became of one message of a link. */
export const sendStates = ['queued', 'sent', 'delivered', 'failed'] as const;
export type SendState = (typeof sendStates)[number];

/** `queued`: its message waits to leave. `skipped`: it was not needed, or could not be sent. */
export const reminderStates = ['none', 'waiting', 'queued', 'sent', 'skipped'] as const;
export type ReminderState = (typeof reminderStates)[number];

/** A link works for so many days. */
export const linkDays = 90;
/** The reminder goes after so many days, unless the link was opened. */
export const reminderDays = 2;
/** So many messages with links one person gets from one contractor in a day. */
export const linksToOneADay = 3;

/** Messages with links that a contractor sends in a day: until staff say otherwise, and at most. */
export const linksADay = { standard: 100, max: 10_000 } as const;

/** The fragment of the public page's address that holds the code: it is sent to no server. */
export const linkFragment = '#link=';

/** What a contractor confirms before each text. What was confirmed is kept in these words. */
export const askedForText = 'This customer asked me to send this link by text message.';

export const linkPageSizes = [10, 25, 50] as const;

/** Why a message cannot go to somebody. */
export const sendProblems = {
  stopped: 'This number has stopped texts. Please use another way.',
  'no-number': 'This number cannot get texts. Please check it, or use another way.',
  off: 'Text messages are not set up in this portal. Please use another way.',
  unsubscribed: 'This address has unsubscribed from our e-mails. Please use another way.',
  undeliverable: cannotReceive.toSender,
  'often-to-number': 'This number has had enough texts for today. Please try again tomorrow.',
  'often-to-person': `You have sent this customer ${linksToOneADay} links today. Please try again tomorrow.`,
} as const;
export type SendProblem = keyof typeof sendProblems;
