import { switchBack as switchBackCall, switchUser } from '@lintel/contract/identity/sessions';
import { readVisits as readVisitsCall } from '@lintel/contract/identity/visits';
import { handle, type Route } from '../../platform/http/route.ts';
import type { IdentityDeps } from './sign-in.ts';
import { switchBack, switchInto } from './switching.ts';
import { readVisits } from './visits.ts';

/** Staff in a contractor's account, and what the contractor sees of it. */
export const switchRoutes = (deps: IdentityDeps): Route[] => [
  handle(switchUser, async ({ params, body, caller }) => {
    await switchInto(deps, caller, params.id, body.reason);
    return { message: 'Success' };
  }),
  handle(switchBackCall, async ({ caller }) => {
    await switchBack(deps, caller);
    return { message: 'Success' };
  }),
  handle(readVisitsCall, ({ query: { page, limit }, owned }) =>
    readVisits(deps.db, owned.contractorId, { page, limit, now: deps.clock.now() }),
  ),
];
