import { keysOf, nonEmpty } from '../core/map-values.ts';
import { pdfProblems } from '../core/pdf-problems.ts';

/** Constants of applications without schemas, for pages that must stay small. */

/** Self-reported credit score bands, best first, with the words that a homeowner reads. */
export const creditBands = {
  excellent: 'Excellent (720 or more)',
  good: 'Good (680–719)',
  fair: 'Fair (640–679)',
  limited: 'Limited (580–639)',
  poor: 'Poor (below 580)',
} as const;
export type CreditBand = keyof typeof creditBands;
export const creditBandKeys = nonEmpty(keysOf(creditBands));

/** Kinds of home improvement projects that the form offers. */
export const projects = [
  'Roofing',
  'Windows and doors',
  'Siding',
  'Solar',
  'Kitchen',
  'Bathroom',
  'Heating and cooling',
  'Painting',
  'Decking and outdoor',
  'Other',
] as const;

/** Where a visitor came from: what the query's `source` may say. Anything else counts as `page`. */
export const sources = [
  'page',
  'flyer',
  'social',
  'banner',
  'calculator',
  'full-page',
  'real-widget',
  'invoice',
  'text',
  'email',
  'qr',
  'share',
] as const;
export type Source = (typeof sources)[number];

/** What contractors call the sources. */
export const sourceLabels: Record<Source, string> = {
  page: 'Co-branded page',
  flyer: 'Flyer',
  social: 'Social media',
  banner: 'Banner',
  calculator: 'Calculator',
  'full-page': 'Full page widget',
  'real-widget': 'Apply button',
  invoice: 'Invoice or estimate',
  text: 'Link by text',
  email: 'Link by e-mail',
  qr: 'QR code on the screen',
  share: 'Shared link',
};

/** Requested amounts, in dollars. */
export const amountRange = { min: 1_000, max: 150_000 } as const;
/** What a homeowner would like to pay a month, in dollars. */
export const budgetRange = { min: 25, max: 5_000 } as const;

export const offerKinds = ['loan', 'heloc', 'direct', 'creditcard'] as const;
export type OfferKind = (typeof offerKinds)[number];

/** Whether a lender may change the rate of what it has lent. */
export const rateTypes = ['fixed', 'variable'] as const;

/** What contractors call the kinds of offers. */
export const offerKindLabels: Record<OfferKind, string> = {
  loan: 'Loan',
  heloc: 'HELOC',
  direct: 'Direct funding',
  creditcard: '0% funding',
};

/**
 * `draft`: being filled in. `searching`: sent, lenders are asked. `offers` and `no_offers`: they
 * have answered. `withdrawn`: ended by the homeowner. `joined`: the same e-mail and phone were used
 * to apply twice, and only the link of a message opens the application. `confirm`: its owner opened
 * that link, and says whether the answers are right.
 */
export const homeownerStatuses = [
  'draft',
  'searching',
  'offers',
  'no_offers',
  'withdrawn',
  'joined',
  'confirm',
] as const;

/** The link of the message about offers opens the application for so many days. */
export const wayBackDays = 90;
/**
 * The fragment of the page's address that holds the link's statement: a fragment is sent to no
 * server and stands in no log.
 */
export const wayBackFragment = '#back=';

/** What homeowners upload for lenders: by what its bytes are, with the endings of its names. */
export const documentTypes = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/heic': ['heic', 'heif'],
} as const;
export type DocumentType = keyof typeof documentTypes;

/** Bytes of a document, and how many an application can have that its lender has not refused. */
export const documentLimits = { bytes: 20 * 1024 * 1024, each: 20 } as const;

/** What can be wrong with a document. */
export const documentProblems = {
  missing: 'Please choose a file.',
  empty: 'This file is empty.',
  size: 'A file cannot be more than 20 MB.',
  type: 'Please choose a PDF or a picture (JPEG, PNG, HEIC).',
  mismatch: 'This file is something else than its name says. Please save it anew and try again.',
  count: 'You have sent as many files as one application can have. Please call the lender.',
  broken: 'The file did not arrive whole. Please try again.',
  ...pdfProblems,
} as const;
export type DocumentProblem = keyof typeof documentProblems;

/** What a lender asks the homeowner for: to be uploaded here, or to be told in another way. */
export const requestKinds = ['document', 'information'] as const;
export const requestStates = ['open', 'fulfilled', 'withdrawn'] as const;

/**
 * `waiting`: stored, and still the homeowner's to remove. `sending`: on its way to the lender.
 * `sent`: the lender has it. `accepted` and `rejected`: what the lender said of it.
 */
export const documentStates = ['waiting', 'sending', 'sent', 'accepted', 'rejected'] as const;

/** A funding that is reported later than this many days is dated that many days back. */
export const lateFundingDays = 180;
