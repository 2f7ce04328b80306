import type { Payment } from '@lintel/contract/billing-payments';
import { staffWithAll } from '@lintel/contract/core/access';
import type { Session } from '@lintel/contract/identity';
import { may } from '../../../lib/session.ts';

const changing = staffWithAll(
  ['manage-contractors', 'access'],
  ['manage-contractors', 'plan_modify'],
);

/** Staff give money back from within the contractor's account; contractors never see this. */
export const mayRefund = (session: Session): boolean => session.switched && may(session, changing);

/** What of a payment can still be given back, in dollars. */
export const refundable = ({ status, amount, refundedAmount }: Payment): number =>
  status === 'Succeeded' ? Math.round((amount - refundedAmount) * 100) / 100 : 0;
