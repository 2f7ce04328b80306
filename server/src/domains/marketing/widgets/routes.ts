import * as contract from '@lintel/contract/marketing-widgets';
import { handle, type Route } from '../../../platform/http/route.ts';
import { bannerRoutes } from './banner-routes.ts';
import { mailCode, type MailCodeDeps } from './mail-code.ts';
import { ownPage, ownPageOfPaidTier, showsFullPage } from './own-page.ts';
import { Snippets, previewOf, type Code } from './snippets.ts';

const whole = ({ html, script }: Code): string => `${html}\n${script}`;

/** The codes of the widgets, for a contractor's own pages. */
export function widgetRoutes(deps: MailCodeDeps & { publicUrl: string }): Route[] {
  const { db, publicUrl } = deps;
  const snippets = new Snippets(publicUrl);
  return [
    handle(contract.calculatorCode, async ({ params, query, caller }) =>
      snippets.calculator(await ownPage(db, caller, params.pageId), query),
    ),
    handle(contract.mailCalculator, async ({ params, body, caller }) => {
      const page = await ownPage(db, caller, params.pageId);
      const code = whole(snippets.calculator(page, body));
      return mailCode(deps, caller, {
        email: body.email,
        page,
        name: 'monthly payment calculator',
        code,
      });
    }),
    handle(contract.fullPageShow, async ({ caller }) => ({
      show: await showsFullPage(db, caller),
    })),
    handle(contract.fullPageCode, async ({ params, query, caller }) =>
      snippets.fullPage(await ownPageOfPaidTier(db, caller, params.pageId), query),
    ),
    handle(contract.fullPagePreview, async ({ params, query, caller }) => {
      const page = await ownPageOfPaidTier(db, caller, params.pageId);
      return previewOf(page.companyName, whole(snippets.fullPage(page, query)));
    }),
    handle(contract.mailFullPage, async ({ params, body, caller }) => {
      const page = await ownPageOfPaidTier(db, caller, params.pageId);
      const code = whole(snippets.fullPage(page, body));
      return mailCode(deps, caller, { email: body.email, page, name: 'full page widget', code });
    }),
    handle(contract.realCode, async ({ params, query, caller }) => {
      const { html, script } = snippets.button(
        await ownPageOfPaidTier(db, caller, params.pageId),
        query,
      );
      return { html, script, previewHtml: html, previewScript: script };
    }),
    handle(contract.mailReal, async ({ params, body, caller }) => {
      const page = await ownPageOfPaidTier(db, caller, params.pageId);
      const code = whole(snippets.button(page, body));
      return mailCode(deps, caller, { email: body.email, page, name: 'apply-now button', code });
    }),
    ...bannerRoutes(deps, snippets),
  ];
}
