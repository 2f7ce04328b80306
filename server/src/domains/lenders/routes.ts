import * as disclosures from '@lintel/contract/lenders/disclosures';
import * as contract from '@lintel/contract/lenders/lender';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import {
  archiveLender,
  createLender,
  orderLenders,
  pauseLender,
  resumeLender,
  saveLender,
} from './lenders.ts';
import { readDisclosures, saveDisclosures } from './disclosures.ts';
import { readCalls } from './health-repository.ts';
import { presentLender } from './present.ts';
import { findLender, selectLenders } from './repository.ts';

export const lenderRoutes = (context: Context): Route[] => [
  handle(contract.listLenders, async ({ query: { filters, ...view } }) => {
    const { rows, total } = await selectLenders(context.db, { ...view, ...filters });
    return { data: rows.map(presentLender), total };
  }),
  handle(contract.readLender, async ({ params }) => {
    const row = await findLender(context.db, params.id);
    if (row === undefined) throw new AppError('not_found');
    const { db, clock } = context;
    const lender = presentLender(row);
    // Counted now, because people look here right after a test.
    return {
      ...lender,
      health: { ...lender.health, ...(await readCalls(db, row.id, clock.now())) },
    };
  }),
  handle(contract.createLender, async ({ body, caller }) => ({
    message: 'Lender added. It is paused until you resume it.',
    lender: presentLender(await createLender(context, caller, body)),
  })),
  handle(contract.saveLender, async ({ params, body: { version, ...form }, caller }) => ({
    message: 'Lender saved.',
    lender: presentLender(await saveLender(context, caller, { ...params, version, form })),
  })),
  handle(contract.pauseLender, async ({ params, body, caller }) => ({
    message: 'Lender paused.',
    lender: presentLender(await pauseLender(context, caller, { ...params, ...body })),
  })),
  handle(contract.resumeLender, async ({ params, caller }) => ({
    message: 'Lender resumed.',
    lender: presentLender(await resumeLender(context, caller, params.id)),
  })),
  handle(contract.archiveLender, async ({ params, body, caller }) => ({
    message: body.archived ? 'Lender archived.' : 'Lender restored. It is paused.',
    lender: presentLender(await archiveLender(context, caller, { ...params, ...body })),
  })),
  handle(contract.orderLenders, async ({ body, caller }) => {
    await orderLenders(context, caller, body.ids);
    return { message: 'Order saved.' };
  }),
  handle(disclosures.readDisclosures, ({ params }) => readDisclosures(context.db, params.id)),
  handle(disclosures.saveDisclosures, async ({ params, body: { version, ...form }, caller }) => ({
    message: 'Notice details saved.',
    disclosures: await saveDisclosures(context, caller, { id: params.id, version, form }),
  })),
];
