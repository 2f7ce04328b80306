import { dayMs } from '@lintel/contract/core/durations';
import { phoneText } from '@lintel/contract/core/field-rules';
import { localeOf, type Language } from '@lintel/contract/core/language';
import { wayBackDays } from '@lintel/contract/applications/constants';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { dayText } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import { CallCounter } from '../../platform/limits/counter.ts';
import {
  type EmailDeps,
  type EmailOf,
  hasMessage,
  queueEmail,
  queueText,
  takeBackMessages,
  takeBackTexts,
  type TextDeps,
  textWords,
} from '../messaging/index.ts';
import { findPageAndCompany, type Application } from './repository.ts';
import { makeShortLink } from './short-links.ts';
import { wayBackAddress } from './way-back-link.ts';
import { readContractorZone } from '../contractors/index.ts';

interface OfLender {
  lenderName: string;
}
/** What a lender waits for, in its own words, and how long. */
interface Wanted extends OfLender {
  wanted: { what: string; how: string };
  /** Ten digits, or empty. */
  lenderPhone: string;
}

/** What a homeowner hears of the own application. `key` tells occasions of one kind apart. */
export type HomeownerNews =
  /** Asked for by whoever fills in the form: the way back to it. */
  | { what: 'draft'; key: string }
  /** `again`: it leads to the one under way; the id of what was not sent instead. */
  | { what: 'received'; again?: number }
  /** Sent twice with the same contacts: its owner confirms it. `again`: the second one's id. */
  | { what: 'confirm'; again: number }
  | { what: 'offers'; offers: number; newest: number }
  /** No lender has one. */
  | { what: 'no-offers' }
  | ({ what: 'choice'; key: string } & OfLender)
  /** The lender took back what was chosen; so many `others` are left to choose from. */
  | ({ what: 'taken-back'; key: string; lenderPhone: string; others: number } & OfLender)
  /** `until` is null where the lender's time has no end. */
  | ({ what: 'information'; key: string; until: Date | null } & Wanted)
  | ({ what: 'approved'; key: string } & OfLender)
  | ({ what: 'funded'; key: string } & OfLender)
  | ({ what: 'expiring'; key: string; until: Date; days: number } & Wanted)
  | { what: 'withdrawn' };
export type HomeownerNewsKind = HomeownerNews['what'];

/** What a homeowner has been told of a choice, and is no longer so without it. */
export const aboutChoice = ['choice', 'information', 'approved', 'expiring'] as const;
/** What is no longer so once there is a way on: an offer that came, or another choice. */
export const aboutNoWay = ['no-offers', 'taken-back'] as const;

export interface HomeownerMessages {
  /**
   * Tells a homeowner something in the caller's transaction, once, however often it is booked. One
   * whose address has had too many messages today is not told.
   */
  tell(tx: Database, application: Application, news: HomeownerNews): Promise<void>;
  /** Takes back what waits to be sent and is no longer true. */
  takeBack(
    tx: Database,
    application: Pick<Application, 'contractorId' | 'id'>,
    kinds: readonly HomeownerNewsKind[],
  ): Promise<void>;
}

export interface HomeownerNewsDeps {
  clock: Clock;
  mail: EmailDeps;
  text: TextDeps;
  publicUrl: string;
  linkKey: Uint8Array;
  timeZone: string;
}

/** How the keys of all messages to the homeowner of an application begin. */
export const homeownerKeys = (id: number): string => `homeowner-${id}-`;

export const homeownerMessages = (deps: HomeownerNewsDeps): HomeownerMessages => ({
  tell: (tx, application, news) => tellHomeowner(tx, deps, application, news),
  takeBack: async (tx, { contractorId, id }, kinds) => {
    const starts = kinds.map((kind) => `${homeownerKeys(id)}${kind}-`);
    const now = deps.clock.now();
    await takeBackMessages(tx, contractorId, starts, now);
    await takeBackTexts(tx, contractorId, starts, now);
  },
});

async function tellHomeowner(
  tx: Database,
  deps: HomeownerNewsDeps,
  application: Application,
  news: HomeownerNews,
): Promise<void> {
  if (application.anonymisedAt !== null) return;
  const key = `${homeownerKeys(application.id)}${news.what}-${occasionOf(news)}`;
  const page = await findPageAndCompany(tx, application.pageId);
  const timeZone = await readContractorZone(tx, application.contractorId, deps.timeZone);
  await writeTo(tx, deps, application, { news, key, page, timeZone });
  await textTo(tx, deps, application, { news, key, page, timeZone });
}

interface Telling {
  news: HomeownerNews;
  key: string;
  page: { pageName: string; shownName: string; phone: string };
  /** The contractor's, in which deadlines are dated. */
  timeZone: string;
}

async function writeTo(
  tx: Database,
  deps: HomeownerNewsDeps,
  application: Application,
  { news, key, page: { pageName, shownName, phone }, timeZone }: Telling,
): Promise<void> {
  const { contractorId } = application;
  // Once its owner is known by the phone, the e-mail may belong to someone else, and vice versa.
  if (application.provenBy === 'phone') return;
  if (application.email === '' || (await hasMessage(tx, { contractorId, key }))) return;
  if (!(await mayWrite(tx, deps.clock, application.email, news.what))) return;
  const until = new Date(deps.clock.now().getTime() + wayBackDays * dayMs);
  const about: About = {
    to: application.email,
    company: { name: shownName, phone: phoneText(phone) },
    link: wayBackAddress(deps, application, { pageName, until, by: 'email' }),
    language: application.language,
    day: (at) => dayText(at, timeZone, application.language),
  };
  await queueEmail(tx, deps.mail, {
    ...emailOf(news, about),
    key,
    contractorId,
    about: { kind: 'homeowner', id: application.id },
  });
}

