import type { Brand } from '@lintel/contract/brand';
import { isAddress } from '@lintel/contract/core/fields';
import type { TemplateProblem } from '@lintel/contract/emails/queue';
import { brandFromConfig } from '../../../../platform/brand.ts';
import type { Context } from '../../../../platform/context.ts';
import type { HelperPool } from '../../../../platform/helper/pool.ts';
import type { HelperTasks, TaskName } from '../../../../platform/helper/tasks.ts';
import { changedLink } from '../../../../platform/html/secret-links.ts';
import { renderTemplate } from '../../../../platform/liquid/in-helper.ts';
import { TemplateError } from '../../../../platform/liquid/problem.ts';
import type { EscapingName } from '../../../../platform/liquid/liquid.ts';
import type { Mailbox } from '../../../../platform/mail/transport.ts';
import { isBusy, RenderError } from '../../../../platform/render/render-error.ts';
import { mailboxesIn } from './mailboxes.ts';
import { layout, textFoot, unsubscribeLine, type Foot } from './layout.ts';
import { sealLinks, withoutStandIns, type SealedData } from './stand-ins.ts';

/** A template field is invalid, or renders to something invalid. */
export class FieldError extends Error {
  override readonly name = 'FieldError';
  readonly problem: TemplateProblem;
  constructor(problem: TemplateProblem) {
    super(`${problem.field}, line ${problem.line}: ${problem.message}`);
    this.problem = problem;
  }
}

export interface RendererOptions {
  brand: Brand;
  publicUrl: string;
  timeZone: string;
  /** The worker pool that renders. */
  pool: HelperPool;
}

type Field = TemplateProblem['field'];
type Data = Record<string, unknown>;

/** What surrounds the body of a message. */
export interface Frame extends Foot {
  /**
   * Whether the links in the data open something personal: they may then appear only where nothing
   * passes them on to third parties.
   */
  keepsLinks: boolean;
}

const longestBody = 500_000;
const tooHeavy = 'The HTML or its styles are too complex';

/**
 * Renders messages from templates and data; fetches nothing. Every method throws a `FieldError` for
 * an invalid field, and a `RenderError` (with `isBusy`) when the machine is too busy.
 */
export class MailRenderer {
  readonly #options: RendererOptions;

  constructor(options: RendererOptions) {
    this.#options = options;
  }

  /** What every template can use besides its event's data. */
  get brandData(): Data {
    const { brand, publicUrl } = this.#options;
    return {
      name: brand.name,
      supportEmail: brand.supportEmail,
      phone: brand.phone,
      url: publicUrl,
    };
  }

  /** One line of at most 255 characters; without links from the data when it `keepsLinks`. */
  async subject(
    source: string,
    data: Data,
    { keepsLinks } = { keepsLinks: false },
  ): Promise<string> {
    const { text, standIns } = await this.#sealed('subject', 'line', source, { data, keepsLinks });
    if (standIns.some((one) => text.includes(one.text)))
      throw problemAt('subject', 'The subject can’t contain the link of this message.');
    return oneLine(text).slice(0, 255);
  }

