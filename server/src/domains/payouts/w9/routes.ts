import * as contract from '@lintel/contract/payouts/w9';
import { handle, type FileAnswer, type Route } from '../../../platform/http/route.ts';
import { pictureOf, readCopy, presentWaiting, type PictureDeps } from './reading.ts';
import { selectWaiting } from './repository.ts';
import { decide, readForReview, w9StatusOf } from './review.ts';
import { submitForm, type W9Deps } from './submit.ts';

export type W9RouteDeps = W9Deps & PictureDeps;

/** Only the reader may cache it. */
const file = (content: Buffer, name: string): FileAnswer => ({
  content,
  headers: { 'content-disposition': `inline; filename="${name}"`, 'cache-control': 'no-store' },
});

export const w9Routes = (deps: W9RouteDeps): Route[] => [
  handle(contract.blankW9, async () => file(await deps.paper.blank(deps.clock.now()), 'w-9.pdf')),
  handle(contract.readW9, ({ caller, owned }) => readCopy(deps, caller, owned.contractorId)),
  handle(contract.readW9Status, async ({ owned }) => ({
    status: await w9StatusOf(deps.db, owned.contractorId),
  })),
  handle(contract.submitW9, async ({ body, files, caller, request, owned }) => {
    await submitForm(deps, caller, {
      contractorId: owned.contractorId,
      body,
      file: files.file,
      address: request.address,
    });
    return { message: 'Thank you. Your W-9 form was submitted.', status: 'Pending' as const };
  }),
  handle(contract.previewW9, async ({ caller, owned }) =>
    file(await pictureOf(deps, caller, owned.contractorId, 'copy'), 'w-9.png'),
  ),
];

export const w9ReviewRoutes = (deps: W9RouteDeps): Route[] => [
  handle(contract.readW9ForReview, async ({ params, caller }) =>
    readForReview(deps, caller, params.id),
  ),
  handle(contract.reviewW9, async ({ params, body, caller }) => ({
    message: 'The W-9 form was reviewed.',
    w9: await decide(deps, caller, params.id, body),
  })),
  handle(contract.previewW9ForReview, async ({ params, caller }) =>
    file(await pictureOf(deps, caller, params.id, 'signed'), 'w-9.png'),
  ),
  handle(contract.listW9s, async ({ query: { page, limit, order } }) => {
    const { rows, total } = await selectWaiting(deps.db, {
      page,
      limit,
      descending: order.descending,
    });
    return { data: rows.map(presentWaiting), total };
  }),
];
