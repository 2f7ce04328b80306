import type { Database } from '../../platform/db/connect.ts';
import { ofContractor } from '../../platform/http/ownership.ts';
import type { Edges, PartWithRows } from '../../platform/part.ts';
import { isCustomerOf } from './repository.ts';
import { customerRoutes } from './routes.ts';
import type { TimelineSource } from './timeline.ts';

export {
  applicationsOfCustomer,
  customerOf,
  customerOfApplication,
  findOrMakeCustomer,
  giveApplication,
  touchCustomer,
  type CustomerFacts,
} from './keep.ts';
export type { CustomerRow } from './repository.ts';
export type { TimelineItem, TimelineSource } from './timeline.ts';

/** Rows of another domain follow the customer that stays. */
export type OnMerged = (
  tx: Database,
  of: { contractorId: number; from: number; into: number },
) => Promise<void>;

interface Deps extends Pick<Edges, 'database' | 'clock'> {
  /** What others know of a customer. */
  timelineOf: readonly TimelineSource[];
  /** Who else has rows of customers. */
  onMerged: readonly OnMerged[];
}

/** The customers of contractors. */
export function part({ database, clock, timelineOf }: Deps): PartWithRows<'customer'> {
  const { db } = database;
  return {
    routes: customerRoutes({ db, clock, sources: timelineOf }),
    finders: { customer: ofContractor((contractorId, id) => isCustomerOf(db, contractorId, id)) },
  };
}