  /**
   * The mailboxes in a rendered comma-separated list, each address once. Rejects invalid addresses.
   */
  async addresses(field: 'to' | 'bcc', source: string, data: Data): Promise<Mailbox[]> {
    const found = mailboxesIn(oneLine(await this.#render(field, 'addresses', source, data)));
    const wrong = found.find(({ address }) => !isAddress(address));
    if (wrong !== undefined)
      throw problemAt(field, `"${wrong.address.slice(0, 80)}" is not an e-mail address`);
    return found.filter(
      ({ address }, index) => found.findIndex((one) => one.address === address) === index,
    );
  }

  /**
   * The HTML and text parts; `removed` describes forbidden content that was removed from the HTML.
   */
  async body(
    source: string,
    data: Data,
    frame: { subject: string } & Frame,
  ): Promise<{ html: string; text: string; removed: string | null }> {
    const { brand } = this.#options;
    const { subject, keepsLinks, ...foot } = frame;
    const made = await this.#sealed('body', 'html', source, { data, keepsLinks });
    const { standIns } = made;
    if (made.text.length > longestBody)
      throw problemAt('body', 'The result is too long for a message');
    const { html, text, preheader, removed } = await this.#work('mail-html', {
      html: made.text,
      notInPreheader: standIns.map((one) => one.text),
    });
    const whole = /<html[\s>]/i.test(html)
      ? withLine(html, foot)
      : layout({ brand, title: subject, preheader, body: html, ...foot });
    const parts = {
      html: await this.#work('inline-styles', whole),
      text: `${text}\n\n${textFoot(brand, foot)}\n`,
    };
    if (standIns.length === 0) return { ...parts, removed };
    const placed = await this.#work('put-secret-links', {
      ...parts,
      written: made.text,
      standIns,
    });
    if ('problem' in placed) throw problemAt('body', placed.problem, linkLine(source));
    return { ...placed, removed };
  }

  /** The first forbidden content in a body's source; null if it has no forbidden content. */
  problemIn(source: string): Promise<{ line: number; message: string } | null> {
    return this.#work('check-mail-html', source);
  }

  /**
   * Renders a template with stand-ins for the links that must stay private, so a template can't
   * leak or inspect a link. Rejects output that depends on parts of a link.
   */
  async #sealed(
    field: Field,
    escaping: EscapingName,
    source: string,
    { data, keepsLinks }: { data: Data; keepsLinks: boolean },
  ): Promise<{ text: string; standIns: SealedData['standIns'] }> {
    const [first, second] = sealLinks(keepsLinks ? data : {}, this.#options.publicUrl);
    const { standIns } = first;
    if (standIns.length === 0)
      return { text: await this.#render(field, escaping, source, data), standIns };
    const text = await this.#render(field, escaping, source, first.data);
    const other = await this.#render(field, escaping, source, second.data);
    if (withoutStandIns(text, standIns) !== withoutStandIns(other, second.standIns))
      throw problemAt(field, changedLink, linkLine(source));
    return { text, standIns };
  }

  async #render(field: Field, escaping: EscapingName, source: string, data: Data): Promise<string> {
    const { timeZone, pool } = this.#options;
    try {
      return await renderTemplate(pool, {
        source,
        data: { ...data, brand: this.brandData },
        escaping,
        timeZone,
      });
    } catch (error) {
      if (error instanceof TemplateError) throw new FieldError({ field, ...error.problem });
      throw error;
    }
  }

  async #work<Name extends TaskName>(
    task: Name,
    input: HelperTasks[Name]['input'],
  ): Promise<HelperTasks[Name]['output']> {
    try {
      return await this.#options.pool.run(task, input);
    } catch (error) {
      if (!(error instanceof RenderError) || isBusy(error)) throw error;
      throw problemAt(
        'body',
        error.code === 'failed' ? `The HTML cannot be read: ${error.message}` : tooHeavy,
      );
    }
  }
}

/** The renderer of a process, with its brand and settings. */
export const createMailRenderer = ({
  config,
  helpers,
}: Pick<Context, 'config' | 'helpers'>): MailRenderer =>
  new MailRenderer({
    brand: brandFromConfig(config),
    publicUrl: config.publicUrl,
    timeZone: config.BUSINESS_TIME_ZONE,
    pool: helpers.templates,
  });

const problemAt = (field: Field, message: string, line = 1): FieldError =>
  new FieldError({ field, line, column: 1, message });

/** The first line that uses a link as anything but a plain link or text. */
function linkLine(source: string): number {
  const plain =
    /<a\b[^>]*\shref="\{\{-?\s*link\s*-?\}\}"|(?<=[\s>])\{\{-?\s*link\s*-?\}\}(?=[\s<])/gi;
  const lines = source.replace(plain, '').split('\n');
  return (
    Math.max(
      0,
      lines.findIndex((line) => /\blink\b/.test(line)),
    ) + 1
  );
}

/** One line: characters that would end a header become spaces. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** A whole document keeps its own layout; only the unsubscribe line is added at its end. */
function withLine(html: string, foot: Foot): string {
  if (foot.unsubscribeUrl === null) return html;
  const line = `<p style="margin:24px 0;text-align:center;font-size:13px">${unsubscribeLine(foot)}</p>`;
  const end = html.toLowerCase().lastIndexOf('</body>');
  return end === -1 ? html + line : html.slice(0, end) + line + html.slice(end);
}

/** A rendered message without its Message-ID. */
export interface RenderedMessage {
  from: string;
  /** Comma-separated mailboxes: `Ann <ann@example.com>, bob@example.com`. */
  to: string;
  /** Comma-separated addresses. */
  bcc: string;
  /** The Reply-To mailbox. */
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  /** The one-click unsubscribe address; null for account messages. */
  unsubscribeUrl: string | null;
}
