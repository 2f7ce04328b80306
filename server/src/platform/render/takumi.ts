import { Renderer, type Node } from '@takumi-rs/core';
import { fromHtml } from '@takumi-rs/helpers/html';
import { fontFaces } from './fonts.ts';
import { inspect } from './inspect.ts';
import { RenderError } from './render-error.ts';
import { checkSupport, type Judge, type Verdict } from './takumi-support.ts';

export interface TakumiInput {
  html: string;
  /** Pixels. */
  width: number;
  height: number;
}

export type Takumi = (input: TakumiInput) => Promise<Uint8Array>;

/**
 * Draws HTML as PNG with Takumi, in a few milliseconds. Throws `unsupported` for what it would draw
 * wrongly.
 */
export async function createTakumi(): Promise<Takumi> {
  const renderer = new Renderer();
  for (const face of fontFaces()) await renderer.registerFont(face);
  const judge = createJudge(renderer);
  return async ({ html, width, height }) => {
    await checkSupport(inspect(html), judge);
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
      throw new RenderError('unsupported', `Takumi: ${(error as Error).message}`, { cause: error });
    }
  };
}

/** Where Takumi starts from something else than browsers do. */
const browserDefaults =
  '* { box-sizing: content-box } a { color: #0000ee; text-decoration: underline }';

/** A browser's page is white and as large as the picture. */
const onPaper = (node: Node, width: number, height: number): Node => ({
  type: 'container',
  style: { display: 'block', width, height, backgroundColor: 'white', overflow: 'hidden' },
  children: [node],
});

/** No property takes all of these: one that complains of none is one that Takumi leaves out. */
const nonsense = ['no-such(value', '@@', '"a" "b" 3zz no(1)'];
const judged = 5000;

/** Asks Takumi itself, by a tiny drawing, and remembers its answers. */
function createJudge(renderer: Renderer): Judge {
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
  const ask: Judge = async (property, value) => {
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
  if (memory.size >= judged) memory.clear();
  if (key.length < 500) memory.set(key, found);
  return found;
}

const camelCase = (property: string): string =>
  property.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
