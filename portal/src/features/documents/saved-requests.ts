import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  archiveSavedItem as archive,
  createSavedItem as create,
  listSavedItems,
  SavedItem,
  saveSavedItem as save,
} from '@lintel/contract/documents/saved-items';
import { call } from '../../lib/api/call.ts';

const getItems = call<typeof listSavedItems>({ method: 'GET', path: '/saved-items' });

export const createSavedItem = call<typeof create>({
  method: 'POST',
  path: '/saved-items',
  encoding: 'json',
});
export const saveSavedItem = call<typeof save>({
  method: 'POST',
  path: '/saved-items/{id}',
  encoding: 'json',
});
export const archiveSavedItem = call<typeof archive>({
  method: 'POST',
  path: '/saved-items/{id}/archive',
  encoding: 'json',
});

export const savedItemsKey = ['saved-items'] as const;

/** A page of the saved items, active or archived. */
export const savedItemsQuery = (
  userId: number,
  view: { search: string; archived: 'yes' | 'no'; page: number },
) =>
  queryOptions({
    queryKey: [...savedItemsKey, userId, view],
    queryFn: ({ signal }) => getItems({ query: { ...view, limit: 10 } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The saved items that match the words, as suggestions. */
export const someItemsQuery = (userId: number, search: string) =>
  queryOptions({
    queryKey: [...savedItemsKey, userId, 'some', search],
    queryFn: ({ signal }) => getItems({ query: { search, limit: 10 } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** One stored saved item, found in the list of the last changed ones; null if missing. */
export const findSavedItem = async (id: number): Promise<SavedItem | null> => {
  const found = await getItems({ query: { order: '-updated', limit: 100 } });
  return found.data.find((item) => item.id === id) ?? null;
};
