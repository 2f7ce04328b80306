import type { Problem } from '../applications/problems.ts';
import type { RequestKind } from './constants.ts';

/** What the public privacy pages show, one after the other. Days are `yyyy-mm-dd`. */
export type PrivacyView =
  /** The form, with what is wrong with it; for how many months applications are kept. */
  | {
      step: 'ask';
      email: string;
      kind: string;
      errors: { email?: Problem; kind?: Problem };
      months: number;
    }
  /** The link was sent, whatever is known of the address. */
  | { step: 'asked'; email: string }
  /** The link was opened: nothing has happened yet. */
  | { step: 'confirm'; email: string; kind: RequestKind }
  | { step: 'received'; number: number; kind: RequestKind; due: string }
  /** The copy, with the addresses of its files. */
  | { step: 'copy'; email: string; until: string; pdf: string; json: string }
  | { step: 'invalid' }
  /** Refused for now; after so many seconds it may work. */
  | { step: 'busy'; seconds: number };
