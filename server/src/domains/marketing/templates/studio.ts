import type { Brand } from '@lintel/contract/brand';
import { previewScale, socialSizes } from '@lintel/contract/marketing/constants';
import { loadSharp } from '../../../platform/lazy-packages.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import type { HelperPool } from '../../../platform/helper/pool.ts';
import type { Renderer } from '../../../platform/render/port.ts';
import { RenderError } from '../../../platform/render/render-error.ts';
import {
  dataOf,
  draftIn,
  drawing,
  renderFailed,
  type Facts,
  type TemplateData,
  type Draft,
} from './data.ts';
import { demoDataOf } from './demo.ts';
import { KeptFiles } from './cached-drawings.ts';
import type { TemplateRow } from './repository.ts';

export interface StudioDeps {
  files: FileStore;
  renderer: Renderer;
  brand: Brand;
  timeZone: string;
  /** Where templates are rendered. */
  templates: HelperPool;
  /** For the names of kept files. */
  nameKey: Uint8Array;
}

/**
 * Template data: `names` identify what they are made from, which is quickly known; `data()` makes
 * them, which takes a while.
 */
export interface Source {
  names: unknown;
  data(): Promise<TemplateData>;
}

export interface Format {
  width: number;
  height: number;
}

export type Engine = 'takumi' | 'chromium';
export interface EngineChoice {
  engine: Engine;
  /** Why not the fast one; null for the fast one. */
  engineReason: string | null;
}

/** Previews of a flyer's sides are so many pixels wide. */
const sideWidth = 1224;

/** A letter page with nothing on it. */
const emptySide = async (): Promise<Buffer> => {
  const sharp = await loadSharp();
  const height = Math.round((sideWidth * 11) / 8.5);
  return sharp({ create: { width: sideWidth, height, channels: 3, background: '#FFFFFF' } })
    .png()
    .toBuffer();
};

/** The company's name, which staff may have left out of the demonstration data. */
const companyOf = ({ company }: TemplateData): string =>
  typeof company === 'object' &&
  company !== null &&
  'name' in company &&
  typeof company.name === 'string'
    ? company.name
    : '';

/** Draws templates and keeps what it has drawn. Everything throws `render_failed` or `busy`. */
export class Studio {
  readonly #deps: StudioDeps;
  readonly #draft: Draft;
  readonly #kept: KeptFiles;

  constructor(deps: StudioDeps) {
    this.#deps = deps;
    this.#draft = draftIn(deps.templates, deps.timeZone);
    this.#kept = new KeptFiles(deps.files, deps.nameKey);
  }

  pageSource(facts: Facts, source: 'flyer' | 'social'): Source {
    const { brand, files } = this.#deps;
    return {
      names: [facts, source],
      data: async () =>
        dataOf(facts, {
          logo: facts.logoKey === null ? null : await files.read(facts.logoKey),
          brand,
          source,
        }),
    };
  }

