import { QueryObserver, queryOptions, type QueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type {
  askForApplicationsExport,
  LargeExport,
  listLargeExports,
  removeLargeExport,
  retryLargeExport,
} from '@lintel/contract/applications/large-exports';
import { call } from '../../../lib/api/call.ts';
import { buildAddress } from '../../../lib/api/encode.ts';
import { basePath } from '../../../lib/api/send.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';

export const requestExport = call<typeof askForApplicationsExport>({
  method: 'POST',
  path: '/reports-applications-export',
});
const getExports = call<typeof listLargeExports>({
  method: 'GET',
  path: '/reports-applications-exports',
});
export const retryExport = call<typeof retryLargeExport>({
  method: 'POST',
  path: '/reports-applications-exports/{exportId}/retry',
});
export const removeExport = call<typeof removeLargeExport>({
  method: 'DELETE',
  path: '/reports-applications-exports/{exportId}',
});

/** Polling interval while an export is being generated, in milliseconds. */
const refreshEvery = 2000;

const isPreparing = ({ state }: LargeExport): boolean => state === 'preparing';

/** The account's recent large exports. */
export const largeExportsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['large-exports', userId],
    queryFn: ({ signal }) => getExports({}, { signal }),
    refetchInterval: ({ state }) => (state.data?.data.some(isPreparing) ? refreshEvery : false),
  });

/**
 * The download address of an export. A navigation sends no headers, so the query names the account.
 */
export const fileAddress = (userId: number, exportId: string): string =>
  `${basePath}${buildAddress('/reports-applications-exports/{exportId}/file', { exportId }, { userId })}`;

const watched = new Set<number>();

/**
 * Notifies the user on any screen when an export is ready. Stops when no export is running, and at
 * sign-out.
 */
export function watchExports(client: QueryClient, userId: number): void {
  if (watched.has(userId)) return;
  watched.add(userId);
  const query = largeExportsQuery(userId);
  const cache = client.getQueryCache();
  let making = new Set<string>();
  const stop = (): void => {
    watched.delete(userId);
    unsubscribe();
    forget();
  };
  const check = (all: readonly LargeExport[]): void => {
    for (const one of all) if (making.has(one.exportId)) notify(one);
    making = new Set(all.filter(isPreparing).map(({ exportId }) => exportId));
    if (making.size === 0) stop();
  };
  const forget = cache.subscribe(({ type, query: { queryKey } }) => {
    if (type === 'removed' && queryKey[0] === query.queryKey[0] && queryKey[1] === userId) stop();
  });
  const observer = new QueryObserver(client, query);
  const unsubscribe = observer.subscribe(({ data, isError }) => {
    if (isError) stop();
    else if (data !== undefined) check(data.data);
  });
  check(client.getQueryData(query.queryKey)?.data ?? []);
}

function notify({ state, fileName }: LargeExport): void {
  if (state === 'ready')
    showToast(m.applications_exports_readyToast({ fileName }), 'success', false);
  if (state === 'failed')
    showToast(m.applications_exports_failedToast({ fileName }), 'danger', toastLife.long);
}
