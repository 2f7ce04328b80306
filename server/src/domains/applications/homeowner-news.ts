import { dayMs } from '@lintel/contract/core/durations';
import { wayBackDays } from '@lintel/contract/applications/constants';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { readContractorZone } from '../contractors/index.ts';
import {
  notify,
  cancelMessages,
  type HomeownerEvent,
  type HomeownerFacts,
  type HomeownerRecipient,
  type MessagingDeps,
} from '../messaging/index.ts';
import { findPageAndCompany, type Application } from './repository.ts';
import { makeShortLink } from './short-links.ts';
import { wayBackAddress } from './way-back-link.ts';

/** A message to a homeowner about an application. `occasion` distinguishes events of one kind. */
export type HomeownerNews = {
  [Event in HomeownerEvent]: { event: Event; occasion: string; facts: HomeownerFacts<Event> };
}[HomeownerEvent];

/** Messages about a choice, outdated when the choice ends. */
export const aboutChoice = [
  'homeowner-choice',
  'homeowner-information',
  'homeowner-approved',
  'homeowner-expiring',
] as const satisfies readonly HomeownerEvent[];
/** Messages outdated by a new offer or another choice. */
export const aboutNoWay = [
  'homeowner-no-offers',
  'homeowner-taken-back',
] as const satisfies readonly HomeownerEvent[];

export interface HomeownerMessages {
  /** Queues a message in the caller's transaction, once per event and occasion. */
  tell(tx: Database, application: Application, news: HomeownerNews): Promise<void>;
  /** Cancels queued messages that are no longer true. */
  takeBack(
    tx: Database,
    application: Pick<Application, 'contractorId' | 'id'>,
    events: readonly HomeownerEvent[],
  ): Promise<void>;
}

export interface HomeownerNewsDeps {
  clock: Clock;
  messaging: MessagingDeps;
  publicUrl: string;
  linkKey: Uint8Array;
  timeZone: string;
}

/** Key prefix of all messages to the homeowner of an application. */
export const homeownerKeys = (id: number): string => `homeowner-${id}-`;
/** Key prefix of the messages for one event. */
const keysOf = (id: number, event: HomeownerEvent): string =>
  `${homeownerKeys(id)}${event.replace(/^homeowner-/, '')}-`;

export const homeownerMessages = (deps: HomeownerNewsDeps): HomeownerMessages => ({
  tell: async (tx, application, { occasion, ...news }) => {
    const { contractorId, id, anonymisedAt } = application;
    if (anonymisedAt !== null) return;
    await notify(tx, deps.messaging, {
      ...news,
      contractorId,
      key: `${keysOf(id, news.event)}${occasion}`,
      about: { kind: 'homeowner', id },
      to: await recipientOf(tx, deps, application),
    });
  },
  takeBack: async (tx, { contractorId, id }, events) => {
    const starts = events.map((event) => keysOf(id, event));
    const now = deps.clock.now();
    const about = { kind: 'homeowner', id } as const;
    await cancelMessages(tx, { contractorId, about, starts }, now);
  },
});

async function recipientOf(
  tx: Database,
  deps: HomeownerNewsDeps,
  application: Application,
): Promise<HomeownerRecipient> {
  const { language, email, phone, provenBy, textsAgreedAt } = application;
  const {
    pageName,
    shownName,
    phone: ofCompany,
  } = await findPageAndCompany(tx, application.pageId);
  const until = new Date(deps.clock.now().getTime() + wayBackDays * dayMs);
  return {
    language,
    // Once the owner is verified by phone, the e-mail may belong to someone else, and vice versa.
    email: provenBy === 'phone' || email === '' ? null : email,
    phone: provenBy === 'email' || textsAgreedAt === null ? null : phone,
    company: { name: shownName, phone: ofCompany },
    timeZone: await readContractorZone(tx, application.contractorId, deps.timeZone),
    links: {
      email: () => wayBackAddress(deps, application, { pageName, until, by: 'email' }),
      text: () => makeShortLink(tx, deps, application),
    },
  };
}
