import type { z } from 'zod';
import { languageNames, type Language } from '@lintel/contract/core/language';
import * as contract from '@lintel/contract/marketing/social';
import type { socialImage } from '@lintel/contract/marketing/social';
import type { Context } from '../../../platform/context.ts';
import { revalidated } from '../../../platform/http/etag.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { socialFormat, socialScale, studio, type Source } from '../templates/studio.ts';
import { selectSocialTemplates, type TemplateRow } from '../templates/repository.ts';
import { requireTemplate } from '../templates/service.ts';
import { flyerFacts } from '../flyer/present.ts';
import { requireFlyerPage, selectFlyerPages } from '../flyer/repository.ts';

/** Social media images with the content of a contractor's page. */
export const socialRoutes = (context: Context): Route[] => [
  handle(contract.listSocialImages, async ({ query, caller, owned }) => {
    const { contractorId } = owned;
    const pageId = owned.pageId ?? (await firstPage(context, contractorId));
    const rows = await selectSocialTemplates(context.db, query.socialMedia, query.contentType);
    if (pageId === null) return { data: rows.map((row) => presentSocialImage(row, null)) };
    const source = await ownSource(context, { contractorId, pageId, lang: query.lang });
    const userId = caller.switched ? caller.user.id : null;
    const placeOf = (row: TemplateRow) => ({
      pageId,
      userId,
      lang: query.lang,
      drawnAs: studio(context).socialName(row, socialFormat(row), source),
    });
    return { data: rows.map((row) => presentSocialImage(row, placeOf(row))) };
  }),
  handle(
    contract.previewSocialImage,
    async ({ params, query, owned: { contractorId, pageId } }) => {
      const source = await ownSource(context, { contractorId, pageId, lang: query.lang });
      const row = await requireTemplate(context.db, 'social', params.id);
      const content = await studio(context).socialPreview(
        row,
        socialFormat(row),
        source,
        socialScale(row),
      );
      return { content, headers: { 'cache-control': revalidated } };
    },
  ),
  handle(
    contract.downloadSocialImage,
    async ({ params, query, owned: { contractorId, pageId } }) => {
      const source = await ownSource(context, { contractorId, pageId, lang: query.lang });
      const row = await requireTemplate(context.db, 'social', params.id);
      const content = await studio(context).social(row, socialFormat(row), source);
      return {
        content,
        headers: {
          'content-disposition': attachment(titleIn(query.lang, row.title), 'png'),
          'cache-control': revalidated,
        },
      };
    },
  ),
];

/** The id of the contractor's oldest page; null without one. */
async function firstPage({ db }: Context, contractorId: number): Promise<number | null> {
  const [first] = await selectFlyerPages(db, contractorId);
  return first?.page.id ?? null;
}

/** Content of a contractor's page. Throws `not_found`. */
async function ownSource(
  context: Context,
  { contractorId, pageId, lang }: { contractorId: number; pageId: number; lang: Language },
): Promise<Source> {
  const row = await requireFlyerPage(context.db, contractorId, pageId);
  return studio(context).pageSource(flyerFacts(row, context.config.publicUrl, lang), 'social');
}

/** An image's file name: its design, with the language unless it is English. */
const titleIn = (language: Language, title: string): string =>
  language === 'en' ? title : `${title} ${languageNames[language]}`;

/** Location of the image of a design for a page. */
interface Place {
  pageId: number;
  lang: Language;
  /** The account being viewed while switched: image requests of a browser send no header. */
  userId: number | null;
  /** Changes with the image, so that browsers can cache each version forever. */
  drawnAs: string;
}

/** `place` is null until a page exists. */
function presentSocialImage(
  { id, title, body }: TemplateRow,
  place: Place | null,
): z.output<typeof socialImage> {
  if (place === null) return { id, title, body, previewImage: '' };
  const query = new URLSearchParams({
    pageId: String(place.pageId),
    v: place.drawnAs.slice(0, 16),
  });
  if (place.lang !== 'en') query.set('lang', place.lang);
  if (place.userId !== null) query.set('userId', String(place.userId));
  return {
    id,
    title,
    body,
    previewImage: `/api/v1/social-media-images/${id}/preview?${query.toString()}`,
  };
}

/**
 * `Content-Disposition` for a user-defined file name: an ASCII fallback for old browsers, the full
 * name for the others.
 */
function attachment(title: string, extension: string): string {
  const name = title.replace(/[\p{Cc}"\\/:*?<>|]+/gu, ' ').trim() || 'image';
  const plain = name.normalize('NFKD').replace(/[^\x20-\x7E]/g, '');
  const whole = encodeURIComponent(`${name}.${extension}`).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain || 'image'}.${extension}"; filename*=UTF-8''${whole}`;
}
