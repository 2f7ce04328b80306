import type { FastifyInstance, FastifyPluginAsync, FastifyRequest, FastifyReply } from 'fastify';
import { scriptRoutes, scriptAddress, type EmbedFiles } from './scripts.ts';
import { AppError } from '../../../platform/errors.ts';
import { isBusy, RenderError } from '../../../platform/render/render-error.ts';
import { bannerPicture, findBanner, type BannerPicturesDeps } from '../banners/banner-html.ts';
import { sendContent, framePolicy, sendFrame } from './answers.ts';
import { visitOf, type EmbedRequest, type VisitDeps } from './visit.ts';
import { colorSchemes, type WidgetKind } from '@lintel/contract/marketing/constants';
import type { Language } from '@lintel/contract/core/language';
import { frameLanguage } from '../../../platform/http/language.ts';
import type { CalmPage, PageEmbed, WidgetColors } from '@lintel/contract/marketing/embeds';
import { drawPage, pagePolicy, type DrawDeps, type PageRow } from '../../pages/index.ts';
import { calculatorRates } from '../../settings/index.ts';

type EmbedDeps = FrameDeps & BannerDeps;

/**
 * Everything below `/embeds/`: what other people's websites load. No cookie is read, and any origin
 * may ask.
 */
export const embedRoutes =
  (deps: EmbedDeps): FastifyPluginAsync =>
  async (app) => {
    scriptRoutes(app, deps.embeds);
    frameRoutes(app, deps);
    seenRoute(app, deps);
    bannerRoute(app, deps);
  };

type BannerDeps = VisitDeps & BannerPicturesDeps;

/**
 * `/embeds/banner/{id}/{pageId}-{width}x{height}.png`. A picture cannot say where it stands; the
 * browser's Referer does. It leads to nothing that a site that is not listed could misuse, so it is
 * shown everywhere.
 */
function bannerRoute(app: FastifyInstance, deps: BannerDeps): void {
  app.get<{ Params: { id: string; pageId: string; size: string } }>(
    String.raw`/embeds/banner/:id/:pageId(^\d{1,9})-:size(^\d{2,4}x\d{2,4}).png`,
    { schema: { hide: true } },
    async (request, reply) => {
      const kind = findBanner(request.params.id, request.params.size);
      const visit = kind && (await visitOf(deps, request, 'banner', refererOf(request)));
      if (!kind || !visit) throw new AppError('not_found');
      const body = await bannerPicture(deps, kind, visit.page).catch(asAnswer);
      return sendContent(request, reply, {
        type: 'image/png',
        body,
        cache: 'public, max-age=3600, stale-while-revalidate=86400',
      });
    },
  );
}

const refererOf = ({ headers: { referer } }: FastifyRequest): string | undefined =>
  referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;

function asAnswer(error: unknown): never {
  if (error instanceof RenderError)
    throw new AppError(isBusy(error) || error.code === 'timeout' ? 'busy' : 'unexpected');
  throw error;
}

/** A transparent picture of one pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * `/embeds/seen/{pageId}`: the button has no frame until it is clicked, so it says by a picture
 * where it stands.
 */
function seenRoute(app: FastifyInstance, deps: VisitDeps): void {
  app.get(
    '/embeds/seen/:pageId',
    { schema: { hide: true } },
    async (request: EmbedRequest, reply) => {
      await visitOf(deps, request, 'real-widget', request.query['site']);
      void reply.headers({
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'private, max-age=3600',
      });
      return reply.type('image/gif').send(pixel);
    },
  );
}

interface FrameDeps extends DrawDeps, VisitDeps {
  embeds: EmbedFiles;
}

type Query = Record<string, unknown>;
interface Drawn {
  html: string;
  policy: string;
}
interface Drawing {
  query: Query;
  language: Language;
  ancestors: string;
}
type Draw = (page: PageRow, drawing: Drawing) => Promise<Drawn>;

/**
 * The pages of the frames: the calculator, the whole public page, and its application form alone.
 */
function frameRoutes(app: FastifyInstance, deps: FrameDeps): void {
  frame(app, deps, { path: 'calculator', widget: 'calculator', draw: calculator(deps) });
  frame(app, deps, { path: 'full-page', widget: 'full-page', draw: publicPage(deps, 'full-page') });
  frame(app, deps, { path: 'apply', widget: 'real-widget', draw: publicPage(deps, 'apply') });
}

function frame(
  app: FastifyInstance,
  deps: FrameDeps,
  options: { path: string; widget: WidgetKind; draw: Draw },
): void {
  app.get(
    `/embeds/${options.path}/:pageId`,
    { schema: { hide: true } },
    async (request: EmbedRequest, reply) => {
      const visit = await visitOf(deps, request, options.widget, request.query['site']);
      if (visit === null) return sendCalm(deps, request, reply.status(404), unknownPage);
      if (visit.refused)
        return sendCalm(deps, request, reply.status(403), notListed(deps.publicUrl, visit.page));
      const { html, policy } = await options.draw(visit.page, {
        query: request.query,
        language: frameLanguage(request),
        ancestors: visit.ancestors,
      });
      void reply.header('vary', 'Accept-Language');
      return sendFrame(request, reply, html, policy);
    },
  );
}

const calculator =
  (deps: FrameDeps): Draw =>
  async (page, { query, ancestors }) => {
    const html = deps.embeds.renderCalculator({
      companyName: page.companyName,
      offersUrl:
        query['hidelink'] === '1' ? null : `${deps.publicUrl}/p/${page.pageName}?source=calculator`,
      colors: colorsOf(query),
      border: query['border'] !== '0',
      rates: await calculatorRates(deps.db),
      script: scriptAddress(deps.embeds, 'calculator'),
    });
    return { html, policy: framePolicy(html, ancestors) };
  };

const publicPage =
  (deps: FrameDeps, view: PageEmbed['view']): Draw =>
  async (page, { query, language, ancestors }) => {
    const embed: PageEmbed = {
      view,
      colors: colorsOf(query),
      offersButton: query['hidelink'] !== '1',
      script: scriptAddress(deps.embeds, 'frame'),
    };
    const source = view === 'apply' ? 'real-widget' : 'full-page';
    return {
      html: await drawPage(deps, page, {
        language,
        query: textsOf(query),
        source,
        alive: true,
        embed,
      }),
      policy: pagePolicy(ancestors),
    };
  };

const textsOf = (query: Query): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );

/** The colours that the code names; the default scheme's where it names none. */
function colorsOf(query: Query): WidgetColors {
  const [standard] = colorSchemes;
  const colorOf = (name: keyof WidgetColors): string => {
    const value = query[name];
    return `#${typeof value === 'string' && /^[0-9a-f]{6}$/i.test(value) ? value.toUpperCase() : standard?.[name]}`;
  };
  return { color1: colorOf('color1'), color2: colorOf('color2'), color3: colorOf('color3') };
}

function sendCalm(
  deps: FrameDeps,
  request: EmbedRequest,
  reply: FastifyReply,
  calm: CalmPage,
): FastifyReply {
  const html = deps.embeds.renderCalm(calm);
  return sendFrame(request, reply, html, framePolicy(html, '*'));
}

const unknownPage: CalmPage = {
  heading: 'This is not available right now',
  text: 'Please contact the company whose website this is: they will help you.',
  link: null,
};

const notListed = (publicUrl: string, { companyName, pageName }: PageRow): CalmPage => ({
  heading: 'This is shown on another website',
  text: `${companyName} has not listed this website for its financing page.`,
  link: { href: `${publicUrl}/p/${pageName}`, label: `Open the financing page of ${companyName}` },
});
