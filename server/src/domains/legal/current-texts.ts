import type { Brand } from '@lintel/contract/brand';
import { phoneText } from '@lintel/contract/core/field-rules';
import type { Language } from '@lintel/contract/core/language';
import type { UsState } from '@lintel/contract/core/us-states';
import { mapValues } from '@lintel/contract/core/map-values';
import {
  consentKinds,
  legalKinds,
  type ConsentKind,
  type LegalKindName,
  type Placeholder,
} from '@lintel/contract/legal/constants';
import { fillText, literal } from '@lintel/contract/legal/markup';
import type { PublicProvider } from '@lintel/contract/legal/provider';
import type { Database } from '../../platform/db/connect.ts';
import * as repository from './repository.ts';
import type { LegalRow } from './repository.ts';
import { hashText } from './texts.ts';

/** Values for the placeholders where a text is shown. */
export interface LegalContext {
  brand: Brand;
  provider: Pick<PublicProvider, 'legalName' | 'address'>;
  /** Names of the page and its contractor. */
  page: { pageName: string; companyName: string };
}

/** A version as shown to a reader. */
export interface LegalTextView {
  kind: LegalKindName;
  version: number;
  language: Language;
  effectiveFrom: string;
  /** Filled, in the limited markup. */
  text: string;
  /** SHA-256 of `text`: proves what was shown. */
  hash: string;
}

function placeholderValues({ brand, provider, page }: LegalContext): Record<Placeholder, string> {
  const contact = [brand.supportEmail, phoneText(brand.phone), provider.address];
  const at = `/p/${page.pageName}`;
  const typed = {
    company: page.companyName,
    brand: brand.name,
    provider: provider.legalName || brand.name,
    contact: contact.filter((one) => one !== '').join(', '),
    email: brand.supportEmail,
    phone: phoneText(brand.phone),
  };
  return {
    ...mapValues(typed, literal),
    privacyPage: `${at}/legal/privacy`,
    termsPage: `${at}/legal/terms`,
    lendersPage: `${at}/legal/lenders`,
    dataPage: `${at}/privacy`,
  };
}

/** A stored version in a language, as shown on a page. */
export function showText(row: LegalRow, language: Language, at: LegalContext): LegalTextView {
  const text = fillText(language === 'en' ? row.textEn : row.textEs, placeholderValues(at));
  const { kind, version, effectiveFrom } = row;
  return { kind, version, language, effectiveFrom, text, hash: hashText(text) };
}

/** The consents that a page currently requires, in order. */
export async function currentConsents(
  db: Database,
  at: LegalContext,
  { language, now }: { language: Language; now: Date },
): Promise<(LegalTextView & { kind: ConsentKind })[]> {
  const rows = await repository.selectCurrent(db, now);
  return consentKinds.map((kind) => {
    const row = rows.find((one) => one.kind === kind);
    if (row === undefined) throw new Error(`There is no legal text ${kind}`);
    return { ...showText(row, language, at), kind };
  });
}

/** The states' disclosures that a page currently shows. */
export async function currentStateTexts(
  db: Database,
  at: LegalContext,
  { language, now }: { language: Language; now: Date },
): Promise<(LegalTextView & { state: UsState })[]> {
  const rows = await repository.selectCurrent(db, now);
  return rows.flatMap((row) => {
    const { state } = legalKinds[row.kind];
    return state === undefined ? [] : [{ ...showText(row, language, at), state }];
  });
}

/**
 * How long a form may stay open or a page cached: a text replaced within these hours can still be
 * accepted.
 */
const graceHours = 12;

/** The text with this hash if it was shown within the grace period, else undefined. */
export async function findRecentText(
  db: Database,
  at: LegalContext,
  { kind, hash, now }: { kind: LegalKindName; hash: string; now: Date },
): Promise<LegalTextView | undefined> {
  const since = new Date(now.getTime() - graceHours * 3_600_000);
  const rows = await repository.selectShownSince(db, kind, { since, now });
  return rows
    .flatMap((row) => [showText(row, 'en', at), showText(row, 'es', at)])
    .find((shown) => shown.hash === hash);
}

/** A text for readers: the current version or, by number, an earlier one. */
export async function readText(
  db: Database,
  at: LegalContext,
  request: { kind: LegalKindName; version: number | undefined; language: Language; now: Date },
): Promise<{
  shown: LegalTextView;
  versions: { version: number; effectiveFrom: string }[];
} | null> {
  const { kind, version, language, now } = request;
  const versions = await repository.selectPublished(db, kind, now);
  const number = version ?? versions[0]?.version;
  if (number === undefined || !versions.some((one) => one.version === number)) return null;
  const row = await repository.findVersion(db, kind, number);
  return row === undefined ? null : { shown: showText(row, language, at), versions };
}
