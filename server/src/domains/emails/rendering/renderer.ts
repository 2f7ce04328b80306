import juice from 'juice';
import type { Brand } from '@lintel/contract/brand';
import type { TemplateProblem } from '@lintel/contract/emails-queue';
import { TemplateError } from '../../../platform/liquid/problem.ts';
import { isTimeout, withinTime } from '../../../platform/liquid/within-time.ts';
import { isAddress, mailEngines, oneLine, type Engines } from './engines.ts';
import { layout, textFoot, unsubscribeLine } from './layout.ts';
import { preheaderOf, textOfHtml } from './text.ts';

/** A field of a template is wrong, or makes something wrong of these data. */
export class FieldError extends Error {
  override readonly name = 'FieldError';
  readonly problem: TemplateProblem;
  /** It ran out of time, so that another attempt may go well. */
  readonly late: boolean;
  constructor(problem: TemplateProblem, late = false) {
    super(`${problem.field}, line ${problem.line}: ${problem.message}`);
    this.problem = problem;
    this.late = late;
  }
}

export interface RendererOptions {
  brand: Brand;
  publicUrl: string;
  timeZone: string;
}

/** Milliseconds for inlining styles and making the text part. */
const patience = 1000;
const longestBody = 500_000;

/** Makes the parts of messages from templates and data. Nothing is fetched from anywhere. */
export class MailRenderer {
  readonly #options: RendererOptions;
  readonly #engines: Engines;

  constructor(options: RendererOptions) {
    this.#options = options;
    this.#engines = mailEngines(options.timeZone);
  }

  /** What every template may use besides its event's data. */
  get brandData(): Record<string, unknown> {
    const { brand, publicUrl } = this.#options;
    return { name: brand.name, supportEmail: brand.supportEmail, phone: brand.phone, url: publicUrl };
  }

  /** One line of at most 255 characters. Throws a `FieldError`. */
  subject(source: string, data: Record<string, unknown>): string {
    return oneLine(this.#render('subject', this.#engines.line, source, data)).slice(0, 255);
  }

  /** The addresses that a list of them with commas makes, each once. Throws a `FieldError` when one is none. */
  addresses(field: 'to' | 'bcc', source: string, data: Record<string, unknown>): string[] {
    const rendered = oneLine(this.#render(field, this.#engines.addresses, source, data));
    const found = rendered
      .split(',')
      .map((one) => /<([^<>]*)>$/.exec(one.trim())?.[1]?.trim() ?? one.trim())
      .filter((one) => one !== '');
    const wrong = found.find((one) => !isAddress(one));
    if (wrong !== undefined) throw problemAt(field, `"${wrong.slice(0, 80)}" is not an e-mail address`);
    return [...new Set(found)];
  }

  /** The HTML and the text part. Throws a `FieldError`. */
  body(
    source: string,
    data: Record<string, unknown>,
    frame: { subject: string; unsubscribeUrl: string | null },
  ): { html: string; text: string } {
    const body = this.#render('body', this.#engines.html, source, data);
    if (body.length > longestBody) throw problemAt('body', 'This makes more than a message can hold');
    try {
      return withinTime(patience, () => this.#parts(body, frame));
    } catch (error) {
      const late = isTimeout(error);
      if (late || error instanceof RangeError) throw problemAt('body', 'The HTML or its styles are too heavy', late);
      throw problemAt('body', `The HTML cannot be read: ${(error as Error).message}`);
    }
  }

  #parts(body: string, frame: { subject: string; unsubscribeUrl: string | null }): { html: string; text: string } {
    const { brand } = this.#options;
    const { subject, unsubscribeUrl } = frame;
    const text = `${textOfHtml(body)}\n\n${textFoot(brand, unsubscribeUrl)}\n`;
    const whole = /<html[\s>]/i.test(body)
      ? withLine(body, unsubscribeUrl)
      : layout({ brand, title: subject, preheader: preheaderOf(body), body, unsubscribeUrl });
    return { html: juice(whole), text };
  }

  #render(field: TemplateProblem['field'], engine: Engines['html'], source: string, data: Record<string, unknown>): string {
    try {
      return engine.render(source, { ...data, brand: this.brandData });
    } catch (error) {
      if (error instanceof TemplateError) throw new FieldError({ field, ...error.problem }, error.late);
      throw error;
    }
  }
}

const problemAt = (field: TemplateProblem['field'], message: string, late = false): FieldError =>
  new FieldError({ field, line: 1, column: 1, message }, late);

/** A whole document keeps its own looks; only the way to unsubscribe is put at its end. */
function withLine(html: string, unsubscribeUrl: string | null): string {
  if (unsubscribeUrl === null) return html;
  const line = `<p style="margin:24px 0;text-align:center;font-size:13px">${unsubscribeLine(unsubscribeUrl)}</p>`;
  const end = html.toLowerCase().lastIndexOf('</body>');
  return end === -1 ? html + line : html.slice(0, end) + line + html.slice(end);
}
