import type { Brand } from '@lintel/contract/brand';
import { previewScale, socialSizes } from '@lintel/contract/marketing/constants';
import { brandFromConfig } from '../../../platform/brand.ts';
import { perContext, type Context } from '../../../platform/context.ts';
import { loadSharp } from '../../../platform/lazy-packages.ts';
import { RenderError } from '../../../platform/render/render-error.ts';
import { madeFrom } from '../../../platform/provider-settings/index.ts';
import {
  buildTemplateData,
  draftIn,
  drawing,
  renderFailed,
  type Facts,
  type TemplateData,
  type Draft,
} from './data.ts';
import { parseDemoData } from './demo.ts';
import { CachedDrawings } from './cached-drawings.ts';
import type { TemplateRow } from './repository.ts';

/**
 * Template data: `names` identify the inputs and are cheap; `data()` builds the data and is slow.
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
  /** Why the fast engine isn't used; null when it is. */
  engineReason: string | null;
}

/** Width of a preview of a flyer's side, in pixels. */
const sideWidth = 1224;

/** A blank letter page. */
const emptySide = async (): Promise<Buffer> => {
  const sharp = await loadSharp();
  const height = Math.round((sideWidth * 11) / 8.5);
  return sharp({ create: { width: sideWidth, height, channels: 3, background: '#FFFFFF' } })
    .png()
    .toBuffer();
};

/** The company's name, which staff may have omitted from the demo data. */
const companyName = ({ company }: TemplateData): string =>
  typeof company === 'object' &&
  company !== null &&
  'name' in company &&
  typeof company.name === 'string'
    ? company.name
    : '';

/** Renders templates and caches the results. Every method throws `render_failed` or `busy`. */
class Studio {
  readonly #context: Context;
  readonly #draftOf: () => Draft;
  readonly #cache: CachedDrawings;

