import { ofContractor } from '../../platform/http/ownership.ts';
import type { Context } from '../../platform/context.ts';
import type { PartWithRows } from '../../platform/part.ts';
import { customerJobs } from './from-applications.ts';
import { isImportOf } from './import/repository.ts';
import { customerData } from './own-data.ts';
import { isCustomerOf } from './repository.ts';
import { customerRoutes } from './routes.ts';

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
export type { TimelineItem, TimelineOf } from './ports.ts';

/** Contractors' customers. */
export function part(
  context: Context,
): PartWithRows<'customer' | 'otherCustomer' | 'customerImport'> {
  const { db } = context;
  const customer = ofContractor<number>((contractorId, id) => isCustomerOf(db, contractorId, id));
  return {
    routes: customerRoutes(context),
    jobs: customerJobs(context),
    finders: {
      customer,
      otherCustomer: customer,
      customerImport: ofContractor((contractorId, id) => isImportOf(db, contractorId, id)),
    },
    ownData: customerData(context),
  };
}
