import type { LiquidInput, LiquidOutput } from '../liquid/liquid.ts';
import type { MailHtml, MailHtmlInput } from '../html/mail-html.ts';
import type { SecretLinksInput, SecretLinksOutput } from '../html/secret-links.ts';
import type { PictureInput } from '../images/encode.ts';
import type { PdfFacts } from '../pdf/examine-pdf.ts';
import type { Difference } from '../render/picture-difference.ts';
import type { CsvInput, ReadCsv } from '../spreadsheet/read-csv.ts';
import type { RenderErrorCode } from '../render/render-error.ts';
import type { TakumiInput } from '../render/takumi.ts';
import type { AboutInput } from '../render/with-about.ts';

/** Helper tasks by name, with their input and output. */
export interface HelperTasks {
  draw: { input: TakumiInput; output: Uint8Array };
  pages: { input: { pdf: Uint8Array; width: number }; output: Uint8Array[] };
  difference: { input: { first: Uint8Array; second: Uint8Array }; output: Difference };
  /** Sets a PDF's title, author, and creator. */
  about: { input: AboutInput; output: Uint8Array };
  ready: { input: null; output: null };
  /** Rejects HTML that is unsafe for any engine. */
  'check-html': { input: string; output: null };
  /** A PDF's active content and number of pages. */
  'examine-pdf': { input: Uint8Array; output: PdfFacts };
  'read-csv': { input: CsvInput; output: ReadCsv };
  /** A re-encoded image; null when the input isn't one. */
  picture: { input: PictureInput; output: Uint8Array | null };
  liquid: { input: LiquidInput; output: LiquidOutput };
  /** A message's sanitized HTML, with its text part and preheader. */
  'mail-html': { input: MailHtmlInput; output: MailHtml };
  /** The first forbidden content in an e-mail template; null for none. */
  'check-mail-html': { input: string; output: { line: number; message: string } | null };
  'inline-styles': { input: string; output: string };
  /** A finished message with its links, or why they can't be where the template has them. */
  'put-secret-links': { input: SecretLinksInput; output: SecretLinksOutput };
  /** Staff-written HTML without anything that runs or loads. */
  'rich-text': { input: string; output: string };
}

export type TaskName = keyof HelperTasks;

export type Request = {
  [Name in TaskName]: { id: number; task: Name; input: HelperTasks[Name]['input'] };
}[TaskName];

export type Answer =
  /** The task's code is loaded and its work begins: its CPU time counts from now on. */
  | { id: number; begun: true }
  | { id: number; output: HelperTasks[TaskName]['output'] }
  /** With `ends`, the process must not be used again. */
  | { id: number; error: { code: RenderErrorCode; message: string }; ends: boolean };
