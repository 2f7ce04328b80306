export { crmLeadUrl } from './crm.ts';
export {
  allManagers,
  claimLead,
  findCompanies,
  insertLeadContractor,
  isContractor,
  setLeadId,
} from './lead-contractors.ts';
export { agreementHash } from './onboarding.ts';
export {
  contractorToOwn,
  keepContact,
  lockContractor,
  markActivated,
  noteFailedActivation,
  requireChoices,
  retryActivation,
  setOwner,
} from './owners.ts';
export { paymentStatusOf, setPaymentStatus, setPlan } from './payment-status.ts';
export { findReferrer, referralCodeOf, referralLink } from './referral-code.ts';
export { part } from './part.ts';
export { insertManager, managersWithIds } from './repository.ts';
export { contractorPlan, contractorSummary, teamLimits } from './service.ts';
export { agreementCounts, lockAutoOfTiers } from './setting-effects-repository.ts';
export { setW9State } from './w9-state.ts';
export {
  claimEmail,
  correctRegistration,
  registerContractor,
  type Registration,
} from './registration.ts';
