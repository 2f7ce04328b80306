import * as contract from '@lintel/contract/links/links';
import type { SentLink } from '@lintel/contract/links/links';
import type { Caller } from '../../platform/http/caller.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { sectionsOf } from '../../platform/http/sections.ts';
import { CallCounter } from '../../platform/limits/counter.ts';
import { lookUpCode } from '../../platform/access-links/index.ts';
import { customerOf } from '../customers/index.ts';
import { readCounts } from './counts.ts';
import type { LinkDeps } from './deps.ts';
import { cancel, open } from './follow.ts';
import { readOwnLimit, readSettings, saveSettings } from './limits.ts';
import { saveOwnLimit } from './own-limit.ts';
import { presentLink, presentLinks, withoutApplication } from './present.ts';
import { options, preview } from './preview.ts';
import { selectLinks } from './repository.ts';
import { resend, send } from './send.ts';

const asSeenBy = (caller: Caller, link: SentLink): SentLink =>
  sectionsOf(caller).applications ? link : withoutApplication(link);

export const linkRoutes = (deps: LinkDeps): Route[] => [
  handle(contract.readLinkOptions, ({ owned }) => options(deps, owned.contractorId)),
  handle(contract.previewLink, ({ owned, body }) => preview(deps, owned, body)),
  handle(contract.sendLink, async ({ caller, owned, body }) => {
    const shown = await send(deps, caller, owned, body);
    return { ...shown, link: asSeenBy(caller, shown.link) };
  }),
  handle(contract.resendLink, async ({ caller, owned: { contractorId, sentLinkId: id }, body }) => {
    const shown = await resend(deps, caller, { contractorId, id }, body);
    return { ...shown, link: asSeenBy(caller, shown.link) };
  }),
  handle(contract.cancelLink, async ({ caller, owned: { contractorId, sentLinkId: id } }) => {
    const link = await cancel(deps, caller, { contractorId, id });
    return {
      message: 'The link no longer works',
      link: asSeenBy(caller, await presentLink(deps, link)),
    };
  }),
  handle(contract.listLinks, async ({ caller, owned: { contractorId, customerId }, query }) => {
    const { id } = await customerOf(deps.db, { contractorId, id: customerId });
    const { rows, total } = await selectLinks(deps.db, { contractorId, customerId: id }, query);
    const links = await presentLinks(deps, rows);
    return { data: links.map((link) => asSeenBy(caller, link)), total };
  }),
  handle(contract.countLinks, ({ caller, owned, query }) =>
    readCounts(deps, sectionsOf(caller), owned.contractorId, query),
  ),
  handle(contract.openLink, ({ params, body, request }) =>
    lookUpCode({ counter: new CallCounter(deps.db, deps.clock) }, request.address, () =>
      open(deps, { code: params.code, pageId: body.pageId }),
    ),
  ),
  handle(contract.readLinkSettings, () => readSettings(deps.db)),
  handle(contract.saveLinkSettings, async ({ caller, body }) => {
    await saveSettings(deps, caller, body);
    return { message: 'Success!' };
  }),
  handle(contract.readLinkLimit, ({ params }) => readOwnLimit(deps.db, params.id)),
  handle(contract.saveLinkLimit, async ({ caller, params, body }) => {
    await saveOwnLimit(deps, caller, params.id, body);
    return { message: 'Success!' };
  }),
];
