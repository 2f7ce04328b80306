import * as contract from '@lintel/contract/marketing/social';
import { askedEachTime } from '../../../platform/http/etag.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import type { FlyerDeps } from '../flyer/service.ts';
import { formatOf, scaleOf } from '../templates/studio.ts';
import { selectSocialTemplates, type TemplateRow } from '../templates/repository.ts';
import { requireTemplate } from '../templates/service.ts';
import { presentSocialImage, attachment } from './present.ts';
import { firstPage, ownSource } from './own-source.ts';

/** Social media images with the words of a contractor's own page. */
export const socialRoutes = (deps: FlyerDeps): Route[] => [
  handle(contract.listSocialImages, async ({ query, caller, owned }) => {
    const { contractorId } = owned;
    const pageId = owned.pageId ?? (await firstPage(deps, contractorId));
    const rows = await selectSocialTemplates(deps.db, query.socialMedia, query.contentType);
    if (pageId === null) return { data: rows.map((row) => presentSocialImage(row, null)) };
    const source = await ownSource(deps, contractorId, pageId);
    const userId = caller.switched ? caller.user.id : null;
    const placeOf = (row: TemplateRow) => ({
      pageId,
      userId,
      drawnAs: deps.studio.socialName(row, formatOf(row), source),
    });
    return { data: rows.map((row) => presentSocialImage(row, placeOf(row))) };
  }),
  handle(contract.previewSocialImage, async ({ params, owned: { contractorId, pageId } }) => {
    const source = await ownSource(deps, contractorId, pageId);
    const row = await requireTemplate(deps.db, 'social', params.id);
    const content = await deps.studio.socialPreview(row, formatOf(row), source, scaleOf(row));
    return { content, headers: { 'cache-control': askedEachTime } };
  }),
  handle(contract.downloadSocialImage, async ({ params, owned: { contractorId, pageId } }) => {
    const source = await ownSource(deps, contractorId, pageId);
    const row = await requireTemplate(deps.db, 'social', params.id);
    const content = await deps.studio.social(row, formatOf(row), source);
    return {
      content,
      headers: {
        'content-disposition': attachment(row.title, 'png'),
        'cache-control': askedEachTime,
      },
    };
  }),
];
