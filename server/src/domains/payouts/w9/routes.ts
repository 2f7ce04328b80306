import type { Context } from '../../../platform/context.ts';
import * as contract from '@lintel/contract/payouts/w9';
import { handle, type FileAnswer, type Route } from '../../../platform/http/route.ts';
import { drawPicture, readCopy, presentWaiting } from './reading.ts';
import { selectWaiting } from './repository.ts';
import { decide, readForReview, readStatusOfW9 } from './review.ts';
import { getPaper } from './paper/open-paper.ts';
import { submitForm } from './submit.ts';

/** Only the reader may cache it. */
const file = (content: Buffer, name: string): FileAnswer => ({
  content,
  headers: { 'content-disposition': `inline; filename="${name}"`, 'cache-control': 'no-store' },
});

export const w9Routes = (context: Context): Route[] => [
  handle(contract.blankW9, async () =>
    file(await getPaper(context).blank(context.clock.now()), 'w-9.pdf'),
  ),
  handle(contract.readW9, ({ caller, owned }) => readCopy(context, caller, owned.contractorId)),
  handle(contract.readW9Status, async ({ owned }) => ({
    status: await readStatusOfW9(context.db, owned.contractorId),
  })),
  handle(contract.submitW9, async ({ body, files, caller, request, owned }) => {
    await submitForm(context, caller, {
      contractorId: owned.contractorId,
      body,
      file: files.file,
      address: request.address,
    });
    return { message: 'Thank you. Your W-9 form was submitted.', status: 'Pending' as const };
  }),
  handle(contract.previewW9, async ({ caller, owned }) =>
    file(await drawPicture(context, caller, owned.contractorId, 'copy'), 'w-9.png'),
  ),
];

export const w9ReviewRoutes = (context: Context): Route[] => [
  handle(contract.readW9ForReview, async ({ params, caller }) =>
    readForReview(context, caller, params.id),
  ),
  handle(contract.reviewW9, async ({ params, body, caller }) => ({
    message: 'The W-9 form was reviewed.',
    w9: await decide(context, caller, params.id, body),
  })),
  handle(contract.previewW9ForReview, async ({ params, caller }) =>
    file(await drawPicture(context, caller, params.id, 'signed'), 'w-9.png'),
  ),
  handle(contract.listW9s, async ({ query: { page, limit, order } }) => {
    const { rows, total } = await selectWaiting(context.db, {
      page,
      limit,
      descending: order.descending,
    });
    return { data: rows.map(presentWaiting), total };
  }),
];