  /** `text` is JSON of an object. */
  demoSource(text: string): Source {
    return { names: ['demo', text], data: () => demoDataOf(text, this.#deps.brand) };
  }

  /** A flyer as a PDF that is kept. */
  flyer(body: string, source: Source): Promise<Buffer> {
    return this.#kept.get(`flyers/${this.#flyerName(body, source)}.pdf`, () =>
      this.flyerOnce(body, source),
    );
  }

  /** The same, not kept. */
  async flyerOnce(body: string, source: Source): Promise<Buffer> {
    const data = await source.data();
    const html = await this.#draft(body, data);
    const { name: creator } = this.#deps.brand;
    const company = companyOf(data);
    const title =
      data['language'] === 'es'
        ? `Volante de financiamiento de ${company}`
        : `${company} financing flyer`;
    const about = { title: title.trim(), author: company, creator };
    return drawing(() => this.#deps.renderer.pdf({ html, paper: 'letter', about }));
  }

  /** The keys under which pictures of a flyer's sides are kept; `flyerSides` puts them there. */
  flyerSideKeys(body: string, source: Source): [front: string, back: string] {
    const name = this.#flyerName(body, source);
    return [`flyer-${name}-1.png`, `flyer-${name}-2.png`];
  }

  /**
   * Draws both sides, once; the back of a flyer of one page is empty. Throws `render_failed` when
   * it has more than two.
   */
  async flyerSides(body: string, source: Source): Promise<[front: Buffer, back: Buffer]> {
    const pages = async (): Promise<Buffer[]> => {
      const pdf = await this.flyer(body, source);
      const drawn = await drawing(() => this.#deps.renderer.pages(pdf, { width: sideWidth }));
      if (drawn.length > 2)
        throw renderFailed(`The flyer has ${drawn.length} pages, but it must have 2 at most.`);
      return drawn.length === 2 ? drawn : [...drawn, await emptySide()];
    };
    let drawn: Promise<Buffer[]> | undefined;
    const side = (index: 0 | 1) => async (): Promise<Buffer> =>
      (await (drawn ??= pages()))[index] ?? Buffer.alloc(0);
    const [front, back] = this.flyerSideKeys(body, source);
    return [await this.#kept.get(front, side(0)), await this.#kept.get(back, side(1))];
  }

  /** Puts a picture back that was swept away as old just when it was asked for. */
  keep(key: string, bytes: Buffer): Promise<void> {
    return this.#kept.keep(key, bytes);
  }

  /** A name for a social image that changes when the image would. */
  socialName(template: { body: string; engine: Engine }, format: Format, source: Source): string {
    const { brand, renderer } = this.#deps;
    const { body, engine } = template;
    return this.#kept.nameOf([
      'social',
      body,
      engine,
      renderer.versions,
      format,
      source.names,
      brand,
    ]);
  }

  /** A social image as PNG by the template's engine, kept. */
  social(
    template: { body: string; engine: Engine },
    format: Format,
    source: Source,
  ): Promise<Buffer> {
    const name = this.socialName(template, format, source);
    return this.#kept.get(`social/${name}.png`, async () => {
      const input = { html: await this.#socialHtml(template.body, format, source), ...format };
      return drawing(() =>
        template.engine === 'takumi' ? this.#fast(input) : this.#deps.renderer.png(input),
      );
    });
  }

  /** The same, smaller by `scale`. */
  socialPreview(
    template: { body: string; engine: Engine },
    format: Format,
    source: Source,
    scale: number,
  ): Promise<Buffer> {
    const width = Math.round(format.width * scale);
    return this.#kept.get(
      `social/${this.socialName(template, format, source)}-${width}.png`,
      async () => {
        const sharp = await loadSharp();
        return sharp(await this.social(template, format, source))
          .resize({ width })
          .png({ palette: true, quality: 90 })
          .toBuffer();
      },
    );
  }

  /** The image as a browser draws it, not kept. */
  async socialOnce(body: string, format: Format, source: Source): Promise<Buffer> {
    const html = await this.#socialHtml(body, format, source);
    return drawing(() => this.#deps.renderer.png({ html, ...format }));
  }

  /** Draws by both engines: the fast one serves the template when it draws what a browser does. */
  async chooseEngine(body: string, format: Format, source: Source): Promise<EngineChoice> {
    const html = await this.#socialHtml(body, format, source);
    const { agrees, reason } = await drawing(() =>
      this.#deps.renderer.compare({ html, ...format }),
    );
    return agrees
      ? { engine: 'takumi', engineReason: null }
      : { engine: 'chromium', engineReason: reason };
  }

  async #socialHtml(body: string, format: Format, source: Source): Promise<string> {
    return this.#draft(body, { ...(await source.data()), image: format });
  }

  /**
   * A template that the fast engine drew with the demo data may still fail with a page's data; then
   * the browser draws it.
   */
  async #fast(input: Format & { html: string }): Promise<Buffer> {
    try {
      return await this.#deps.renderer.pngFast(input);
    } catch (error) {
      if (!(error instanceof RenderError) || error.code === 'busy') throw error;
      return this.#deps.renderer.png(input);
    }
  }

  #flyerName(body: string, source: Source): string {
    const { brand, renderer } = this.#deps;
    return this.#kept.nameOf([
      'flyer with its title',
      body,
      renderer.versions,
      source.names,
      brand,
    ]);
  }
}

type Place = Pick<TemplateRow, 'socialMedia' | 'contentType'>;

/** The size of a network's content in pixels. */
export function formatOf({ socialMedia, contentType }: Place): Format {
  const size = socialSizes[`${socialMedia} ${contentType}`];
  if (size === undefined) throw new Error(`There is no ${contentType} of ${socialMedia}`);
  return size;
}

/** How much smaller its previews are. */
export const scaleOf = ({ contentType }: Place): number => previewScale[contentType ?? 'post'];
