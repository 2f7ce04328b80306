import type { Edges, PartWithRows } from '../../platform/part.ts';
import type { ManageDeps } from './manage-deps.ts';
import { contractorRoutes, manageRoutes } from './routes.ts';
import { contractorData } from './own-data.ts';
import { isViewOf } from './views.ts';

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
export { inContractorZone, readContractorZone, zonesOf } from './time-zone.ts';
export { agreementHash } from './profile.ts';
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
export {
  companyNames,
  paymentStatusOf,
  setPaymentStatus,
  setPlan,
  insertManager,
  assignableManagers,
  countManaged,
  isActiveManager,
  managersWithIds,
  replaceManager,
  agreementCounts,
  lockAutoOfTiers,
  setW9State,
} from './repository.ts';
export { findReferrer, referralCodeOf, referralLink } from './registration.ts';
export {
  contractorPlan,
  contractorSummary,
  requireSending,
  teamLimits,
  teamLimitsByTier,
} from './service.ts';

type Deps = Pick<Edges, 'config' | 'database' | 'clock'> &
  Pick<ManageDeps, 'createOwner' | 'namesOf' | 'team' | 'subscription'>;

/** Contractors, for themselves and for staff. */
export function part({ config, database, clock, ...others }: Deps): PartWithRows<'contractorView'> {
  const { db } = database;
  return {
    routes: [
      ...contractorRoutes({ db, clock }),
      ...manageRoutes({ db, clock, leadTemplate: config.crmLeadUrl, ...others }),
    ],
    ownData: contractorData(db),
    finders: { contractorView: ({ authenticated }, id) => isViewOf(db, authenticated.id, id) },
  };
}
