import { listContractors, readContractorPlan } from '@lintel/contract/contractors';
import type { Database } from '../../platform/db/connect.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { requireOwnContractor } from './policy.ts';
import { presentRow } from './present.ts';
import { searchContractors } from './repository.ts';
import { contractorPlan } from './service.ts';

export const contractorRoutes = ({ db }: { db: Database }): Route[] => [
  handle(listContractors, async ({ query: { page, limit, order, filters } }) => {
    const { rows, total } = await searchContractors(db, {
      searchText: filters.searchText,
      order,
      limit,
      offset: (page - 1) * limit,
    });
    return { data: rows.map(presentRow), total };
  }),
  handle(readContractorPlan, async ({ params, caller }) => {
    requireOwnContractor(caller, params.id);
    const { plan } = await contractorPlan(db, params.id);
    return { plan };
  }),
];
