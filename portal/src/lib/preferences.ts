import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  Preferences,
  readPreferences as readEndpoint,
  savePreference as saveEndpoint,
} from '@lintel/contract/identity/preferences';
import type { RequestInput } from '@lintel/contract/core/endpoint';
import { call } from './api/call.ts';
import { useSession } from './session.ts';

const getPreferences = call<typeof readEndpoint>({ method: 'GET', path: '/user/preferences' });
const postPreference = call<typeof saveEndpoint>({ method: 'POST', path: '/user/preferences' });

/** The account's display preferences. */
const preferencesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['preferences', userId],
    queryFn: ({ signal }) => getPreferences({}, { signal }).then(({ data }) => data),
    staleTime: Number.POSITIVE_INFINITY,
  });

type Choice = RequestInput<typeof saveEndpoint, 'body'>;

/** A preference of the account, stored on the server. */
export function usePreference<Key extends keyof Preferences>(key: Key) {
  const client = useQueryClient();
  const { queryKey, ...query } = preferencesQuery(useSession().user.id);
  const { data, isPending } = useQuery({ queryKey, ...query });
  const save = (value: Preferences[Key] | null): void => {
    client.setQueryData(queryKey, { ...data, [key]: value ?? undefined });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key determines the type of the value
    postPreference({ body: { key, value } as Choice }).catch(() =>
      client.invalidateQueries({ queryKey }),
    );
  };
  return { value: data?.[key], isPending, save };
}
