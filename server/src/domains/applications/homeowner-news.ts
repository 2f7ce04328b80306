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
export type HomeownerUpdate = { application: Application } & {
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
const messageKeys = (id: number, event: HomeownerEvent): string =>
  `${homeownerKeys(id)}${event.replace(/^homeowner-/, '')}-`;

/** Queues a message in the caller's transaction, once per event and occasion. */
export async function notifyHomeowner(
  tx: Database,
  context: Context,
  { application, occasion, ...news }: HomeownerUpdate,
): Promise<void> {
  const { contractorId, id, anonymisedAt } = application;
  if (anonymisedAt !== null) return;
  await notify(tx, context, {
    ...news,
    contractorId,
    key: `${messageKeys(id, news.event)}${occasion}`,
    about: { kind: 'homeowner', id },
    to: await resolveRecipient(tx, context, application),
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

async function resolveRecipient(
  tx: Database,
  context: Context,
  application: Application,
): Promise<HomeownerRecipient> {
  const { language, email, phone, provenBy, textsAgreedAt } = application;
  const {
    pageName,
    shownName,
    phone: ofCompany,
  } = await findPageAndCompany(tx, application.pageId);
  const until = new Date(context.clock.now().getTime() + returnLinkDays * dayMs);
  return {
    language,
    // Once the owner is verified by phone, the e-mail may belong to someone else, and vice versa.
    email: provenBy === 'phone' || email === '' ? null : email,
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
