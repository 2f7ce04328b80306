import { isApplicationOf } from './domains/applications/index.ts';
import { isIntentOf, isPaymentOf } from './domains/billing/index.ts';
import { isViewOf } from './domains/contractors/index.ts';
import { isTeamUserOf } from './domains/identity/index.ts';
import { isPageOf } from './domains/pages/index.ts';
import type { Database } from './platform/db/connect.ts';
import { ofContractor, type OwnerFinders } from './platform/http/owned.ts';

/** How the rows that endpoints name are found to be somebody's. */
export const composeOwners = (db: Database): OwnerFinders => ({
  page: ofContractor((contractorId, id) => isPageOf(db, contractorId, id)),
  application: ofContractor((contractorId, id) => isApplicationOf(db, contractorId, id)),
  payment: ofContractor((contractorId, id) => isPaymentOf(db, contractorId, id)),
  paymentIntent: ofContractor((contractorId, id) => isIntentOf(db, contractorId, id)),
  teamUser: ofContractor((contractorId, id) => isTeamUserOf(db, contractorId, id)),
  contractorView: ({ authenticated }, id) => isViewOf(db, authenticated.id, id),
});
