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

/** What a helper process does, by its name: what it is given, and what it gives back. */
export interface HelperTasks {
  draw: { input: TakumiInput; output: Uint8Array };
  pages: { input: { pdf: Uint8Array; width: number }; output: Uint8Array[] };
  difference: { input: { first: Uint8Array; second: Uint8Array }; output: Difference };
  /** A PDF with a title, an author and a creator of its own. */
  about: { input: AboutInput; output: Uint8Array };
  ready: { input: null; output: null };
  /** Refuses HTML that no engine should be given. */
  'check-html': { input: string; output: null };
  /** What a PDF does besides showing its pages, and how many pages it has. */
  'examine-pdf': { input: Uint8Array; output: PdfFacts };
  'read-csv': { input: CsvInput; output: ReadCsv };
  /** A picture encoded anew; null when it is none. */
  picture: { input: PictureInput; output: Uint8Array | null };
  liquid: { input: LiquidInput; output: LiquidOutput };
  /** A message's HTML as it may leave, with its text part and the beginning of it. */
  'mail-html': { input: MailHtmlInput; output: MailHtml };
  /** What an e-mail template holds that may not be in it; null when nothing. */
  'check-mail-html': { input: string; output: { line: number; message: string } | null };
  'inline-styles': { input: string; output: string };
  /** A finished message with its links, or why they cannot stand where the template has them. */
  'put-secret-links': { input: SecretLinksInput; output: SecretLinksOutput };
  /** HTML that staff wrote, with nothing in it that runs or loads. */
  'rich-text': { input: string; output: string };
}

export type TaskName = keyof HelperTasks;

export type Request = {
  [Name in TaskName]: { id: number; task: Name; input: HelperTasks[Name]['input'] };
}[TaskName];

export type Answer =
  /** What the task needs is loaded, and its work begins: its processor time counts from now on. */
  | { id: number; begun: true }
  | { id: number; output: HelperTasks[TaskName]['output'] }
  /** After `ends` the process is not to be asked again. */
  | { id: number; error: { code: RenderErrorCode; message: string }; ends: boolean };
