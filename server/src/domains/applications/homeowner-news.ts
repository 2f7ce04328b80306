import { dayMs } from '@lintel/contract/core/durations';
import { returnLinkDays } from '@lintel/contract/applications/constants';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { readContractorZone } from '../contractors/index.ts';
import {
  notify,
  cancelMessages,
  type HomeownerEvent,
  type HomeownerFacts,
  type HomeownerRecipient,
} from '../messaging/index.ts';
import { findPageAndCompany, type Application } from './repository.ts';
import { issueShortLink } from './short-links.ts';
import { returnLinkUrl } from './return-link.ts';

/** A message to a homeowner about an application. `occasion` distinguishes events of one kind. */
export type HomeownerUpdate = {
  application: Application;
  /** Leads somewhere else than back to the application. */
  link?: () => string;
} & {
  [Event in HomeownerEvent]: { event: Event; occasion: string; facts: HomeownerFacts<Event> };
}[HomeownerEvent];

/** Messages about a choice, outdated when the choice ends. */
export const choiceEvents = [
  'homeowner-choice',
  'homeowner-information',
  'homeowner-approved',
  'homeowner-expiring',
] as const satisfies readonly HomeownerEvent[];
/** Messages outdated by a new offer or another choice. */
export const deadEndEvents = [
  'homeowner-no-offers',
  'homeowner-taken-back',
] as const satisfies readonly HomeownerEvent[];

/** Key prefix of all messages to the homeowner of an application. */
export const homeownerKeys = (id: number): string => `homeowner-${id}-`;
/** Key prefix of the messages for one event. */
export const messageKeys = (id: number, event: HomeownerEvent): string =>
  `${homeownerKeys(id)}${event.replace(/^homeowner-/, '')}-`;

/** Queues a message in the caller's transaction, once per event and occasion. */
export async function notifyHomeowner(
  tx: Database,
  context: Context,
  { application, link, occasion, ...news }: HomeownerUpdate,
): Promise<void> {
  const { contractorId, id, anonymisedAt } = application;
  if (anonymisedAt !== null) return;
  const to = await resolveRecipient(tx, context, application);
  await notify(tx, context, {
    ...news,
    contractorId,
    key: `${messageKeys(id, news.event)}${occasion}`,
    about: { kind: 'homeowner', id },
    to: link === undefined ? to : { ...to, links: { ...to.links, email: link } },
  });
}

/** Cancels queued messages that are no longer true. */
export async function cancelHomeownerMessages(
  tx: Database,
  { clock }: Context,
  { contractorId, id }: Pick<Application, 'contractorId' | 'id'>,
  events: readonly HomeownerEvent[],
): Promise<void> {
  const starts = events.map((event) => messageKeys(id, event));
  const now = clock.now();
  const about = { kind: 'homeowner', id } as const;
  await cancelMessages(tx, { contractorId, about, starts }, now);
}

/**
 * The homeowner's address for messages. Once the owner is verified by phone, the e-mail may belong to
 * someone else, and vice versa.
 */
export const emailOf = ({
  email,
  provenBy,
}: Pick<Application, 'email' | 'provenBy'>): string | null =>
  provenBy === 'phone' || email === '' ? null : email;

async function resolveRecipient(
  tx: Database,
  context: Context,
  application: Application,
): Promise<HomeownerRecipient> {
  const { language, phone, provenBy, textsAgreedAt } = application;
  const {
    pageName,
    shownName,
    phone: ofCompany,
  } = await findPageAndCompany(tx, application.pageId);
  const until = new Date(context.clock.now().getTime() + returnLinkDays * dayMs);
  return {
    language,
    email: emailOf(application),
    phone: provenBy === 'email' || textsAgreedAt === null ? null : phone,
    company: { name: shownName, phone: ofCompany },
    timeZone: await readContractorZone(
      tx,
      application.contractorId,
      context.config.BUSINESS_TIME_ZONE,
    ),
    links: {
      email: () => returnLinkUrl(context, application, { pageName, until, by: 'email' }),
      text: () => issueShortLink(tx, context, application),
    },
  };
}
