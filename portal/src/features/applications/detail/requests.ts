import { queryOptions } from '@tanstack/react-query';
import type {
  addNote,
  endFollowUp,
  removeNote,
  reportApplication,
  setFollowUp,
} from '@lintel/contract/applications/application-detail';
import type { Answer } from '@lintel/contract/core/endpoint';
import type { customerFromApplication } from '@lintel/contract/customers/customer';
import { call } from '../../../lib/api/call.ts';
import { isMoving, refreshEvery } from '../api/applications.ts';

const getApplication = call<typeof reportApplication>({
  method: 'GET',
  path: '/reports-applications/{id}',
});
export type WholeApplication = Answer<typeof reportApplication>;

export const applicationKey = (userId: number, id: number) =>
  ['applications', userId, 'one', id] as const;

/** One application of the account on screen. The page itself shows a missing one as not found. */
export const applicationQuery = (userId: number, id: number) =>
  queryOptions({
    queryKey: applicationKey(userId, id),
    queryFn: ({ signal }) => getApplication({ params: { id } }, { signal, handles: [400, 404] }),
    retry: false,
    refetchInterval: ({ state }) =>
      state.data && isMoving(state.data.data) ? refreshEvery : false,
  });

export const writeNote = call<typeof addNote>({
  method: 'POST',
  path: '/reports-applications/{id}/notes',
  encoding: 'json',
});
export const dropNote = call<typeof removeNote>({
  method: 'DELETE',
  path: '/reports-applications/{id}/notes/{noteId}',
});
export const planFollowUp = call<typeof setFollowUp>({
  method: 'POST',
  path: '/reports-applications/{id}/follow-up',
  encoding: 'json',
});
export const dropFollowUp = call<typeof endFollowUp>({
  method: 'DELETE',
  path: '/reports-applications/{id}/follow-up',
});
export const makeCustomer = call<typeof customerFromApplication>({
  method: 'POST',
  path: '/customers/from-application/{id}',
});
