import * as contract from '@lintel/contract/customers/customer';
import { handle, type Route } from '../../platform/http/route.ts';
import {
  createCustomer,
  editCustomer,
  readAlike,
  readList,
  readOne,
  readTags,
  setArchived,
  type CustomerDeps,
} from './service.ts';
import { readTimeline, type TimelineSource } from './timeline.ts';

export interface RouteDeps extends CustomerDeps {
  sources: readonly TimelineSource[];
}

export const customerRoutes = (deps: RouteDeps): Route[] => [
  handle(contract.listCustomers, ({ query, owned }) => readList(deps, owned.contractorId, query)),
  handle(contract.listCustomerTags, ({ owned }) => readTags(deps, owned.contractorId)),
  handle(contract.findAlike, ({ query, owned }) => readAlike(deps, owned.contractorId, query)),
  handle(contract.readCustomer, async ({ owned }) => ({ data: await readOne(deps, owned) })),
  handle(contract.createCustomer, async ({ body, caller, owned }) => ({
    message: 'The customer is added.',
    data: await createCustomer(deps, caller, owned.contractorId, body),
  })),
  handle(contract.editCustomer, async ({ body, caller, owned }) => ({
    message: 'Saved.',
    data: await editCustomer(deps, caller, owned, body),
  })),
  handle(contract.archiveCustomer, async ({ caller, owned }) => ({
    message: 'The customer is archived.',
    data: await setArchived(deps, caller, owned, true),
  })),
  handle(contract.restoreCustomer, async ({ caller, owned }) => ({
    message: 'The customer is back in the list.',
    data: await setArchived(deps, caller, owned, false),
  })),
  handle(contract.readCustomerTimeline, ({ query, owned }) => {
    const before = query.before === undefined ? endOfTime : new Date(query.before);
    return readTimeline(deps, owned, before);
  }),
];

/** After everything that happens. */
const endOfTime = new Date('9999-12-31T00:00:00Z');
