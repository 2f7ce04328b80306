import type { Contractor } from '@lintel/contract/contractors/contractor';
import type { Tier } from '@lintel/contract/billing/tiers';
import { mapValues } from '@lintel/contract/core/map-values';
import { contractorZone } from '@lintel/contract/core/time-zones';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { serviceAgreementDate } from './agreement.ts';
import { tierTeamLimits } from './tier-team-limits.ts';
import { findContractor, type FoundContractor } from './repository.ts';

type PageFields = 'hasPage' | 'pages' | 'selectedPage' | 'ccAccept';

/** The contractor in a session, without its pages, which the pages domain adds. */
export async function contractorSummary(
  db: Database,
  contractorId: number,
  businessZone: string,
): Promise<Omit<Contractor, PageFields>> {
  const [found, agreementDate, limits] = await Promise.all([
    findContractor(db, contractorId),
    serviceAgreementDate(db),
    tierTeamLimits(db),
  ]);
  if (found === undefined) throw new AppError('not_found');
  const { contractor, plan, manager } = found;
  return {
    id: contractor.id,
    companyName: contractor.companyName,
    companyAddress: contractor.companyAddress,
    websiteUrl: contractor.websiteUrl,
    licenseNumber: contractor.licenseNumber,
    timeZone: contractor.timeZone,
    effectiveTimeZone: contractorZone(contractor, businessZone),
    phone: contractor.phone,
    date: contractor.registeredAt.toISOString(),
    contractorMaxTeamUsers: contractor.maxTeamUsers,
    tierMaxTeamUsers: plan && limits[plan.tier],
    plan: presentPlan(plan),
    paymentStatus: contractor.paymentStatus,
    managerCSO: presentManager(manager),
    needConfirmServiceAgreement: agreementNeeded(contractor.agreementAcceptedAt, agreementDate),
    needQuiz: contractor.quiz === null,
    w9: presentTaxForm(contractor),
  };
}

/** Whether the last acceptance is missing, or older than the agreement. */
function agreementNeeded(acceptedAt: Date | null, agreementDate: Date | null): boolean {
  return acceptedAt === null || (agreementDate !== null && acceptedAt < agreementDate);
}

/** The plan data that the pages' form needs. Throws `not_found` for an unknown contractor. */
export async function contractorPlan(db: Database, contractorId: number) {
  const found = await findContractor(db, contractorId);
  if (found === undefined) throw new AppError('not_found');
  return { plan: presentPlan(found.plan), contractor: found.contractor };
}

/**
 * Requires a contractor that may send links and documents to customers: not on a Free plan, and not
 * canceled. Throws `plan_required`, even for staff switched into the account.
 */
export async function requireSending(db: Database, contractorId: number): Promise<void> {
  const { plan, contractor } = await contractorPlan(db, contractorId);
  if (plan === null || plan.tier === 'Free' || contractor.paymentStatus === 'Canceled')
    throw new AppError('plan_required');
}

/**
 * A contractor's own limit of team users (null when unset) and its tier's. Throws `not_found` for
 * an unknown one.
 */
export async function teamLimits(db: Database, contractorId: number) {
  const [found, limits] = await Promise.all([findContractor(db, contractorId), tierTeamLimits(db)]);
  if (found === undefined) throw new AppError('not_found');
  return {
    contractorMaxTeamUsers: found.contractor.maxTeamUsers,
    tierMaxTeamUsers: found.plan && limits[found.plan.tier],
  };
}

/** A contractor's limit of team users on a plan of each tier: its own limit, if set. */
export async function teamLimitsByTier(
  db: Database,
  contractorId: number,
): Promise<Record<Tier, number>> {
  const { contractor } = await contractorPlan(db, contractorId);
  return mapValues(await tierTeamLimits(db), (ofTier) => contractor.maxTeamUsers ?? ofTier);
}

const presentPlan = (plan: FoundContractor['plan']): Contractor['plan'] =>
  plan && { id: plan.id, name: plan.name, tier: plan.tier, opportunities: plan.opportunities };

const presentManager = (manager: FoundContractor['manager']): Contractor['managerCSO'] =>
  manager && {
    firstName: manager.firstName,
    lastName: manager.lastName,
    email: manager.email,
    additionalContacts: { phones: manager.phones },
  };

const presentTaxForm = (stored: FoundContractor['contractor']): Contractor['w9'] => ({
  status: stored.w9Status,
  skipDifferences: stored.w9SkipDifferences,
  fullName: stored.w9FullName,
  companyName: stored.w9CompanyName,
  isEIN: stored.w9IsSsn === false,
  isSSN: stored.w9IsSsn === true,
});
