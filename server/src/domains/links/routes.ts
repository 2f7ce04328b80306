import * as contract from '@lintel/contract/links/links';
import type { SentLink } from '@lintel/contract/links/links';
import type { Caller } from '../../platform/http/caller.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { resolveSections } from '../../platform/http/sections.ts';
import { lookUpCode } from '../../platform/access-links/index.ts';
import { requireCustomer } from '../customers/index.ts';
import { readCounts } from './counts.ts';
import type { Context } from '../../platform/context.ts';
import { cancel, open } from './follow.ts';
import { readOwnLimit, readSettings, saveSettings } from './limits.ts';
import { saveOwnLimit } from './own-limit.ts';
import { presentLink, presentLinks, withoutApplication } from './present.ts';
import { options, preview } from './preview.ts';
import { selectLinks } from './repository.ts';
import { resend, send } from './send.ts';

const asSeenBy = (caller: Caller, link: SentLink): SentLink =>
  resolveSections(caller).applications ? link : withoutApplication(link);

export const linkRoutes = (context: Context): Route[] => [
  handle(contract.readLinkOptions, ({ owned }) => options(context, owned.contractorId)),
  handle(contract.previewLink, ({ owned, body }) => preview(context, owned, body)),
  handle(contract.sendLink, async ({ caller, owned, body }) => {
    const sent = await send(context, caller, owned, body);
    return { ...sent, link: asSeenBy(caller, sent.link) };
  }),
  handle(contract.resendLink, async ({ caller, owned: { contractorId, sentLinkId: id }, body }) => {
    const sent = await resend(context, caller, { contractorId, id }, body);
    return { ...sent, link: asSeenBy(caller, sent.link) };
  }),
  handle(contract.cancelLink, async ({ caller, owned: { contractorId, sentLinkId: id } }) => {
    const link = await cancel(context, caller, { contractorId, id });
    return {
      message: 'The link no longer works',
      link: asSeenBy(caller, await presentLink(context, link)),
    };
  }),
  handle(contract.listLinks, async ({ caller, owned: { contractorId, customerId }, query }) => {
    const { id } = await requireCustomer(context.db, { contractorId, id: customerId });
    const { rows, total } = await selectLinks(context.db, { contractorId, customerId: id }, query);
    const links = await presentLinks(context, rows);
    return { data: links.map((link) => asSeenBy(caller, link)), total };
  }),
  handle(contract.countLinks, ({ caller, owned, query }) =>
    readCounts(context, resolveSections(caller), owned.contractorId, query),
  ),
  handle(contract.openLink, ({ params, body, request }) =>
    lookUpCode(context, request.address, () =>
      open(context, { code: params.code, pageId: body.pageId }),
    ),
  ),
  handle(contract.readLinkSettings, () => readSettings(context.db)),
  handle(contract.saveLinkSettings, async ({ caller, body }) => {
    await saveSettings(context, caller, body);
    return { message: 'Success!' };
  }),
  handle(contract.readLinkLimit, ({ params }) => readOwnLimit(context.db, params.id)),
  handle(contract.saveLinkLimit, async ({ caller, params, body }) => {
    await saveOwnLimit(context, caller, params.id, body);
    return { message: 'Success!' };
  }),
];
