import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  Preferences,
  readPreferences as readEndpoint,
  savePreference as saveEndpoint,
} from '@lintel/contract/identity/preferences';
import type { Sent } from '@lintel/contract/core/endpoint';
import { call } from './api/call.ts';
import { useSession } from './session.ts';
import { localStore } from './storage.ts';

const getPreferences = call<typeof readEndpoint>({ method: 'GET', path: '/user/preferences' });
const postPreference = call<typeof saveEndpoint>({ method: 'POST', path: '/user/preferences' });

/** What the account has chosen to see. */
const preferencesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['preferences', userId],
    queryFn: ({ signal }) => getPreferences({}, { signal }).then(({ data }) => data),
    staleTime: Number.POSITIVE_INFINITY,
  });

type Choice = Sent<typeof saveEndpoint, 'body'>;

/**
 * One choice of the account, stored on the server. `former` reads what an earlier release kept in
 * this browser: it is stored for the account once, unless the account has chosen since.
 */
export function usePreference<Key extends keyof Preferences>(
  key: Key,
  former?: { name: string; read(kept: string): Preferences[Key] },
) {
  const client = useQueryClient();
  const { queryKey, ...query } = preferencesQuery(useSession().user.id);
  const { data, isPending } = useQuery({ queryKey, ...query });
  const save = (value: Preferences[Key] | null): void => {
    client.setQueryData(queryKey, { ...data, [key]: value ?? undefined });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key says which rule the value follows
    postPreference({ body: { key, value } as Choice }).catch(() =>
      client.invalidateQueries({ queryKey }),
    );
  };
  const kept = former === undefined ? null : localStore.get(former.name);
  const value = data?.[key] ?? (kept === null ? undefined : former?.read(kept));
  return {
    value,
    isPending,
    save: (next: Preferences[Key] | null): void => {
      if (former !== undefined) localStore.set(former.name, null);
      save(next);
    },
    /** Stores what this browser has kept; to be called from an effect. */
    move: (): void => {
      if (former === undefined || kept === null || data === undefined) return;
      localStore.set(former.name, null);
      if (data[key] === undefined) save(former.read(kept) ?? null);
    },
  };
}
