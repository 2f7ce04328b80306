import type { Context } from '../../platform/context.ts';
import type { PartWithRows } from '../../platform/part.ts';
import { contractorRoutes, manageRoutes, settingRoutes } from './routes.ts';
import { contractorData } from './own-data.ts';
import { recordFailedActivation } from './owners.ts';
import { renewAgreement, serviceAgreementDate } from './agreement.ts';
import { ownsView } from './views.ts';

export { automaticAccountsSetting, createsAccountsAutomatically } from './automatic-accounts.ts';
export { crmLeadUrl } from './grid.ts';
export { accountToCreate } from './grid-repository.ts';
export {
  activeManagers,
  claimLead,
  findCompanies,
  insertLeadContractor,
  isContractor,
  setLeadId,
  claimEmail,
  correctRegistration,
  registerContractor,
  type Registration,
} from './registration.ts';
export { readContractorZone, readZones } from './time-zone.ts';
export { agreementHash } from './profile.ts';
export {
  contractorToOwn,
  keepContact,
  lockContractor,
  markActivated,
  requireChoices,
  retryActivation,
  setOwner,
} from './owners.ts';
export {
  companyNames,
  readPaymentStatus,
  setPaymentStatus,
  setPlan,
  insertManager,
  assignableManagers,
  countManaged,
  hasContractors,
  isActiveManager,
  managersWithIds,
  replaceManager,
  setW9State,
} from './repository.ts';
export { findReferrer, ensureReferralCode, referralLink } from './registration.ts';
export {
  contractorPlan,
  contractorSummary,
  requireSending,
  teamLimits,
  teamLimitsByTier,
} from './service.ts';

/** Contractors, for themselves and for staff. */
export const part = (context: Context): PartWithRows<'contractorView'> => ({
  routes: [...contractorRoutes(context), ...manageRoutes(context), ...settingRoutes(context)],
  setup: {
    agreement: {
      state: async () => {
        const isSet = (await serviceAgreementDate(context.db)) !== null;
        const problem = 'Read the service agreement with your counsel, and set its date.';
        return { isStarted: isSet, problems: isSet ? [] : [problem] };
      },
    },
  },
  settings: {
    ServiceAgreementDate: (caller, id, form) => renewAgreement(context, caller, id, form),
  },
  ownData: contractorData(context.db),
  listeners: { 'message.failed': recordFailedActivation },
  finders: {
    contractorView: ({ authenticated }, id) => ownsView(context.db, authenticated.id, id),
  },
});
