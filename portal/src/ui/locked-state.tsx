import * as m from '#messages';
import type { PlanPlace } from '@lintel/contract/billing/plan-change';
import { accessTo, allows, type Access } from '@lintel/contract/core/access';
import { draftHolders, may, useSession } from '../lib/session.ts';
import { Link } from './link.tsx';
import { NoAccessState } from './states.tsx';

interface Props {
  /** The required access. */
  access: Access;
  /** The feature that a plan would unlock. */
  place: PlanPlace;
  /** The text for contractors whose plan doesn't include it. */
  text: string;
}

/**
 * A feature that is closed to this account. Contractors get a link to Billing that unlocks it;
 * staff see that their role is the reason, if it is.
 */
export function LockedState({ access, place, text }: Props) {
  const session = useSession();
  const { user, switched, isContractorUser } = session;
  const hasRole =
    !isContractorUser &&
    (!switched || allows(access, { ...draftHolders(session), authenticated: user.privileges }));
  if (hasRole) return <NoAccessState text={m.common_locked_role()} />;
  return <NoAccessState text={text} action={<BillingLink place={place} />} />;
}

/** A link to an overdue payment, or to the cheapest plan that unlocks this feature. */
function BillingLink({ place }: Pick<Props, 'place'>) {
  const session = useSession();
  if (session.contractor === null || !may(session, accessTo('card-payments'))) return null;
  const { paymentStatus } = session.contractor;
  const owes = paymentStatus === 'Failed' || paymentStatus === 'Renewed';
  return (
    <Link
      to="/card-payments"
      search={owes ? undefined : { action: 'change-plan', opens: place }}
      look="button"
    >
      {owes ? m.common_locked_payNow() : m.common_locked_seePlans()}
    </Link>
  );
}
