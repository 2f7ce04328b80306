import * as contract from '@lintel/contract/marketing/widgets';
import { handle, type Route } from '../../../platform/http/route.ts';
import { bannerRoutes } from './banner-routes.ts';
import { mailCode, type MailCodeDeps } from './mail-code.ts';
import { activePage, pageOfPaidTier, showsFullPage } from './active-page.ts';
import { Snippets, previewOf, type Code } from './snippets.ts';

const whole = ({ html, script }: Code): string => `${html}\n${script}`;

/** The codes of the widgets, for a contractor's own pages. */
export function widgetRoutes(deps: MailCodeDeps & { publicUrl: string }): Route[] {
  const { db, publicUrl } = deps;
  const snippets = new Snippets(publicUrl);
  return [
    handle(contract.calculatorCode, async ({ query, owned }) =>
      snippets.calculator(await activePage(db, owned), query),
    ),
    handle(contract.mailCalculator, async ({ body, caller, owned }) => {
      const page = await activePage(db, owned);
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
    handle(contract.fullPageCode, async ({ query, owned }) =>
      snippets.fullPage(await pageOfPaidTier(db, owned), query),
    ),
    handle(contract.fullPagePreview, async ({ query, owned }) => {
      const page = await pageOfPaidTier(db, owned);
      return previewOf(page.companyName, whole(snippets.fullPage(page, query)));
    }),
    handle(contract.mailFullPage, async ({ body, caller, owned }) => {
      const page = await pageOfPaidTier(db, owned);
      const code = whole(snippets.fullPage(page, body));
      return mailCode(deps, caller, { email: body.email, page, name: 'full page widget', code });
    }),
    handle(contract.realCode, async ({ query, owned }) => {
      const { html, script } = snippets.button(await pageOfPaidTier(db, owned), query);
      return { html, script, previewHtml: html, previewScript: script };
    }),
    handle(contract.mailReal, async ({ body, caller, owned }) => {
      const page = await pageOfPaidTier(db, owned);
      const code = whole(snippets.button(page, body));
      return mailCode(deps, caller, { email: body.email, page, name: 'apply-now button', code });
    }),
    ...bannerRoutes(deps, snippets),
  ];
}
