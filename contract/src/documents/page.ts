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

/** A document as its customer's page shows it: the revision that was sent last. Money in cents. */
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
   * The invoice that an estimate became, which has the payments from then on. Its number is null
   * until it is sent; `url` is null where the customer has no link to it.
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
  /** Of its PDF, below the page's own. */
  pdf: string;
}

/** What has become of something that the customer wanted. */
export type CustomerNotice =
  /** It was changed meanwhile: this is the new one, and nothing was answered. */
  | 'revised'
  /** It was answered before, or is over; the page says by its state what it is. */
  | 'closed';

/** What the page of a document shows. */
export type DocumentView =
  | {
      step: 'document';
      document: CustomerDocument;
      notice: CustomerNotice | null;
      /** What was typed and what is wrong with it, by field. */
      typed: { name: string; reason: string };
      errors: Partial<{ name: 'required' | 'letters'; agreed: 'required' }>;
    }
  /** The link leads nowhere, or no longer. */
  | { step: 'invalid' }
  | { step: 'busy' };

const revision = id();

/** What a form of the page asks for. Each says which revision it was shown with. */
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
 * The words beside the tick of an acceptance. They are kept with the signature: an electronic
 * signature is one that a person means as such (15 USC 7006(5)), and whoever signs keeps the right
 * to paper (15 USC 7001(c)).
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
