import * as contract from '@lintel/contract/lenders/conformance/run';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import { findLender } from '../repository.ts';
import { readRun, startRun } from './run.ts';

export const conformanceRoutes = (context: Context): Route[] => [
  handle(contract.readConformance, async ({ params }) => {
    if ((await findLender(context.db, params.id)) === undefined) throw new AppError('not_found');
    return readRun(context, params.id);
  }),
  handle(contract.startConformance, async ({ params, caller }) => {
    await startRun(context, caller, params.id);
    return { message: 'The checks are running.' };
  }),
];