  constructor(context: Context) {
    const { config, files, helpers, keys } = context;
    this.#context = context;
    this.#draftOf = madeFrom(
      () => config.BUSINESS_TIME_ZONE,
      (timeZone) => draftIn(helpers.templates, timeZone),
    );
    this.#cache = new CachedDrawings(files, keys.derive('names of drawn files'));
  }

  get #brand(): Brand {
    return brandFromConfig(this.#context.config);
  }

  pageSource(facts: Facts, source: 'flyer' | 'social'): Source {
    const { files } = this.#context;
    return {
      names: [facts, source],
      data: async () =>
        buildTemplateData(facts, {
          logo: facts.logoKey === null ? null : await files.read(facts.logoKey),
          brand: this.#brand,
          source,
        }),
    };
  }

  /** `text` is JSON of an object. */
  demoSource(text: string): Source {
    return { names: ['demo', text], data: () => parseDemoData(text, this.#brand) };
  }

  /** A flyer as a cached PDF. */
  flyer(body: string, source: Source): Promise<Buffer> {
    return this.#cache.get(`flyers/${this.#flyerName(body, source)}.pdf`, () =>
      this.flyerOnce(body, source),
    );
  }

  /** A flyer as PDF, not cached. */
  async flyerOnce(body: string, source: Source): Promise<Buffer> {
    const data = await source.data();
    const html = await this.#draftOf()(body, data);
    const { name: creator } = this.#brand;
    const company = companyName(data);
    const title =
      data['language'] === 'es'
        ? `Volante de financiamiento de ${company}`
        : `${company} financing flyer`;
    const about = { title: title.trim(), author: company, creator };
    return drawing(() => this.#context.drawing.pdf({ html, paper: 'letter', about }));
  }

  /** Keys of the cached images of a flyer's sides; `flyerSides` stores them. */
  flyerSideKeys(body: string, source: Source): [front: string, back: string] {
    const name = this.#flyerName(body, source);
    return [`flyer-${name}-1.png`, `flyer-${name}-2.png`];
  }

  /**
   * Renders both sides, once; the back of a one-page flyer is blank. Throws `render_failed` for
   * more than two pages.
   */
  async flyerSides(body: string, source: Source): Promise<[front: Buffer, back: Buffer]> {
    const pages = async (): Promise<Buffer[]> => {
      const pdf = await this.flyer(body, source);
      const drawn = await drawing(() => this.#context.drawing.pages(pdf, { width: sideWidth }));
      if (drawn.length > 2)
        throw renderFailed(`The flyer has ${drawn.length} pages, but can have 2 at most.`);
      return drawn.length === 2 ? drawn : [...drawn, await emptySide()];
    };
    let drawn: Promise<Buffer[]> | undefined;
    const side = (index: 0 | 1) => async (): Promise<Buffer> =>
      (await (drawn ??= pages()))[index] ?? Buffer.alloc(0);
    const [front, back] = this.flyerSideKeys(body, source);
    return [await this.#cache.get(front, side(0)), await this.#cache.get(back, side(1))];
  }

  /** Stores an image again that cleanup deleted while it was requested. */
  ensure(key: string, bytes: Buffer): Promise<void> {
    return this.#cache.ensure(key, bytes);
  }

  /** A name for a social image that changes with the image. */
  socialName(template: { body: string; engine: Engine }, format: Format, source: Source): string {
    const { body, engine } = template;
    return this.#cache.nameOf([
      'social',
      body,
      engine,
      this.#context.drawing.versions,
      format,
      source.names,
      this.#brand,
    ]);
  }

  /** A social image as PNG by the template's engine, cached. */
  social(
    template: { body: string; engine: Engine },
    format: Format,
    source: Source,
  ): Promise<Buffer> {
    const name = this.socialName(template, format, source);
    return this.#cache.get(`social/${name}.png`, async () => {
      const input = { html: await this.#socialHtml(template.body, format, source), ...format };
      return drawing(() =>
        template.engine === 'takumi' ? this.#fast(input) : this.#context.drawing.png(input),
      );
    });
  }

  /** A social image reduced by `scale`. */
  socialPreview(
    template: { body: string; engine: Engine },
    format: Format,
    source: Source,
    scale: number,
  ): Promise<Buffer> {
    const width = Math.round(format.width * scale);
    return this.#cache.get(
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

  /** The image as rendered by a browser, not cached. */
  async socialOnce(body: string, format: Format, source: Source): Promise<Buffer> {
    const html = await this.#socialHtml(body, format, source);
    return drawing(() => this.#context.drawing.png({ html, ...format }));
  }

  /** Renders with both engines and uses the fast one if it matches the browser. */
  async chooseEngine(body: string, format: Format, source: Source): Promise<EngineChoice> {
    const html = await this.#socialHtml(body, format, source);
    const { agrees, reason } = await drawing(() =>
      this.#context.drawing.compare({ html, ...format }),
    );
    return agrees
      ? { engine: 'takumi', engineReason: null }
      : { engine: 'chromium', engineReason: reason };
  }

  async #socialHtml(body: string, format: Format, source: Source): Promise<string> {
    return this.#draftOf()(body, { ...(await source.data()), image: format });
  }

  /**
   * A template that the fast engine rendered with the demo data may still fail with a page's data;
   * then the browser renders it.
   */
  async #fast(input: Format & { html: string }): Promise<Buffer> {
    try {
      return await this.#context.drawing.pngFast(input);
    } catch (error) {
      if (!(error instanceof RenderError) || error.code === 'busy') throw error;
      return this.#context.drawing.png(input);
    }
  }

  #flyerName(body: string, source: Source): string {
    return this.#cache.nameOf([
      'flyer with its title',
      body,
      this.#context.drawing.versions,
      source.names,
      this.#brand,
    ]);
  }
}

export const studio = perContext((context) => new Studio(context));

type Place = Pick<TemplateRow, 'socialMedia' | 'contentType'>;

/** The size of a network's content in pixels. */
export function socialFormat({ socialMedia, contentType }: Place): Format {
  const size = socialSizes[`${socialMedia} ${contentType}`];
  if (size === undefined) throw new Error(`There is no ${contentType} of ${socialMedia}`);
  return size;
}

/** Scale of its previews. */
export const socialScale = ({ contentType }: Place): number => previewScale[contentType ?? 'post'];
