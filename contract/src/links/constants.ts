/** Constants of sent links without schemas. */

import { cannotReceive } from '../emails/constants.ts';

/** How a link reaches its customer. A copied address counts as shared. */
export const linkChannels = ['text', 'email', 'qr', 'share'] as const;
export type LinkChannel = (typeof linkChannels)[number];

export const channelLabels: Record<LinkChannel, string> = {
  text: 'Text message',
  email: 'E-mail',
  qr: 'QR code',
  share: 'Shared or copied',
};

/** Channels that send a message; the others only show the address. */
export const messageChannels = ['text', 'email'] as const satisfies readonly LinkChannel[];
export const isMessage = (channel: LinkChannel): channel is (typeof messageChannels)[number] =>
  messageChannels.some((one) => one === channel);

/**
 * The states of a link. `queued`: waiting to be sent. `sent`: sent, or shown on a screen. `failed`:
 * its message wasn't delivered. The other states are the customer's actions, a cancellation, or
 * expiration.
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
  queued: 'Waiting to be sent',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Not delivered',
  opened: 'Opened',
  started: 'Application started',
  submitted: 'Application sent',
  canceled: 'Canceled',
  expired: 'Expired',
};

/** Delivery states of a link's message. */
export const sendStates = ['queued', 'sent', 'delivered', 'failed'] as const;
export type SendState = (typeof sendStates)[number];

/**
 * `queued`: the message is waiting to be sent. `skipped`: it wasn't needed, or couldn't be sent.
 */
export const reminderStates = ['none', 'waiting', 'queued', 'sent', 'skipped'] as const;
export type ReminderState = (typeof reminderStates)[number];

/** How many days a link works. */
export const linkDays = 90;
/** The reminder goes out after this many days, unless the link was opened. */
export const reminderDays = 2;
/** The most link messages one person receives from one contractor per day. */
export const linksToOneADay = 3;

/** A contractor's link messages per day: the default limit and the highest setting. */
export const linksADay = { standard: 100, max: 10_000 } as const;

/** The URL fragment with the code on the public page; browsers don't send it to servers. */
export const linkFragment = '#link=';

/** The contractor's confirmation before each text. This exact wording is stored. */
export const askedForText = 'This customer asked me to send this link by text message.';

export const linkPageSizes = [10, 25, 50] as const;

/** Why a message can't be sent. */
export const sendProblems = {
  stopped: 'This number has opted out of texts. Please use another method.',
  'no-number': 'This number cannot receive texts. Please check it, or use another method.',
  off: 'Text messages are not set up in this portal. Please use another method.',
  unsubscribed: 'This address has unsubscribed from our e-mails. Please use another method.',
  undeliverable: cannotReceive.toSender,
  'often-to-number': 'This number has reached its text limit for today. Please try again tomorrow.',
  'often-to-person': `You have sent this customer ${linksToOneADay} links today. Please try again tomorrow.`,
} as const;
export type SendProblem = keyof typeof sendProblems;
