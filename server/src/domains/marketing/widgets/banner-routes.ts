import { bannerDesigns, bannerSizes } from '@lintel/contract/marketing/constants';
import * as contract from '@lintel/contract/marketing/widgets';
import { AppError } from '../../../platform/errors.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { mailCode, type MailCodeDeps } from './mail-code.ts';
import { activePage } from './active-page.ts';
import type { Snippets } from './snippets.ts';

/** The codes of banners. */
export const bannerRoutes = (deps: MailCodeDeps, snippets: Snippets): Route[] => [
  handle(contract.listBanners, async () => ({ data: [...bannerDesigns] })),
  handle(contract.listBannerSizes, async () => ({ data: [...bannerSizes] })),
  handle(contract.bannerCode, async ({ params, query, owned }) => {
    const page = await activePage(deps.db, owned);
    const { width, height } = query;
    return {
      code: snippets.banner(page, { ...query, id: requireDesign(params.id) }),
      params: { width, height },
    };
  }),
  handle(contract.mailBanner, async ({ params, body, caller, owned }) => {
    const page = await activePage(deps.db, owned);
    const code = snippets.banner(page, { ...body, id: requireDesign(params.id) });
    return mailCode(deps, caller, { email: body.email, page, name: 'banner', code });
  }),
];

/** Throws `not_found` for a design that there is not. */
function requireDesign(id: number): number {
  if (!bannerDesigns.some((design) => design.id === id)) throw new AppError('not_found');
  return id;
}