/** By text message, too, to whoever has agreed to that. */
async function textTo(
  tx: Database,
  deps: HomeownerNewsDeps,
  application: Application,
  { news, key, page: { shownName }, timeZone }: Telling,
): Promise<void> {
  // A form that was not sent has agreed to nothing yet.
  if (application.textsAgreedAt === null || news.what === 'draft') return;
  if (application.provenBy === 'email') return;
  const { contractorId, language, phone } = application;
  const until =
    'until' in news && news.until !== null ? shortDay(news.until, timeZone, language) : '';
  const lender = 'lenderName' in news ? news.lenderName : '';
  const lenderPhone = 'wanted' in news ? phoneText(news.lenderPhone) : '';
  const kind = `homeowner-${news.what}` as const;
  const compose = async (): Promise<string> => {
    const link = news.what === 'withdrawn' ? '' : await makeShortLink(tx, deps, application);
    return textWords(language, kind, {
      company: shownName,
      lender,
      phone: lenderPhone,
      until,
      link,
    });
  };
  await queueText(tx, deps.text, {
    contractorId,
    key,
    kind,
    about: { kind: 'homeowner', id: application.id },
    to: phone,
    compose,
  });
}

/** `Mar 5`, or `5 de marzo`. */
const shortDay = (at: Date, timeZone: string, language: Language): string =>
  at.toLocaleDateString(localeOf[language], {
    timeZone,
    month: language === 'es' ? 'long' : 'short',
    day: 'numeric',
  });

function occasionOf(news: HomeownerNews): string {
  if (news.what === 'received') return news.again === undefined ? 'once' : `again-${news.again}`;
  if (news.what === 'confirm') return `again-${news.again}`;
  if (news.what === 'withdrawn' || news.what === 'no-offers') return 'once';
  return news.what === 'offers' ? String(news.newest) : news.key;
}

/** What anybody can bring about by typing somebody else's address, and what only a lender can. */
const byLenders: readonly HomeownerNewsKind[] = [
  'information',
  'approved',
  'funded',
  'expiring',
  'taken-back',
];
/** So many messages one address gets in a day: of one kind, and of all that share a limit. */
const aDay = { ofKind: 5, inAll: 10 } as const;
const daySeconds = 86_400;

async function mayWrite(
  tx: Database,
  clock: Clock,
  email: string,
  kind: HomeownerNewsKind,
): Promise<boolean> {
  const counter = new CallCounter(tx, clock);
  const address = hashSecret(email.toLowerCase());
  const from = byLenders.includes(kind) ? 'lender' : 'anybody';
  const ofKind = await counter.count(`homeowner-mail:${kind}:${address}`, daySeconds);
  if (ofKind > aDay.ofKind) return false;
  // It unlocks an application, so other messages must not use up its share.
  if (kind === 'confirm') return true;
  return (await counter.count(`homeowner-mail:by-${from}:${address}`, daySeconds)) <= aDay.inAll;
}

interface About {
  to: string;
  company: { name: string; phone: string };
  link: string;
  language: Language;
  day(at: Date): string;
}

const wantedOf = (news: Wanted & { until: Date | null }, day: About['day']) => ({
  lender: news.lenderName,
  lenderPhone: phoneText(news.lenderPhone),
  ...news.wanted,
  until: news.until === null ? '' : day(news.until),
});

/** The message in the homeowner's language. */
function emailOf(news: HomeownerNews, { language, day, ...toHomeowner }: About): EmailOf {
  const es = language === 'es';
  switch (news.what) {
    case 'draft':
      return { event: es ? 'homeowner-draft-es' : 'homeowner-draft', data: toHomeowner };
    case 'received':
      return { event: es ? 'homeowner-received-es' : 'homeowner-received', data: toHomeowner };
    case 'confirm':
      return { event: es ? 'homeowner-confirm-es' : 'homeowner-confirm', data: toHomeowner };
    case 'offers': {
      const data = { ...toHomeowner, offers: news.offers };
      return { event: es ? 'homeowner-offers-es' : 'homeowner-offers', data };
    }
    case 'no-offers':
      return { event: es ? 'homeowner-no-offers-es' : 'homeowner-no-offers', data: toHomeowner };
    case 'taken-back': {
      const { lenderName: lender, lenderPhone, others } = news;
      const data = { ...toHomeowner, lender, lenderPhone: phoneText(lenderPhone), others };
      return { event: es ? 'homeowner-taken-back-es' : 'homeowner-taken-back', data };
    }
    case 'choice': {
      const data = { ...toHomeowner, lender: news.lenderName };
      return { event: es ? 'homeowner-choice-es' : 'homeowner-choice', data };
    }
    case 'information': {
      const data = { ...toHomeowner, ...wantedOf(news, day) };
      return { event: es ? 'homeowner-information-es' : 'homeowner-information', data };
    }
    case 'approved':
    case 'funded': {
      const data = { ...toHomeowner, lender: news.lenderName };
      return { event: `homeowner-${news.what}${es ? '-es' : ''}`, data };
    }
    case 'expiring': {
      const data = { ...toHomeowner, ...wantedOf(news, day), days: news.days };
      return { event: es ? 'homeowner-expiring-es' : 'homeowner-expiring', data };
    }
    case 'withdrawn': {
      const data = { to: toHomeowner.to, company: toHomeowner.company };
      return { event: es ? 'homeowner-withdrawn-es' : 'homeowner-withdrawn', data };
    }
  }
}
