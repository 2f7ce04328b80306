import { queryOptions } from '@tanstack/react-query';
import type {
  listCustomerApplications,
  readTakeover,
  takeOverApplications,
} from '@lintel/contract/customers/customer';
import type {
  checkImport as check,
  importCustomers as run,
  listImports,
  readImportFile as look,
  undoImport as undo,
} from '@lintel/contract/customers/import';
import type { listDuplicates, mergeCustomers as merge } from '@lintel/contract/customers/merge';
import type { decideEmailChoice, readEmailChoice } from '@lintel/contract/customers/email-choice';
import { call } from '../../lib/api/call.ts';
import { buildAddress } from '../../lib/api/encode.ts';
import { basePath } from '../../lib/api/send.ts';
import type { CustomersView } from './customers-view.ts';
import { customersKey } from './requests.ts';

const getApplications = call<typeof listCustomerApplications>({
  method: 'GET',
  path: '/customers/{id}/applications',
});
const getTakingOver = call<typeof readTakeover>({
  method: 'GET',
  path: '/customers/from-applications',
});
const getDuplicates = call<typeof listDuplicates>({ method: 'GET', path: '/customers/duplicates' });
const getImports = call<typeof listImports>({ method: 'GET', path: '/customers/imports' });

export const takeOver = call<typeof takeOverApplications>({
  method: 'POST',
  path: '/customers/from-applications',
});
export const mergeCustomers = call<typeof merge>({ method: 'POST', path: '/customers/{id}/merge' });
export const readImportFile = call<typeof look>(
  { method: 'POST', path: '/customers/import/read', encoding: 'multipart' },
  { handles: [422] },
);
export const checkImport = call<typeof check>(
  { method: 'POST', path: '/customers/import/check', encoding: 'multipart' },
  { handles: [422] },
);
export const importCustomers = call<typeof run>(
  { method: 'POST', path: '/customers/import', encoding: 'multipart' },
  { handles: [422] },
);
export const undoImport = call<typeof undo>({
  method: 'POST',
  path: '/customers/imports/{id}/undo',
});

const getEmailChoice = call<typeof readEmailChoice>({
  method: 'GET',
  path: '/customers/{id}/email-choice',
});
export const emailChoiceQuery = (id: number) =>
  queryOptions({
    queryKey: [...customersKey, 'email-choice', id],
    queryFn: ({ signal }) =>
      getEmailChoice({ params: { id } }, { signal }).then(({ data }) => data),
  });
export const decideEmail = call<typeof decideEmailChoice>({
  method: 'POST',
  path: '/customers/{id}/email-choice',
});

export const customerApplicationsQuery = (id: number) =>
  queryOptions({
    queryKey: [...customersKey, 'applications', id],
    queryFn: ({ signal }) =>
      getApplications({ params: { id } }, { signal }).then(({ data }) => data),
  });

const pollInterval = 2000;
/** The number of applicants who aren't customers yet; polled while they are being added. */
export const importFromApplicationsQuery = (userId: number) =>
  queryOptions({
    queryKey: [...customersKey, 'taking-over', userId],
    queryFn: ({ signal }) => getTakingOver({}, { signal }),
    refetchInterval: ({ state }) => (state.data?.isRunning ? pollInterval : false),
  });

export const duplicatesQuery = (userId: number) =>
  queryOptions({
    queryKey: [...customersKey, 'duplicates', userId],
    queryFn: ({ signal }) => getDuplicates({}, { signal }).then(({ data }) => data),
  });

export const importsQuery = (userId: number) =>
  queryOptions({
    queryKey: [...customersKey, 'imports', userId],
    queryFn: ({ signal }) => getImports({}, { signal }).then(({ data }) => data),
  });

/**
 * The download address of the current list. A navigation sends no headers, so the query names the
 * user.
 */
export const exportAddress = (
  { page: _page, limit: _limit, ...query }: CustomersView,
  userId: number,
  format: 'xlsx' | 'csv',
): string => `${basePath}${buildAddress('/customers-export', {}, { ...query, userId, format })}`;
