import * as contract from '@lintel/contract/links/links';
import { handle, type Route } from '../../platform/http/route.ts';
import { customerOf } from '../customers/index.ts';
import { readCounts } from './counts.ts';
import type { LinkDeps } from './deps.ts';
import { cancel, open } from './follow.ts';
import { readOwnLimit, readSettings, saveSettings } from './limits.ts';
import { saveOwnLimit } from './own-limit.ts';
import { presentLink, presentLinks } from './present.ts';
import { options, preview } from './preview.ts';
import { selectLinks } from './repository.ts';
import { resend, send } from './send.ts';

export const linkRoutes = (deps: LinkDeps): Route[] => [
  handle(contract.readLinkOptions, ({ owned }) => options(deps, owned.contractorId)),
  handle(contract.previewLink, ({ owned, body }) => preview(deps, owned, body)),
  handle(contract.sendLink, ({ caller, owned, body }) => send(deps, caller, owned, body)),
  handle(contract.resendLink, ({ caller, owned: { contractorId, sentLinkId: id }, body }) =>
    resend(deps, caller, { contractorId, id }, body),
  ),
  handle(contract.cancelLink, async ({ caller, owned: { contractorId, sentLinkId: id } }) => {
    const link = await cancel(deps, caller, { contractorId, id });
    return { message: 'The link no longer works', link: await presentLink(deps, link) };
  }),
  handle(contract.listLinks, async ({ owned: { contractorId, customerId }, query }) => {
    const { id } = await customerOf(deps.db, { contractorId, id: customerId });
    const { rows, total } = await selectLinks(deps.db, { contractorId, customerId: id }, query);
    return { data: await presentLinks(deps, rows), total };
  }),
  handle(contract.countLinks, ({ owned, query }) => readCounts(deps, owned.contractorId, query)),
  handle(contract.openLink, ({ params, body }) =>
    open(deps, { code: params.code, pageId: body.pageId }),
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
