import { randomUUID } from 'node:crypto';
import { bannerDesigns, bannerSizes } from '@lintel/contract/marketing/constants';
import * as contract from '@lintel/contract/marketing/widgets';
import { handle, type Route } from '../../../platform/http/route.ts';
import { widgetPreview, Snippets, type Code, type SnippetPage } from './snippets.ts';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { notify, requireDeliverable } from '../../messaging/index.ts';
import { contractorPlan } from '../../contractors/index.ts';
import { findActivePage, pageNames, type PageRow } from '../../pages/index.ts';

const fullCode = ({ html, script }: Code): string => `${html}\n${script}`;

/** Embed codes of the widgets for a contractor's pages. */
export function widgetRoutes(context: Context): Route[] {
  const { db, config } = context;
  const snippets = new Snippets(config.publicUrl);
  return [
    handle(contract.calculatorCode, async ({ query, owned }) =>
      snippets.calculator(await activePage(db, owned), query),
    ),
    handle(contract.mailCalculator, async ({ body, caller, owned }) => {
      const page = await activePage(db, owned);
      const code = fullCode(snippets.calculator(page, body));
      return mailCode(context, caller, {
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
      snippets.fullPage(await requirePaidPage(db, owned), query),
    ),
    handle(contract.fullPagePreview, async ({ query, owned }) => {
      const page = await requirePaidPage(db, owned);
      return widgetPreview(page.companyName, fullCode(snippets.fullPage(page, query)));
    }),
    handle(contract.mailFullPage, async ({ body, caller, owned }) => {
      const page = await requirePaidPage(db, owned);
      const code = fullCode(snippets.fullPage(page, body));
      return mailCode(context, caller, { email: body.email, page, name: 'full page widget', code });
    }),
    handle(contract.realCode, async ({ query, owned }) => {
      const { html, script } = snippets.button(await requirePaidPage(db, owned), query);
      return { html, script, previewHtml: html, previewScript: script };
    }),
    handle(contract.mailReal, async ({ body, caller, owned }) => {
      const page = await requirePaidPage(db, owned);
      const code = fullCode(snippets.button(page, body));
      return mailCode(context, caller, { email: body.email, page, name: 'apply-now button', code });
    }),
    ...bannerRoutes(context, snippets),
  ];
}

/** Embed codes of banners. */
const bannerRoutes = (context: Context, snippets: Snippets): Route[] => [
  handle(contract.listBanners, async () => ({ data: [...bannerDesigns] })),
  handle(contract.listBannerSizes, async () => ({ data: [...bannerSizes] })),
  handle(contract.bannerCode, async ({ params, query, owned }) => {
    const page = await activePage(context.db, owned);
    const { width, height } = query;
    return {
      code: snippets.banner(page, { ...query, id: requireDesign(params.id) }),
      params: { width, height },
    };
  }),
  handle(contract.mailBanner, async ({ params, body, caller, owned }) => {
    const page = await activePage(context.db, owned);
    const code = snippets.banner(page, { ...body, id: requireDesign(params.id) });
    return mailCode(context, caller, { email: body.email, page, name: 'banner', code });
  }),
];

/** Throws `not_found` for an unknown design. */
function requireDesign(id: number): number {
  if (!bannerDesigns.some((design) => design.id === id)) throw new AppError('not_found');
  return id;
}

interface CodeMail {
  /** The recipient. */
  email: string;
  page: SnippetPage & { contractorId: number };
  /** The widget's name in the message. */
  name: string;
  code: string;
}

/** E-mails a code in the name of the user whose account is viewed. */
async function mailCode(
  context: Context,
  caller: Caller,
  sent: CodeMail,
): Promise<{ message: string }> {
  const { firstname, lastname, email } = caller.user;
  const { page, name, code } = sent;
  await requireDeliverable(context.db, sent.email);
  await context.db.transaction((tx) =>
    notify(tx, context, {
      event: 'widget-code',
      key: `widget-code:${randomUUID()}`,
      contractorId: page.contractorId,
      data: {
        user: { firstname, lastname, email },
        company: { name: page.companyName },
        to: sent.email,
        answerTo: email,
        widget: { name, code },
      },
    }),
  );
  return { message: 'Success!' };
}

/** A page of the contractor, as resolved by the endpoints' `owner`. */
interface OwnedPage {
  contractorId: number;
  pageId: number;
}

/** An active page, as the target of a code. Throws `not_found`. */
async function activePage(db: Database, { contractorId, pageId }: OwnedPage): Promise<PageRow> {
  const page = await findActivePage(db, contractorId, pageId);
  if (page === undefined) throw new AppError('not_found');
  return page;
}

/** An active page for widgets outside the Free tier; throws `access_denied` on a Free plan. */
async function requirePaidPage(db: Database, owned: OwnedPage): Promise<PageRow> {
  const page = await activePage(db, owned);
  if (!(await hasPaidTier(db, page.contractorId))) throw new AppError('access_denied');
  return page;
}

/** Whether the caller can use the full page widget: with a page, and a tier other than Free. */
async function showsFullPage(db: Database, { user }: Caller): Promise<boolean> {
  if (user.contractorId === null) return false;
  const [pages, paid] = await Promise.all([
    pageNames(db, user.contractorId),
    hasPaidTier(db, user.contractorId),
  ]);
  return pages.length > 0 && paid;
}

async function hasPaidTier(db: Database, contractorId: number): Promise<boolean> {
  const { plan } = await contractorPlan(db, contractorId);
  return plan !== null && plan.tier !== 'Free';
}
