import { Renderer, type Node } from '@takumi-rs/core';
import { fromHtml } from '@takumi-rs/helpers/html';
import { toError } from '../errors.ts';
import { fontFaces } from './fonts.ts';
import { inspect } from './inspect.ts';
import { RenderError, unsupported } from './render-error.ts';
import { splitStyle, collectStyles, type Tag, type StylePart } from './markup.ts';

/** Takumi's result for a declaration. */
type Verdict = 'taken' | 'unknown property' | 'wrong value';
type DeclarationCheck = (property: string, value: string) => Promise<Verdict>;

/** Browsers render them natively; Takumi renders an empty box, or nothing. */
const browsersOwn = new Set(
  'input select textarea button progress meter video audio canvas math ruby details dialog fieldset marquee'.split(
    ' ',
  ),
);

/** Takumi ignores them, and a still image doesn't need them. */
const withoutEffect =
  /^(?:-webkit-|-moz-|-ms-)?(?:cursor|transition|animation|will-change|user-select|pointer-events|touch-action|print-color-adjust|color-adjust|font-smoothing|osx-font-smoothing|text-rendering|text-size-adjust|tap-highlight-color|page-break|break|orphans|widows|scroll|color-scheme|font-optical-sizing|font-display)/;

/**
 * Rejects what Takumi would silently drop: attributes without quotes, browser-only elements, and
 * unsupported declarations. Throws `unsupported` with the construct and its line.
 */
async function checkSupport(tags: readonly Tag[], check: DeclarationCheck): Promise<void> {
  let insideSvg = 0;
  for (const tag of tags) {
    const isSvg = tag.name === 'svg';
    if (isSvg && tag.closes) insideSvg -= 1;
    if (tag.closes) continue;
    checkElement(tag);
    // A separate library renders inline SVG and supports SVG's properties.
    if (insideSvg === 0 || tag.name === 'style') await checkStyles(tag, check);
    if (isSvg) insideSvg += 1;
  }
}

function checkElement({ name, line, attributes }: Tag): void {
  if (browsersOwn.has(name)) throw unsupported(line, `<${name}> is not drawn by Takumi`);
  const bare = attributes.find(({ quoted }) => !quoted);
  if (bare) throw unsupported(line, `Takumi reads the value of "${bare.name}" only in quotes`);
}

async function checkStyles(tag: Tag, check: DeclarationCheck): Promise<void> {
  for (const style of collectStyles(tag)) {
    for (const part of splitStyle(style)) await checkPart(part, check);
  }
}

async function checkPart(part: StylePart, check: DeclarationCheck): Promise<void> {
  const { line } = part;
  if (part.kind === 'at-rule') {
    if (part.name === '@font-face') throw unsupported(line, 'Takumi doesn\'t support "@font-face"');
    return;
  }
  const { property, value } = part;
  if (property.startsWith('--') || withoutEffect.test(property)) return;
  const verdict = await check(property, value);
  if (verdict === 'unknown property')
    throw unsupported(line, `Takumi does not know the property "${property}"`);
  if (verdict === 'wrong value')
    throw unsupported(line, `Takumi doesn't accept "${value.slice(0, 80)}" for "${property}"`);
}

export interface TakumiInput {
  html: string;
  /** Pixels. */
  width: number;
  height: number;
}

export type Takumi = (input: TakumiInput) => Promise<Uint8Array>;

/**
 * Renders HTML as PNG with Takumi, in a few milliseconds. Throws `unsupported` for what it would
 * render incorrectly.
 */
export async function createTakumi(): Promise<Takumi> {
  const renderer = new Renderer();
  for (const face of fontFaces()) await renderer.registerFont(face);
  const check = createDeclarationCheck(renderer);
  return async ({ html, width, height }) => {
    await checkSupport(inspect(html), check);
    try {
      const { node, css } = fromHtml(html);
      const page = onPaper(node, width, height);
      return await renderer.render(page, {
        width,
        height,
        css: [browserDefaults, ...css],
        format: 'png',
        lang: 'en',
      });
    } catch (error) {
      throw new RenderError('unsupported', `Takumi: ${toError(error).message}`, { cause: error });
    }
  };
}

/** Defaults where Takumi differs from browsers. */
const browserDefaults =
  '* { box-sizing: content-box } a { color: #0000ee; text-decoration: underline }';

/** A browser's page is white and as large as the image. */
const onPaper = (node: Node, width: number, height: number): Node => ({
  type: 'container',
  style: { display: 'block', width, height, backgroundColor: 'white', overflow: 'hidden' },
  children: [node],
});

/** No property accepts all of these: one that reports no error is one that Takumi ignores. */
const nonsense = ['no-such(value', '@@', '"a" "b" 3zz no(1)'];
const rememberedAtMost = 5000;

/** Tests declarations with a tiny rendering, and caches the results. */
function createDeclarationCheck(renderer: Renderer): DeclarationCheck {
  const known = new Map<string, Promise<boolean>>();
  const verdicts = new Map<string, Promise<Verdict>>();
  const takes = async (property: string, value: string): Promise<boolean> => {
    try {
      await renderer.measure(
        { type: 'text', text: '', style: { [camelCase(property)]: value } },
        { width: 8, height: 8 },
      );
      return true;
    } catch {
      return false;
    }
  };
  const knows = async (property: string): Promise<boolean> =>
    (await Promise.all(nonsense.map((value) => takes(property, value)))).includes(false);
  const ask: DeclarationCheck = async (property, value) => {
    if (!(await remembered(known, property, () => knows(property)))) return 'unknown property';
    return (await takes(property, value)) ? 'taken' : 'wrong value';
  };
  return (property, value) =>
    remembered(verdicts, `${property}:${value}`, () => ask(property, value));
}

function remembered<Value>(
  memory: Map<string, Promise<Value>>,
  key: string,
  find: () => Promise<Value>,
): Promise<Value> {
  const found = memory.get(key) ?? find();
  if (memory.size >= rememberedAtMost) memory.clear();
  if (key.length < 500) memory.set(key, found);
  return found;
}

const camelCase = (property: string): string =>
  property.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
