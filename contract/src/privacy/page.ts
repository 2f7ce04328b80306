import type { Problem } from '../applications/problems.ts';
import type { RequestKind } from './constants.ts';

/** The views of the public privacy pages, in order. Days are `yyyy-mm-dd`. */
export type PrivacyView =
  /** The form with its problems, and how many months applications are kept. */
  | {
      step: 'ask';
      email: string;
      kind: string;
      errors: { email?: Problem; kind?: Problem };
      months: number;
    }
  /** The link was sent, whether or not there is data for the address. */
  | { step: 'asked'; email: string }
  /** The link was opened; nothing has happened yet. */
  | { step: 'confirm'; email: string; kind: RequestKind }
  | { step: 'received'; number: number; kind: RequestKind; due: string }
  /** The copy, with the URLs of its files. */
  | { step: 'copy'; email: string; until: string; pdf: string; json: string }
  | { step: 'invalid' }
  /** Rate-limited; it can be retried after this many seconds. */
  | { step: 'busy'; seconds: number };
