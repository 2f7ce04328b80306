import type { FastifyInstance, FastifyPluginAsync, FastifyRequest, FastifyReply } from 'fastify';
import { calculatorScript, scriptAddress, scriptRoutes } from './scripts.ts';
import { brandFromConfig } from '../../../platform/brand.ts';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { isBusy, RenderError } from '../../../platform/render/render-error.ts';
import { bannerPicture, findBanner } from '../banners/banner-html.ts';
import { sendContent, framePolicy, sendFrame } from './answers.ts';
import { readVisit, type EmbedRequest } from './visit.ts';
import type { WidgetKind } from '@lintel/contract/marketing/constants';
import type { Brand } from '@lintel/contract/brand';
import { languageParameter, locales, type Language } from '@lintel/contract/core/language';
import { requestedLanguage, frameLanguage } from '../../../platform/http/language.ts';
import type { Objective } from '../../../platform/http/objectives.ts';
import type { CalmReason, PageEmbed, WidgetColors } from '@lintel/contract/marketing/embeds';
import { drawPage, findClosedPageById, pagePolicy, type PageRow } from '../../pages/index.ts';
import { calculatorRates } from './calculator-rates.ts';

/**
 * Everything below `/embeds/`, loaded by other websites. Reads no cookies and allows any origin.
 */
export const embedRoutes =
  (context: Context): FastifyPluginAsync =>
  async (app) => {
    scriptRoutes(app, context.embeds);
    frameRoutes(app, context);
    seenRoute(app, context);
    bannerRoute(app, context);
  };

type BannerParams = { id: string; pageId: string; size: string };
type BannerRequest = FastifyRequest<{ Params: BannerParams }>;

/**
 * `/embeds/picture/{design}/{pageId}-{name of the size}.png`, in Spanish with `?lang=es`, since the
 * code around it has one language; earlier codes use `/embeds/banner/…-{width}x{height}.png`. The
 * website is identified by the Referer, and every website may show it: an image can't be abused.
 */
function bannerRoute(app: FastifyInstance, context: Context): void {
  const give = (path: string, size: string): void => {
    app.get<{ Params: BannerParams }>(
      `/embeds/${path}/:id/:pageId(^\\d{1,9})-:size(^${size}).png`,
      { schema: { hide: true } },
      async (request, reply) => sendBanner(context, request, reply),
    );
  };
  give('picture', '[a-z]{4,5}');
  give('banner', String.raw`\d{2,4}x\d{2,4}`);
}

async function sendBanner(context: Context, request: BannerRequest, reply: FastifyReply) {
  const kind = findBanner(request.params.id, request.params.size);
  const visit = kind && (await readVisit(context, request, 'banner', readReferer(request)));
  if (!kind || !visit) throw new AppError('not_found');
  const language = requestedLanguage(request) ?? 'en';
  const body = await bannerPicture(context, kind, visit.page, language).catch(asAnswer);
  return sendContent(request, reply, {
    type: 'image/png',
    body,
    cache: 'public, max-age=3600, stale-while-revalidate=86400',
  });
}

const readReferer = ({ headers: { referer } }: FastifyRequest): string | undefined =>
  referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;

function asAnswer(error: unknown): never {
  if (error instanceof RenderError)
    throw new AppError(isBusy(error) || error.code === 'timeout' ? 'busy' : 'unexpected');
  throw error;
}

/** A transparent one-pixel image. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * `/embeds/seen/{pageId}`: the button has no frame until it is clicked, so it reports its location
 * with an image.
 */
function seenRoute(app: FastifyInstance, context: Context): void {
  app.get(
    '/embeds/seen/:pageId',
    { schema: { hide: true } },
    async (request: EmbedRequest, reply) => {
      await readVisit(context, request, 'real-widget', request.query['site']);
      void reply.headers({
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'private, max-age=3600',
      });
      return reply.type('image/gif').send(pixel);
    },
  );
}

type Query = Record<string, unknown>;
type FrameDocument = { html: string; policy: string };
interface Drawing {
  query: Query;
  language: Language;
  /** The language in the frame's URL, which its links keep. */
  requested: Language | null;
  ancestors: string | null;
}
type Draw = (page: PageRow, drawing: Drawing) => Promise<FrameDocument>;

/**
 * The pages of the frames: the calculator, the full public page, and its application form alone.
 */
