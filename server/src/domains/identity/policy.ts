import type { Code, Privilege, Resource } from '@lintel/contract/core/access';
import type { PaymentStatus } from '@lintel/contract/billing/tiers';
import { AppError } from '../../platform/errors.ts';

/** What decides the privileges of an account. */
export interface PrivilegeFacts {
  kind: 'staff' | 'owner' | 'team';
  /** From the account's own roles (staff), or from the roles of the contractor's plan. */
  granted: readonly Privilege[];
  teamAccess: 'Full' | 'Limited' | null;
  teamResources: readonly string[];
  paymentStatus: PaymentStatus | null;
}

/** What stays open when the subscription is canceled. */
const openWhenCanceled: readonly Resource[] = ['card-payments', 'personal-info'];
const own = (code: Code): Privilege => ({ resource: 'personal-info', code });

/**
 * The privileges of an account (decisions, "Session, switching, permissions"): staff have their
 * roles'; an owner has those of the plan; a team user has the owner's, or, when Limited, those of
 * the chosen resources; everyone of a contractor has their own personal info; a canceled contractor
 * keeps Billing and Personal Info.
 */
export function privilegesOf(facts: PrivilegeFacts): Privilege[] {
  const granted = [...facts.granted];
  if (facts.kind === 'staff') return granted;
  const limited = facts.kind === 'team' && facts.teamAccess !== 'Full';
  const chosen = limited
    ? granted.filter(({ resource }) => facts.teamResources.includes(resource))
    : granted;
  const left =
    facts.paymentStatus === 'Canceled'
      ? chosen.filter(({ resource }) => openWhenCanceled.includes(resource))
      : chosen;
  return left.some(({ resource, code }) => resource === 'personal-info' && code === 'access')
    ? left
    : [...left, own('access')];
}

/** Another account has this e-mail. */
export const emailTaken = (): AppError =>
  new AppError('email_already_used', {
    fields: { email: 'This e-mail is already used by another account.' },
  });
