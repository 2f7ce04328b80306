import { z } from 'zod';
import { id, messages, nameOrSignature, optionalText } from '../core/fields.ts';
import type { Language } from '../core/language.ts';
import {
  documentTextLimits as limits,
  type DocumentKind,
  type DocumentStatus,
} from './constants.ts';
import type { DocumentContent } from './content.ts';
import type { DocumentSums } from './maths.ts';

/** A document on its customer's page: the latest sent revision. Money in cents. */
export interface CustomerDocument {
  kind: DocumentKind;
  number: number;
  revision: number;
  status: DocumentStatus;
  company: { name: string; phone: string; logoUrl: string | null };
  content: DocumentContent;
  sums: DocumentSums;
  paidCents: number;
  /**
   * The invoice made from an estimate, which takes its payments from then on. Its number is null
   * until it is sent; `url` is null when the customer has no link to it.
   */
  invoice: {
    number: number | null;
    url: string | null;
    totalCents: number;
    paidCents: number;
  } | null;
  isExpired: boolean;
  isOverdue: boolean;
  /** The co-branded page whose financing it offers; null where it offers none. */
  pageName: string | null;
  signature: { name: string; at: string } | null;
  /** The PDF's path, relative to the page's. */
  pdf: string;
}

/** The result of the customer's action. */
export type CustomerNotice =
  /** It changed in the meantime: the page shows the new revision, and no answer was recorded. */
  | 'revised'
  /** It was already answered or is closed; the page shows its state. */
  | 'closed';

/** The views of a document's page. */
export type DocumentView =
  | {
      step: 'document';
      document: CustomerDocument;
      notice: CustomerNotice | null;
      /** The typed values and their problems, by field. */
      typed: { name: string; reason: string };
      errors: Partial<{ name: 'required' | 'letters'; agreed: 'required' }>;
    }
  /** The link isn't valid, or no longer. */
  | { step: 'invalid' }
  | { step: 'busy' };

const revision = id();

/** The actions of the page's forms. Each includes the revision it was shown with. */
export const documentAnswer = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('accept'),
    revision,
    name: nameOrSignature(limits.signature),
    agreed: z.literal('on', messages.required),
  }),
  z.object({
    do: z.literal('decline'),
    revision,
    reason: optionalText(limits.reason).default(''),
  }),
  z.object({ do: z.literal('apply'), revision }),
]);
export type DocumentAnswer = z.output<typeof documentAnswer>;

/**
 * The statement next to the acceptance checkbox. It is stored with the signature: an electronic
 * signature requires intent to sign (15 USC 7006(5)), and signers keep the right to a paper copy
 * (15 USC 7001(c)).
 */
export const signatureWords: Record<
  Language,
  (of: { company: string; number: number; revision: number }) => string
> = {
  en: ({ company, number, revision }) =>
    `I accept estimate ${number}${revision > 1 ? `, revision ${revision},` : ''} and its terms, and my typed name is my electronic signature. I agree to sign and to receive this estimate electronically; I can save or print it here, or ask ${company} for a paper copy instead.`,
  es: ({ company, number, revision }) =>
    `Acepto el presupuesto ${number}${revision > 1 ? `, revisión ${revision},` : ''} y sus condiciones, y mi nombre escrito es mi firma electrónica. Acepto firmar y recibir este presupuesto por medios electrónicos; puedo guardarlo o imprimirlo aquí, o pedir a ${company} una copia en papel.`,
};