function frameRoutes(app: FastifyInstance, context: Context): void {
  frame(app, context, { path: 'calculator', widget: 'calculator', draw: calculator(context) });
  frame(app, context, {
    path: 'full-page',
    widget: 'full-page',
    draw: publicPage(context, 'full-page'),
  });
  frame(app, context, { path: 'apply', widget: 'real-widget', draw: publicPage(context, 'apply') });
}

function frame(
  app: FastifyInstance,
  context: Context,
  options: { path: string; widget: WidgetKind; draw: Draw },
): void {
  app.get(
    `/embeds/${options.path}/:pageId`,
    { schema: { hide: true }, config: { objective: 'reads' satisfies Objective } },
    async (request: EmbedRequest, reply) => {
      const language = frameLanguage(request);
      void reply.headers({ 'content-language': locales[language], vary: 'Accept-Language' });
      const visit = await readVisit(context, request, options.widget, request.query['site']);
      if (visit === null) {
        const closed = await closedPage(context, request.params.pageId);
        return closed === undefined
          ? sendCalm(context, request, reply.status(404), { kind: 'unknown' })
          : sendCalm(context, request, reply.status(410), { kind: 'closed', ...closed });
      }
      const { page } = visit;
      const requested = requestedLanguage(request);
      if (visit.refused) {
        const url = withLanguage(`${context.config.publicUrl}/p/${page.pageName}`, requested);
        const { companyName } = page;
        return sendCalm(context, request, reply.status(403), {
          kind: 'not-listed',
          companyName,
          url,
        });
      }
      const { html, policy } = await options.draw(page, {
        query: request.query,
        language,
        requested,
        ancestors: visit.ancestors,
      });
      return sendFrame(request, reply, html, policy);
    },
  );
}

const closedPage = async ({ db }: Context, id: string) =>
  /^[1-9]\d{0,8}$/.test(id) ? findClosedPageById(db, Number(id)) : undefined;

/**
 * A public page's URL with the frame's language. Without a requested one, the page decides: unlike
 * a frame, it knows the visitor's earlier choice.
 */
function withLanguage(address: string, requested: Language | null): string {
  if (requested === null) return address;
  const url = new URL(address);
  url.searchParams.set(languageParameter, requested);
  return url.href;
}

const calculator =
  (context: Context): Draw =>
  async (page, { query, language, requested, ancestors }) => {
    const url = `${context.config.publicUrl}/p/${page.pageName}?source=calculator`;
    const html = context.embeds.renderCalculator({
      language,
      companyName: page.companyName,
      offersUrl: query['hidelink'] === '1' ? null : withLanguage(url, requested),
      colors: widgetColors(query, brandFromConfig(context.config)),
      border: query['border'] !== '0',
      rates: await calculatorRates(context.db),
      script: scriptAddress(context.embeds, calculatorScript(language)),
    });
    return { html, policy: framePolicy(html, ancestors) };
  };

const publicPage =
  (context: Context, view: PageEmbed['view']): Draw =>
  async (page, { query, language, ancestors }) => {
    const embed: PageEmbed = {
      view,
      colors: widgetColors(query, brandFromConfig(context.config)),
      offersButton: query['hidelink'] !== '1',
      script: scriptAddress(context.embeds, 'frame'),
    };
    const source = view === 'apply' ? 'real-widget' : 'full-page';
    return {
      html: await drawPage(context, page, {
        language,
        query: textParameters(query),
        source,
        alive: true,
        embed,
      }),
      policy: pagePolicy(ancestors, context.renderer.inlineScripts),
    };
  };

const textParameters = (query: Query): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );

/** The colors in the code, else those of the public page. */
function widgetColors(query: Query, { primaryColor, accentColor }: Brand): WidgetColors {
  const colorOf = (name: keyof WidgetColors, own: string): string => {
    const value = query[name];
    return typeof value === 'string' && /^[0-9a-f]{6}$/i.test(value)
      ? `#${value.toUpperCase()}`
      : own;
  };
  return {
    color1: colorOf('color1', accentColor),
    color2: colorOf('color2', primaryColor),
    color3: colorOf('color3', '#FFFFFF'),
  };
}

function sendCalm(
  { embeds }: Context,
  request: EmbedRequest,
  reply: FastifyReply,
  reason: CalmReason,
): FastifyReply {
  const html = embeds.renderCalm({
    language: frameLanguage(request),
    reason,
  });
  return sendFrame(request, reply, html, framePolicy(html, null));
}
