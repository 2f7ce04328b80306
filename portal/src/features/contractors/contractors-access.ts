import { staffWith } from '@lintel/contract/core/access';
import { payoutAccess } from '@lintel/contract/payouts-constants';
import type { Session } from '@lintel/contract/identity';
import { may } from '../../lib/session.ts';

const changingPlans = staffWith(['manage-contractors', 'plan_modify']);
const creatingAccounts = staffWith(['manage-contractors', 'account_create']);

/** What of the contractors the session opens besides the list. */
export const rightsOf = (session: Session) => ({
  plans: may(session, changingPlans),
  accounts: may(session, creatingAccounts),
  taxForms: may(session, payoutAccess.reviewing),
});
export type Rights = ReturnType<typeof rightsOf>;
