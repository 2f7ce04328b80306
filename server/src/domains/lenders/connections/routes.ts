import * as contract from '@lintel/contract/lenders/connection';
import * as tls from '@lintel/contract/lenders/tls';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { findLender, type LenderRow } from '../repository.ts';
import { findCall, selectCalls } from './calls.ts';
import { rotateSecret, selectSecrets } from './secrets.ts';
import { addCertificate, readTls, removeCertificate, saveAuthorities } from './tls.ts';
import { replay, testLender } from './try.ts';

async function existing({ db }: Context, id: number): Promise<LenderRow> {
  const row = await findLender(db, id);
  if (row === undefined) throw new AppError('not_found');
  return row;
}

export const connectionRoutes = (context: Context): Route[] => [
  handle(contract.readSecrets, async ({ params }) => {
    const { id, fromEnvironment } = await existing(context, params.id);
    const rows = await selectSecrets(context.db, id, context.clock.now());
    const path = fromEnvironment ? 'lenders/events' : `lenders/${id}/events`;
    return {
      eventsUrl: `${context.config.publicUrl}/api/v1/integrations/${path}`,
      secrets: rows.map((row) => ({
        id: row.id,
        createdAt: row.createdAt.toISOString(),
        retiresAt: row.retiresAt?.toISOString() ?? null,
        lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      })),
    };
  }),
  handle(contract.rotateSecret, async ({ params, body, caller }) => ({
    message: 'Copy the new secret now. It is shown only once.',
    secret: await rotateSecret(context, caller, { ...params, ...body }),
  })),
  handle(tls.readTls, async ({ params }) => readTls(context, await existing(context, params.id))),
  handle(tls.addCertificate, async ({ params, body, caller }) => {
    await addCertificate(context, caller, { ...params, ...body });
    return { message: 'Certificate added.' };
  }),
  handle(tls.removeCertificate, async ({ params, caller }) => {
    await removeCertificate(context, caller, params);
    return { message: 'Certificate removed.' };
  }),
  handle(tls.saveAuthorities, async ({ params, body, caller }) => {
    await saveAuthorities(context, caller, { ...params, ...body });
    return { message: body.authorities === '' ? 'Authorities removed.' : 'Authorities saved.' };
  }),
  handle(contract.testLender, async ({ params }) =>
    testLender(context, await existing(context, params.id)),
  ),
  handle(contract.listLenderCalls, async ({ params, query: { failed, ...view } }) => {
    const { id } = await existing(context, params.id);
    const { rows, total } = await selectCalls(context.db, id, {
      ...view,
      failed: failed === 'true',
    });
    return {
      data: rows.map(({ at, job, lenderId: _lender, contractorId: _contractor, ...row }) => ({
        ...row,
        at: at.toISOString(),
        mayReplay: job !== null,
      })),
      total,
    };
  }),
  handle(contract.replayLenderCall, async ({ params }) => {
    await existing(context, params.id);
    const found = await findCall(context.db, params.id, params.call);
    if (found === undefined) throw new AppError('not_found');
    await replay(context, found);
    return { message: 'The call was sent again.' };
  }),
];
