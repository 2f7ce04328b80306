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

/** HTML as text for people: the addresses of links stand behind them. */
export const textOfHtml = (html: string): string =>
  convert(html, options).replace(/^\n+/, '').trimEnd();

/**
 * What an inbox shows after the subject: the beginning of the text, without its heading, which is
 * the subject again.
 */
export function preheaderOf(html: string): string {
  const text = convert(html.replace(/<h1[\s>][\s\S]*?<\/h1>/i, ''), {
    ...options,
    wordwrap: false,
    selectors: [
      ...(options.selectors ?? []),
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'pre', format: 'skip' },
      { selector: 'blockquote', format: 'block' },
    ],
  }).replace(/\s+/g, ' ');
  return text.length <= 120 ? text : `${text.slice(0, 119).replace(/\s\S*$/, '')}…`;
}
