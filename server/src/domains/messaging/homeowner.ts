import { phoneText } from '@lintel/contract/core/field-rules';
import { locales, type Language } from '@lintel/contract/core/language';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { dayText } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import { CallCounter } from '../../platform/limits/counter.ts';
import type { MessageAbout } from './about.ts';
import { emailIn, homeownerEvent, type HomeownerEvent } from './catalog.ts';
import type { MessagingContext } from './context.ts';
import { queueMessage, type EventData } from './email/index.ts';
import { hasMessage } from './queue/index.ts';
import { queueText, textWords } from './text/index.ts';

export interface HomeownerRecipient {
  language: Language;
  /** Null if the homeowner must not get e-mail. */
  email: string | null;
  /** Null without consent to texts. */
  phone: string | null;
  /** The contractor, as its page shows it. */
  company: { name: string; phone: string };
  /** The contractor's; dates are formatted in it. */
  timeZone: string;
  /** Return links to the application, for each channel. */
  links: { email(): string; text(): Promise<string> };
}

/** The data of an event's e-mail, with days as dates and phones as ten digits. */
export type HomeownerFacts<Event extends HomeownerEvent> = {
  [Name in Exclude<keyof EventData[Event], 'to' | 'company' | 'link'>]: Name extends 'until'
    ? Date | null
    : EventData[Event][Name];
};

export type HomeownerNotification = {
  [Event in HomeownerEvent]: {
    event: Event;
    contractorId: number;
    /** The same key makes one e-mail and one text. */
    key: string;
    about: MessageAbout;
    to: HomeownerRecipient;
    facts: HomeownerFacts<Event>;
  };
}[HomeownerEvent];

/**
 * Notifies a homeowner in the caller's transaction, by e-mail and text. An address or number over
 * its daily limit gets nothing.
 */
export async function notifyHomeowner(
  tx: Database,
  context: MessagingContext,
  notification: HomeownerNotification,
): Promise<void> {
  await email(tx, context, notification);
  await text(tx, context, notification);
}

async function email(
  tx: Database,
  context: MessagingContext,
  { event, contractorId, key, about, to, facts }: HomeownerNotification,
): Promise<void> {
  const { language, company, timeZone } = to;
  if (to.email === null || (await hasMessage(tx, { channel: 'email', contractorId, key }))) return;
  if (!(await mayEmail(tx, context, to.email, event))) return;
  await queueMessage(tx, context, {
    event: emailIn(language, homeownerEvent(event).email),
    key,
    contractorId,
    about,
    data: {
      to: to.email,
      company: { name: company.name, phone: phoneText(company.phone) },
      ...(hasLink(event) && { link: to.links.email() }),
      ...inWords(facts, (at) => dayText(at, timeZone, language)),
    },
  });
}

async function text(
  tx: Database,
  context: MessagingContext,
  { event, contractorId, key, about, to, facts }: HomeownerNotification,
): Promise<void> {
  const { text: kind } = homeownerEvent(event);
  if (kind === undefined || to.phone === null) return;
  const { language, timeZone } = to;
  const { lender, lenderPhone, until } = inWords(facts, (at) => shortDay(at, timeZone, language));
  const compose = async (): Promise<string> =>
    textWords(language, kind, {
      company: to.company.name,
      lender: lender ?? '',
      phone: lenderPhone ?? '',
      until: until ?? '',
      link: hasLink(event) ? await to.links.text() : '',
    });
  await queueText(tx, context, { contractorId, key, kind, about, to: to.phone, compose });
}

/** An application that has ended has no return link. */
const hasLink = (event: HomeownerEvent): boolean =>
  event !== 'homeowner-withdrawn' && event !== 'homeowner-reversed';

// A type alias: stored payloads are open records, which interfaces don't fit.
type Facts<Until> = {
  lender?: string;
  lenderPhone?: string;
  until?: Until;
  [more: string]: unknown;
};

/** The facts with formatted phones and days. */
function inWords(
  { until, lenderPhone, ...others }: Facts<Date | null>,
  day: (at: Date) => string,
): Facts<string> {
  return {
    ...others,
    ...(lenderPhone !== undefined && { lenderPhone: phoneText(lenderPhone) }),
    ...(until !== undefined && { until: until === null ? '' : day(until) }),
  };
}

/** `Mar 5`, or `5 de marzo`. */
const shortDay = (at: Date, timeZone: string, language: Language): string =>
  at.toLocaleDateString(locales[language], {
    timeZone,
    month: language === 'es' ? 'long' : 'short',
    day: 'numeric',
  });

/** Daily e-mail limits for one address: per event, and for all events with the same cause. */
const aDay = { ofEvent: 5, inAll: 10 } as const;
const daySeconds = 86_400;

async function mayEmail(
  tx: Database,
  { clock }: MessagingContext,
  address: string,
  event: HomeownerEvent,
): Promise<boolean> {
  const counter = new CallCounter(tx, clock);
  const hash = hashSecret(address.toLowerCase());
  const kind = event.replace(/^homeowner-/, '');
  const ofEvent = await counter.count(`homeowner-mail:${kind}:${hash}`, daySeconds);
  if (ofEvent > aDay.ofEvent) return false;
  // The code unlocks an application, so other messages must not use up its share.
  if (event === 'homeowner-confirm') return true;
  const { cause } = homeownerEvent(event);
  return (await counter.count(`homeowner-mail:by-${cause}:${hash}`, daySeconds)) <= aDay.inAll;
}
