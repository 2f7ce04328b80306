import type { DeclineReason, CreditScore, ReportingAgency } from '@lintel/contract/lenders/events';
import { declineReasons } from '@lintel/contract/lenders/decline-reasons';
import { creditorAgencies, type CreditorAgency } from '@lintel/contract/lenders/creditor-agencies';
import type {
  NoticeKind,
  NoticeProblem,
} from '@lintel/contract/applications/adverse-action-constants';
import { phoneText } from '@lintel/contract/core/field-rules';
import type { Language } from '@lintel/contract/core/language';
import { literal } from '@lintel/contract/legal/markup';
import type { Creditor } from '../../lenders/index.ts';
import { english } from './words-en.ts';
import { spanish } from './words-es.ts';
import type { NoticeWords } from './words.ts';

/** The version of the wording below. Increase it with every change of the words. */
export const noticeTextVersion = 1;

/** What a notice states, with days as text in the given language. */
export interface NoticeFacts {
  kind: NoticeKind;
  applicationId: number;
  applicantName: string;
  /** The contractor, and the provider that sends the notice. */
  companyName: string;
  providerName: string;
  creditor: Creditor;
  reasons: readonly DeclineReason[];
  score: CreditScore | null;
  /** As the lender's event states; null: as set for the lender. */
  usedReport: boolean | null;
  bureau: ReportingAgency | null;
  /** The largest offer, for a counteroffer. */
  offered: string;
  day(at: 'applied' | 'sent' | 'score', language: Language): string;
}

/** What keeps a notice from being written; empty when nothing is missing. */
export function missingIn(facts: NoticeFacts): NoticeProblem {
  const { lender, disclosures } = facts.creditor;
  if (lender.legalName === '' || disclosures.address === '' || disclosures.agency === null)
    return 'lender-details';
  // Homeowners ask the creditor for unstated reasons (12 CFR 1002.9(a)(2)(ii)).
  if (facts.reasons.length === 0 && lender.phone === '') return 'lender-details';
  return usesReport(facts) && bureauOf(facts) === null ? 'bureau-details' : '';
}

/** The lender says so in its event, or usually uses an agency. */
const usesReport = ({ usedReport, score, bureau, creditor }: NoticeFacts): boolean =>
  usedReport ?? (score !== null || bureau !== null || creditor.disclosures.bureau !== '');

function bureauOf({
  bureau,
  score,
  creditor: { disclosures },
}: NoticeFacts): ReportingAgency | null {
  if (bureau !== null) return bureau;
  const { bureau: name, bureauAddress: address, bureauPhone: phone } = disclosures;
  if (name === '' || address === '' || phone === '') return null;
  // The score's agency is known by name alone, so it has to be the one that staff entered.
  const isSame = score === null || folded(score.agency) === folded(name);
  return isSame ? { name, address, phone } : null;
}
const folded = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * A notice in the markup of legal texts: what 12 CFR 1002.9(a)(2) and (b), and 15 USC 1681m(a)
 * require. The English text is the notice; a homeowner who reads Spanish gets a courtesy
 * translation in front of it.
 */
export function writeNotice(facts: NoticeFacts, language: Language): string {
  const notice = textIn('en', english, facts);
  if (language === 'en') return notice;
  const { title, courtesy } = spanish;
  const [, ...rest] = textIn('es', spanish, facts).split('\n');
  return [`# ${title}`, '', courtesy, ...rest, '', notice.replace('# ', '## ')].join('\n');
}

function textIn(language: Language, words: NoticeWords, facts: NoticeFacts): string {
  const { creditor, reasons } = facts;
  const { lender, disclosures } = creditor;
  const name = literal(lender.legalName);
  const blocks = [
    `# ${words.title}`,
    words.lead({
      name: literal(facts.applicantName),
      company: literal(facts.companyName),
      applied: literal(facts.day('applied', language)),
      number: String(facts.applicationId),
    }),
    words.dated(literal(facts.day('sent', language))),
    words.action[facts.kind]({ creditor: name, offered: literal(facts.offered) }),
    `## ${words.creditor}`,
    listOf([
      name,
      literal(disclosures.address),
      lender.phone === '' ? '' : words.phone(phoneOf(lender.phone)),
    ]),
    ...(reasons.length > 0
      ? [`## ${words.reasons}`, listOf(reasons.map((one) => reasonText(one, language)))]
      : [`## ${words.unstated.title}`, words.unstated.text]),
    ...reportBlocks(language, words, facts),
    `## ${words.equalCredit.title}`,
    words.equalCredit.text(agencyText(disclosures.agency)),
    words.sender(literal(facts.providerName)),
  ];
  return blocks.join('\n\n');
}

function reportBlocks(language: Language, words: NoticeWords, facts: NoticeFacts): string[] {
  const bureau = usesReport(facts) ? bureauOf(facts) : null;
  if (bureau === null) return [];
  const { score } = facts;
  return [
    `## ${words.report.title}`,
    words.report.text,
    listOf([literal(bureau.name), literal(bureau.address), words.tollFree(phoneOf(bureau.phone))]),
    ...(score === null ? [] : scoreBlocks(words, score, facts.day('score', language))),
  ];
}

const scoreBlocks = (words: NoticeWords, score: CreditScore, day: string): string[] => [
  `## ${words.score.title}`,
  words.score.text,
  listOf([
    words.score.yours(String(score.score)),
    words.score.made(literal(day)),
    words.score.range(String(score.lowest), String(score.highest)),
    words.score.source(literal(score.agency)),
  ]),
  ...(score.factors.length === 0 ? [] : [words.score.factors, listOf(score.factors.map(literal))]),
];

const listOf = (items: readonly string[]): string =>
  items
    .filter((item) => item !== '')
    .map((item) => `- ${item}`)
    .join('\n');

const phoneOf = (digits: string): string => literal(phoneText(digits));

/** The reason in the words of the model form, and the lender's own. */
function reasonText({ code, text }: DeclineReason, language: Language): string {
  if (code === 'other') return literal(text);
  const words = declineReasons[code][language];
  return literal(text === '' ? words : `${words}: ${text}`);
}

function agencyText(agency: CreditorAgency | null): string {
  if (agency === null) throw new Error('A notice without a federal agency');
  const { name, address } = creditorAgencies[agency];
  return literal(`${name}, ${address}`);
}
