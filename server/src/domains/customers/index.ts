import { ofContractor } from '../../platform/http/ownership.ts';
import type { Context } from '../../platform/context.ts';
import type { PartWithRows } from '../../platform/part.ts';
import { customerJobs } from './from-applications.ts';
import { isImportOf } from './import/repository.ts';
import type { OnMerged } from './merge.ts';
import { customerData } from './own-data.ts';
import { isCustomerOf } from './repository.ts';
import { customerRoutes } from './routes.ts';
import type { SeenSource } from './timeline.ts';

export { applicationTimeline } from './application-timeline.ts';
export {
  applicationsOfCustomer,
  customerOf,
  customerOfApplication,
  findOrMakeCustomer,
  giveApplication,
  touchCustomer,
  type CustomerFacts,
} from './keep.ts';
export { offersOfCustomers } from './offers.ts';
export { customerPerson } from './person.ts';
export type { CustomerRow } from './repository.ts';
export { customerRetention } from './retention.ts';
export type { TimelineItem, TimelineOf } from './timeline.ts';

interface Deps extends Pick<Context, 'config' | 'database' | 'clock' | 'helpers'> {
  /** Other domains' timeline sources. */
  timelineOf: readonly SeenSource[];
  /** Domains that own rows of customers. */
  onMerged: readonly OnMerged[];
}

/** Contractors' customers. */
export function part({
  config,
  database: { db, pool },
  clock,
  helpers: { uploads },
  timelineOf: sources,
  onMerged,
}: Deps): PartWithRows<'customer' | 'otherCustomer' | 'customerImport'> {
  const deps = { db, pool, clock, uploads, timeZone: config.BUSINESS_TIME_ZONE };
  const customer = ofContractor<number>((contractorId, id) => isCustomerOf(db, contractorId, id));
  return {
    routes: customerRoutes({ ...deps, sources, onMerged }),
    jobs: customerJobs(deps),
    finders: {
      customer,
      otherCustomer: customer,
      customerImport: ofContractor((contractorId, id) => isImportOf(db, contractorId, id)),
    },
    ownData: customerData(deps),
  };
}
