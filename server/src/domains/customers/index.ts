import { ownedByContractor } from '../../platform/http/ownership.ts';
import type { Context } from '../../platform/context.ts';
import type { PartWithRows } from '../../platform/part.ts';
import { customerJobs } from './from-applications.ts';
import { ownsImport } from './import/repository.ts';
import { customerData } from './own-data.ts';
import { ownsCustomer } from './repository.ts';
import { customerRoutes } from './routes.ts';

export {
  listCustomerApplicationIds,
  requireCustomer,
  findApplicationCustomer,
  findOrMakeCustomer,
  giveApplication,
  touchCustomer,
  type CustomerFacts,
} from './keep.ts';
export { listOffersByCustomer } from './offers.ts';
export { customerPerson } from './person.ts';
export type { CustomerRow } from './repository.ts';
export { customerRetention } from './retention.ts';
export type { TimelineItem, TimelineQuery } from './ports.ts';

/** Contractors' customers. */
export function part(
  context: Context,
): PartWithRows<'customer' | 'otherCustomer' | 'customerImport'> {
  const { db } = context;
  const customer = ownedByContractor<number>((contractorId, id) =>
    ownsCustomer(db, contractorId, id),
  );
  return {
    routes: customerRoutes(context),
    jobs: customerJobs(context),
    finders: {
      customer,
      otherCustomer: customer,
      customerImport: ownedByContractor((contractorId, id) => ownsImport(db, contractorId, id)),
    },
    ownData: customerData(context),
  };
}
