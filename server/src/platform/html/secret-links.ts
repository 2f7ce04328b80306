import { parse, parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { escapeHtml } from '../escape-html.ts';

/** A private link, and the random placeholder that a template got instead. */
export interface StandIn {
  text: string;
  link: string;
}

export interface SecretLinksInput {
  /** The template's output, before sanitizing and layout. */
  written: string;
  /** A whole message as sent. */
  html: string;
  text: string;
  standIns: readonly StandIn[];
}
export type SecretLinksOutput = { html: string; text: string } | { problem: string };

const rule =
  'The link of this message opens something personal. Use it only as <a href="{{ link }}"> or as text with spaces around it';

/** The error for a template that changes the link. */
export const changedLink = `${rule}. It can’t be changed, shortened, or compared.`;

const misplaced = (where: string): string => `${rule}, not ${where}.`;

/** Loading a file by a selector such as `a[href*="x"]` would leak the link to the file's server. */
const loadsFiles =
  /\\|@import|@font-face|\b(?:url|src|image|image-set|cross-fade|element|paint|expression)\s*\(/i;

const hides =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all|(?:max-)?height\s*:\s*0\D*(?:;|$)|(?:opacity|font-size)\s*:\s*0*(?:1px|\.?0*)(?:px|pt|r?em|%)?\s*(?:!important\s*)?(?:;|$))/i;

/** Elements whose content isn't visible text. */
const textless = new Set(['style', 'script', 'title', 'noscript', 'template', 'textarea', 'xmp']);

/**
 * Replaces the placeholders in a finished message with the links. A link may be the whole `href` of
 * an `<a>` or separate visible text; anything else could leak it, and is a problem.
 */
export function putSecretLinks(input: SecretLinksInput): SecretLinksOutput {
  const { written, html, text } = input;
  const used = input.standIns.filter((one) => written.includes(one.text));
  for (const { text: standIn } of used) {
    const problem =
      problemIn(written, standIn) ?? problemIn(html, standIn) ?? joinedIn(text, standIn);
    if (problem !== null) return { problem };
  }
  return {
    html: used.reduce((all, one) => all.replaceAll(one.text, () => escapeHtml(one.link)), html),
    text: used.reduce((all, one) => all.replaceAll(one.text, () => one.link), text),
  };
}

function problemIn(html: string, standIn: string): string | null {
  const document = parse(html, { sourceCodeLocationInfo: true });
  const places = { allowed: 0, hrefs: new Set<number>() };
  for (const { node, isHidden } of walkNodes(document)) {
    if ('tagName' in node) {
      const problem = findElementProblem(node, standIn, places.hrefs);
      if (problem !== null) return problem;
    } else if (node.nodeName === '#comment' && 'data' in node) {
      if (node.data.includes(standIn)) return misplaced('in a comment');
      if (isUnfinished(node.data)) return misplaced('with a conditional comment that ends early');
    } else if ('value' in node && node.value.includes(standIn)) {
      if (isHidden) return misplaced('in hidden text');
      const joined = joinedIn(node.value, standIn);
      if (joined !== null) return joined;
      places.allowed += countMatches(node.value, standIn);
    }
  }
  // Other programs may keep what a parser drops, such as the attribute of an end tag.
  return places.allowed + places.hrefs.size === countMatches(html, standIn)
    ? null
    : misplaced('elsewhere in a tag');
}

function findElementProblem(
  element: Tree.Element,
  standIn: string,
  hrefs: Set<number>,
): string | null {
  const { tagName, attrs, sourceCodeLocation: place } = element;
  if (tagName === 'style') {
    const css = element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
    if (css.includes(standIn)) return misplaced('in <style>');
    if (loadsFiles.test(css)) return misplaced('with a <style> that loads files');
  }
  // A browser sends the link to a ping's address.
  if (tagName === 'a' && attrs.some(({ name }) => name === 'ping'))
    return misplaced('with a "ping" address');
  for (const { name, value } of attrs) {
    if (!value.includes(standIn)) continue;
    if (tagName !== 'a' || name !== 'href' || value !== standIn)
      return misplaced(
        `in "${name}" of <${tagName}>${name === 'href' ? ' with more around it' : ''}`,
      );
    // An element that the parser repeats has the position of the first.
    const at = place?.attrs?.['href']?.startOffset;
    if (at !== undefined) hrefs.add(at);
  }
  return null;
}

interface VisitedNode {
  node: Tree.ChildNode;
  isHidden: boolean;
}

/** All nodes, without recursion: a message may be deeply nested. */
function* walkNodes(document: Tree.Document): Generator<VisitedNode> {
  const waiting: VisitedNode[] = document.childNodes.map((node) => ({ node, isHidden: false }));
  for (let found = waiting.pop(); found !== undefined; found = waiting.pop()) {
    yield found;
    const { node } = found;
    if (!('tagName' in node)) continue;
    const isHidden = found.isHidden || hidesText(node);
    for (const child of node.childNodes) waiting.push({ node: child, isHidden });
  }
}

const hidesText = ({ tagName, attrs }: Tree.Element): boolean =>
  textless.has(tagName) ||
  attrs.some(({ name, value }) => name === 'hidden' || (name === 'style' && hides.test(value)));

/**
 * Outlook treats the content of a conditional comment as part of the page. One that ends within a
 * tag or a style would absorb what follows.
 */
function isUnfinished(comment: string): boolean {
  if (!/^\s*\[if/i.test(comment)) return false;
  const content = comment.replace(/^[^>]*>/, '').replace(/<!\[endif\]\s*(?:--)?$/i, '');
  let ends = /<(style|title|textarea|script|xmp)\b(?![\s\S]*<\/\1)/i.test(content);
  parseFragment(content, {
    onParseError: ({ code }) => {
      if (code.startsWith('eof-')) ends = true;
    },
  });
  return ends;
}

/** Punctuation that may surround a URL in a sentence. */
const around = { before: /^[<([{"'“‘«¿¡]*$/, after: /^[>)\]}"'”’».,;:!?]*$/ };

/** Mail programs create links from text: characters that touch the URL would become part of it. */
function joinedIn(text: string, standIn: string): string | null {
  const words = text.split(/[ \t\r\n\f\u00a0]+/).filter((word) => word.includes(standIn));
  const isApart = words.every((word) => {
    const [before = '', after = '', ...more] = word.split(standIn);
    return more.length === 0 && around.before.test(before) && around.after.test(after);
  });
  return isApart ? null : misplaced('joined with other text');
}

const countMatches = (text: string, part: string): number => text.split(part).length - 1;
