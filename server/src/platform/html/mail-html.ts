import sanitize from 'sanitize-html';
import { convert, type HtmlToTextOptions } from 'html-to-text';

const options: HtmlToTextOptions = {
  wordwrap: 78,
  limits: { maxInputLength: 1_000_000, maxDepth: 200, ellipsis: '…' },
  selectors: [
    { selector: 'a', options: { linkBrackets: ['<', '>'], hideLinkHrefIfSameAsText: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'style', format: 'skip' },
    { selector: 'table.facts', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false },
    })),
  ],
};

/** Converts HTML to plain text, with URLs after the link texts. */
const htmlToText = (html: string): string => convert(html, options).replace(/^\n+/, '').trimEnd();

/** The inbox preview: the start of the text, without its heading, which repeats the subject. */
function findPreheader(html: string, without: readonly string[]): string {
  const all = convert(html.replace(/<h1[\s>][\s\S]*?<\/h1>/i, ''), {
    ...options,
    wordwrap: false,
    selectors: [
      ...(options.selectors ?? []),
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'pre', format: 'skip' },
      { selector: 'blockquote', format: 'block' },
    ],
  });
  const text = without.reduce((rest, part) => rest.replaceAll(part, ''), all).replace(/\s+/g, ' ');
  return text.length <= 120 ? text : `${text.slice(0, 119).replace(/\s\S*$/, '')}…`;
}

export interface MailHtmlInput {
  html: string;
  /** Parts of the text to keep out of the inbox preview, which also appears on lock screens. */
  notInPreheader: readonly string[];
}

export interface MailHtml {
  /** Safe to send. */
  html: string;
  text: string;
  /** The inbox preview after the subject. */
  preheader: string;
  /** A description of the removed content; null for none. */
  removed: string | null;
}

interface Finding {
  message: string;
  /** Finds it in the original text. */
  place: RegExp | string;
}

/**
 * Elements that run, load, or request something, or change a page's address; mail programs remove
 * them or treat the message as spam. Inside those on the second line, parsers disagree about what
 * is an element and what is text.
 */
const refusedTags = new Set(
  [
    'script iframe frame frameset object embed applet form input button select textarea base link portal',
    'svg math noscript noembed noframes xmp plaintext template',
  ].flatMap((names) => names.split(' ')),
);
const addresses = new Set(
  'href xlink:href src srcset action formaction background poster data lowsrc dynsrc'.split(' '),
);
const runs = /^(?:javascript|vbscript|livescript|data:(?!image\/(?:png|jpe?g|gif|webp)[;,]))/i;

const finding = (name: string, attributes: Record<string, string>): Finding | null => {
  const place = new RegExp(`<${name}\\b`, 'i');
  if (refusedTags.has(name)) return { message: `<${name}> is not allowed in an e-mail`, place };
  if (name === 'meta' && /^refresh$/i.test(attributes['http-equiv']?.trim() ?? ''))
    return { message: '<meta http-equiv="refresh"> is not allowed in an e-mail', place };
  for (const [attribute, value] of Object.entries(attributes)) {
    if (/^on/i.test(attribute))
      return {
        message: `"${attribute.slice(0, 40)}" is not allowed: e-mails can't run scripts`,
        place: attribute,
      };
    if (attribute === 'ping')
      return {
        message: '"ping" is not allowed: it reports opened links to another server',
        place: attribute,
      };
    // Browsers ignore spaces and control characters within a scheme's name.
    if (addresses.has(attribute) && runs.test(value.replace(/[\p{Cc}\s]/gu, ''))) {
      const message = `"${value.slice(0, 40)}" is not allowed: links must use http, https, mailto, or tel`;
      return { message, place: value.slice(0, 20) };
    }
  }
  return null;
};

/** The first forbidden content in an HTML text; null for none. */
function firstFinding(html: string): Finding | null {
  let found: Finding | null = null;
  const onOpenTag = (name: string, attributes: Record<string, string>): void => {
    found ??= finding(name.toLowerCase(), attributes);
  };
  sanitize(html, { allowedTags: [], allowedAttributes: {}, onOpenTag });
  return found;
}

const allowedTags = [
  ...'html head title meta style body div span p a img br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code'.split(
    ' ',
  ),
  ...'table caption colgroup col thead tbody tfoot tr th td center font b strong i em u s strike small big sub sup'.split(
    ' ',
  ),
  ...'abbr address article aside footer header main nav section figure figcaption mark q cite del ins kbd samp var time wbr'.split(
    ' ',
  ),
];

const cleaned = (html: string): string =>
  sanitize(html, {
    allowedTags,
    // Allowed on purpose: messages need styles, which can't run anything in a mail program.
    allowVulnerableTags: true,
    allowedAttributes: false,
    allowedSchemes: ['http', 'https', 'mailto', 'tel', 'cid'],
    allowedSchemesByTag: { img: ['http', 'https', 'cid', 'data'] },
    parseStyleAttributes: false,
    transformTags: {
      '*': (tagName, attributes) => ({
        tagName,
        attribs: Object.fromEntries(
          Object.entries(attributes).filter(
            ([name, value]) => finding(tagName, { [name]: value }) === null,
          ),
        ),
      }),
      meta: (tagName, attribs) => ({
        tagName,
        attribs: finding(tagName, attribs) === null ? attribs : {},
      }),
    },
  });

/**
 * Removes everything from a message's HTML that runs or requests input, and creates its text part.
 * Safe HTML stays exactly as written: mail programs read comments and oddities that a sanitizer
 * would lose.
 */
export function mailHtml({ html: written, notInPreheader }: MailHtmlInput): MailHtml {
  const found = firstFinding(written);
  const html = found === null ? written : cleaned(written);
  return {
    html,
    text: htmlToText(html),
    preheader: findPreheader(html, notInPreheader),
    removed: found?.message ?? null,
  };
}

/**
 * Where a template's body has forbidden content; null for none. Doesn't cover the output of Liquid.
 */
export function mailHtmlProblem(source: string): { line: number; message: string } | null {
  const html = withoutLiquid(source);
  const found = firstFinding(html);
  if (found === null) return null;
  const at =
    typeof found.place === 'string'
      ? html.toLowerCase().indexOf(found.place.toLowerCase())
      : html.search(found.place);
  return { line: html.slice(0, Math.max(0, at)).split('\n').length, message: found.message };
}

/** The same lines without Liquid's tags and outputs. */
function withoutLiquid(source: string): string {
  const opening = /\{[{%]/g;
  let rest = '';
  let at = 0;
  for (;;) {
    opening.lastIndex = at;
    const found = opening.exec(source);
    const end =
      found === null ? -1 : source.indexOf(found[0] === '{{' ? '}}' : '%}', found.index + 2);
    if (found === null || end === -1) return rest + source.slice(at);
    rest +=
      source.slice(at, found.index) +
      '\n'.repeat(source.slice(found.index, end).split('\n').length - 1);
    at = end + 2;
  }
}
