import type { PaperValues } from './values.ts';

/** A W-9 on paper: the project's own, or the one that the deployer has put in its place. */
export interface W9Paper {
  /** The form to be filled in, as a PDF with fields. */
  blank(at: Date): Promise<Buffer>;
  /** The form with what was typed, which nobody can change any more. */
  filled(values: PaperValues, at: Date): Promise<Buffer>;
}
