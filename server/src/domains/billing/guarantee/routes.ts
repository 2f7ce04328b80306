import type { Context } from '../../../platform/context.ts';
import * as contract from '@lintel/contract/billing/guarantee';
import { handle, type Route } from '../../../platform/http/route.ts';
import { decideClaim, readClaims } from './claims.ts';
import { openClaim, readGuarantee } from './guarantee.ts';

export const guaranteeRoutes = (context: Context): Route[] => [
  handle(contract.readGuarantee, ({ owned }) => readGuarantee(context, owned.contractorId)),
  handle(contract.claimGuarantee, async ({ caller, owned }) => {
    await openClaim(context, caller, owned.contractorId);
    return { message: 'We received your claim and will review it within a few days' };
  }),
  handle(contract.listClaims, ({ query }) => readClaims(context, query)),
  handle(contract.decideClaim, async ({ params, body, caller }) => {
    await decideClaim(context, caller, { id: params.id, ...body });
    return {
      message: body.decision === 'approve' ? 'The refund is in progress' : 'The claim was declined',
    };
  }),
];
