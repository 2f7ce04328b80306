import { noticeLinkDays } from '@lintel/contract/applications/adverse-action-constants';
import { returnLinkDays } from '@lintel/contract/applications/constants';
import { documentLinkDays } from '@lintel/contract/documents/constants';
import { linkDays } from '@lintel/contract/links/constants';
import { dayMs, hourMs } from '@lintel/contract/core/durations';
import { copyDays, proofHours } from '@lintel/contract/privacy/constants';

/**
 * How a code is made. The first three name the contractor, the others belong to no contractor.
 *
 * - `typed`: 12 characters without look-alikes (69 bits), for text messages.
 * - `contractor`: 256 random bits.
 * - `derived`: 256 bits derived with our key, so that the link can be shown again.
 * - `random`: 256 random bits.
 * - `encrypted`: a random id, encrypted with our key.
 */
export type CodeForm = 'typed' | 'contractor' | 'derived' | 'random' | 'encrypted';

interface Purpose {
  form: CodeForm;
  /** The link's path; the code follows. */
  path: string;
  /** How long it is valid, in milliseconds. */
  lasts: number;
  /** The most valid links of one subject: a new link revokes the oldest. */
  atOnce?: number;
}

/** Links that are rows in `access_links`. */
export const purposes = {
  // A phone fetches a link for its preview, so opening one uses nothing up.
  'sent-link': { form: 'typed', path: '/l/', lasts: linkDays * dayMs },
  /** The browser that started a form, until the application is anonymized, which deletes it. */
  application: { form: 'contractor', path: '', lasts: 36_525 * dayMs },
  'application-text': { form: 'typed', path: '/t/', lasts: returnLinkDays * dayMs },
  /** A device that a homeowner opened the application on by a link. The code stays in its browser. */
  'application-device': {
    form: 'contractor',
    path: '',
    lasts: returnLinkDays * dayMs,
    atOnce: 10,
  },
  /** Leads to the notices of adverse action about an application; the phone number proves it. */
  'adverse-action': { form: 'contractor', path: '/n/', lasts: noticeLinkDays * dayMs },
  document: { form: 'derived', path: '/d/', lasts: documentLinkDays * dayMs, atOnce: 1 },
  /** Printed by the server at its start. */
  'first-account': { form: 'random', path: '/setup?m=', lasts: dayMs, atOnce: 20 },
  'reset-password': { form: 'encrypted', path: '/np?m=', lasts: hourMs, atOnce: 1 },
  'confirm-account': { form: 'encrypted', path: '/confirm?m=', lasts: 7 * dayMs, atOnce: 1 },
  'change-email': { form: 'encrypted', path: '/ne?m=', lasts: dayMs, atOnce: 1 },
  'new-device': { form: 'encrypted', path: '/not-me?m=', lasts: dayMs },
  'restore-email': { form: 'encrypted', path: '/restore-email?m=', lasts: 7 * dayMs },
  'sign-up': { form: 'random', path: '/get-started?m=', lasts: dayMs },
  'privacy-request': { form: 'random', path: '/privacy/', lasts: proofHours * hourMs, atOnce: 1 },
  'privacy-copy': { form: 'random', path: '/privacy/copy/', lasts: copyDays * dayMs, atOnce: 1 },
} as const satisfies Record<string, Purpose>;

export type StoredPurpose = keyof typeof purposes;

export const getPurpose = (name: StoredPurpose): Purpose => purposes[name];

/**
 * Links without a row: the code is the sealed statement itself, valid for what it states. Each has
 * its own key and context, so that no other sealed text opens it.
 */
export const sealedPurposes = {
  /** Leads back to an application; the homeowner proves the phone number. */
  'way-back': { key: 'homeowner link', context: 'way back to an application' },
  /** Never expires, because people keep messages for years. */
  unsubscribe: { key: 'mail payload', context: 'unsubscribe' },
} as const;

export type SealedPurpose = keyof typeof sealedPurposes;

/** A purpose's lifetime in milliseconds. */
export const getLifetime = (name: StoredPurpose): number => purposes[name].lasts;

/** A purpose's lifetime in words, for messages: `1 hour`, `24 hours`, `7 days`. */
export function lifetimeText(name: StoredPurpose): string {
  const { lasts } = purposes[name];
  if (lasts > dayMs) return `${lasts / dayMs} days`;
  return lasts === hourMs ? '1 hour' : `${lasts / hourMs} hours`;
}
