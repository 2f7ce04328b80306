import { keysOf, nonEmpty } from '../core/map-values.ts';
import { pdfProblems } from '../core/pdf-problems.ts';

/** Application constants without schemas, for pages that must stay small. */

/** Self-reported credit score bands, best first, with the homeowner's labels. */
export const creditBands = {
  excellent: 'Excellent (720 or more)',
  good: 'Good (680–719)',
  fair: 'Fair (640–679)',
  limited: 'Limited (580–639)',
  poor: 'Poor (below 580)',
} as const;
export type CreditBand = keyof typeof creditBands;
export const creditBandKeys = nonEmpty(keysOf(creditBands));

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

/** Where a visitor came from: the query's `source` values. Any other value counts as `page`. */
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

/** The contractor's labels for the sources. */
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
/** The homeowner's preferred monthly payment, in dollars. */
export const budgetRange = { min: 25, max: 5_000 } as const;

export const offerKinds = ['loan', 'heloc', 'direct', 'creditcard'] as const;
export type OfferKind = (typeof offerKinds)[number];

/** Whether a lender may change a loan's rate. */
export const rateTypes = ['fixed', 'variable'] as const;

/** The contractor's labels for offer kinds. */
export const offerKindLabels: Record<OfferKind, string> = {
  loan: 'Loan',
  heloc: 'HELOC',
  direct: 'Direct funding',
  creditcard: '0% funding',
};

/**
 * `draft`: being filled in. `searching`: sent; lenders are deciding. `offers` and `no_offers`:
 * lenders have answered. `withdrawn`: ended by the homeowner. `joined`: a repeat application with
 * the same e-mail and phone; only the link in a message opens it. `confirm`: the homeowner opened
 * that link and has to confirm the answers.
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

/** How many days the return link in the offers message works. */
export const returnLinkDays = 90;
/**
 * The URL fragment with the return link's token. Browsers send fragments to no server, so the token
 * appears in no log.
 */
export const returnLinkFragment = '#back=';

/**
 * File types that homeowners can upload for lenders, detected from the content, with their file
 * extensions.
 */
export const documentTypes = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/heic': ['heic', 'heif'],
} as const;
export type DocumentType = keyof typeof documentTypes;

/** Bytes per document, and documents per application, rejected ones excluded. */
export const documentLimits = { bytes: 20 * 1024 * 1024, each: 20 } as const;

export const documentProblems = {
  missing: 'Please choose a file.',
  empty: 'This file is empty.',
  size: 'A file cannot be more than 20 MB.',
  type: 'Please choose a PDF or a picture (JPEG, PNG, HEIC).',
  mismatch: 'This file’s contents don’t match its file type. Please save it again and retry.',
  count: "You've reached the file limit for one application. Please call the lender.",
  broken: "The file didn't upload completely. Please try again.",
  ...pdfProblems,
} as const;
export type DocumentProblem = keyof typeof documentProblems;

/** What a lender requests: a document to upload here, or information to send another way. */
export const requestKinds = ['document', 'information'] as const;
export const requestStates = ['open', 'fulfilled', 'withdrawn'] as const;

/**
 * `waiting`: stored; the homeowner can still remove it. `sending`: on its way to the lender.
 * `sent`: the lender has it. `accepted` and `rejected`: the lender's decision.
 */
export const documentStates = ['waiting', 'sending', 'sent', 'accepted', 'rejected'] as const;

/** A funding reported more than this many days late is dated this many days back. */
export const lateFundingDays = 180;
