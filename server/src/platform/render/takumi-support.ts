import type { Tag } from './markup.ts';
import { unsupported } from './render-error.ts';
import { partsOf, stylesOf, type StylePart } from './styles.ts';

/** What Takumi says to one declaration: it knows the property and takes the value, or not. */
export type Verdict = 'taken' | 'unknown property' | 'wrong value';
export type Judge = (property: string, value: string) => Promise<Verdict>;

/** Browsers draw them in ways of their own; Takumi draws an empty box, or nothing. */
const browsersOwn = new Set(
  'input select textarea button progress meter video audio canvas math ruby details dialog fieldset marquee'.split(
    ' ',
  ),
);

/** Takumi leaves them out, as a still picture does. */
const withoutEffect =
  /^(?:-webkit-|-moz-|-ms-)?(?:cursor|transition|animation|will-change|user-select|pointer-events|touch-action|print-color-adjust|color-adjust|font-smoothing|osx-font-smoothing|text-rendering|text-size-adjust|tap-highlight-color|page-break|break|orphans|widows|scroll|color-scheme|font-optical-sizing|font-display)/;

/**
 * Refuses what Takumi would drop without a word: attributes without quotes, elements that only
 * browsers draw, and declarations that it does not know. Throws `unsupported` with the construct
 * and its line.
 */
export async function checkSupport(tags: readonly Tag[], judge: Judge): Promise<void> {
  let insideSvg = 0;
  for (const tag of tags) {
    const isSvg = tag.name === 'svg';
    if (isSvg && tag.closes) insideSvg -= 1;
    if (tag.closes) continue;
    checkElement(tag);
    // An inline SVG is drawn by a library that reads SVG's own properties.
    if (insideSvg === 0 || tag.name === 'style') await checkStyles(tag, judge);
    if (isSvg) insideSvg += 1;
  }
}

function checkElement({ name, line, attributes }: Tag): void {
  if (browsersOwn.has(name)) throw unsupported(line, `<${name}> is not drawn by Takumi`);
  const bare = attributes.find(({ quoted }) => !quoted);
  if (bare) throw unsupported(line, `Takumi reads the value of "${bare.name}" only in quotes`);
}

async function checkStyles(tag: Tag, judge: Judge): Promise<void> {
  for (const style of stylesOf(tag)) {
    for (const part of partsOf(style)) await checkPart(part, judge);
  }
}

async function checkPart(part: StylePart, judge: Judge): Promise<void> {
  const { line } = part;
  if (part.kind === 'at-rule') {
    if (part.name === '@font-face') throw unsupported(line, 'Takumi takes no "@font-face"');
    return;
  }
  const { property, value } = part;
  if (property.startsWith('--') || withoutEffect.test(property)) return;
  const verdict = await judge(property, value);
  if (verdict === 'unknown property')
    throw unsupported(line, `Takumi does not know the property "${property}"`);
  if (verdict === 'wrong value')
    throw unsupported(line, `Takumi does not take "${value.slice(0, 80)}" for "${property}"`);
}
