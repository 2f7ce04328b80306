import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  lenderFilterShape,
  listLenders,
  type archiveLender,
  type createLender,
  type LenderForm,
  type orderLenders,
  type pauseLender,
  type readLender,
  type resumeLender,
  type saveLender,
} from '@lintel/contract/lenders/lender';
import type {
  listLenderCalls,
  readSecrets,
  replayLenderCall,
  rotateSecret,
  testLender,
} from '@lintel/contract/lenders/connection';
import type { readConformance, startConformance } from '@lintel/contract/lenders/conformance/run';
import type {
  addCertificate as addCertificateSpec,
  readTls,
  removeCertificate as removeCertificateSpec,
  saveAuthorities as saveAuthoritiesSpec,
} from '@lintel/contract/lenders/tls';
import type {
  listLenderContractors,
  saveLenderContractor,
} from '@lintel/contract/lenders/contractors';
import type { listPlans } from '@lintel/contract/billing/plans';
import { staffWithAll } from '@lintel/contract/core/access';
import type { Session } from '@lintel/contract/identity/sessions';
import { call } from '../../lib/api/call.ts';
import { at, listView, orderAt } from '../../lib/list-view.ts';
import { may } from '../../lib/session.ts';

const changing = staffWithAll(['manage-lenders', 'access'], ['manage-lenders', 'modify']);

export const mayChangeLenders = (session: Session): boolean => may(session, changing);

/** The query key prefix of everything about lenders. */
export const lendersKey = ['lenders'] as const;

const getLenders = call<typeof listLenders>({ method: 'GET', path: '/manage/lenders' });
const getLender = call<typeof readLender>(
  { method: 'GET', path: '/manage/lenders/{id}' },
  { handles: [404] },
);
const getSecrets = call<typeof readSecrets>({
  method: 'GET',
  path: '/manage/lenders/{id}/secrets',
});
const getCalls = call<typeof listLenderCalls>({
  method: 'GET',
  path: '/manage/lenders/{id}/calls',
});
const getContractors = call<typeof listLenderContractors>({
  method: 'GET',
  path: '/manage/lenders/{id}/contractors',
});

const { page, limit, order } = listLenders.query.shape;
const { search, status } = lenderFilterShape;

/** The list's view from its address. */
export const lendersView = listView({
  page: at('page', page),
  limit: at('limit', limit),
  order: orderAt(order),
  search: at('search', search),
  status: at('status', status),
});
export type LendersView = typeof lendersView.standard;

export const lendersQuery = ({ search, status, ...view }: LendersView) =>
  queryOptions({
    queryKey: [...lendersKey, 'list', { ...view, search, status }],
    queryFn: ({ signal }) =>
      getLenders({ query: { ...view, filters: { search, status } } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const lenderQuery = (id: number) =>
  queryOptions({
    queryKey: [...lendersKey, id],
    queryFn: ({ signal }) => getLender({ params: { id } }, { signal }),
    retry: false,
  });

/** The stored lender; undefined when it doesn't exist. */
export const findLender = (id: number) => getLender({ params: { id } }).catch(() => undefined);

export const secretsQuery = (id: number) =>
  queryOptions({
    queryKey: [...lendersKey, id, 'secrets'],
    queryFn: ({ signal }) => getSecrets({ params: { id } }, { signal }),
  });

export interface CallsView {
  page: number;
  limit: number;
  failed: boolean;
}

export const callsQuery = (id: number, { page, limit, failed }: CallsView) =>
  queryOptions({
    queryKey: [...lendersKey, id, 'calls', { page, limit, failed }],
    queryFn: ({ signal }) =>
      getCalls(
        { params: { id }, query: { page, limit, ...(failed && { failed: 'true' as const }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

export interface ContractorsView {
  page: number;
  limit: number;
  searchText: string;
  show: 'all' | 'entered';
}

export const contractorsQuery = (id: number, view: ContractorsView) =>
  queryOptions({
    queryKey: [...lendersKey, id, 'contractors', view],
    queryFn: ({ signal }) => getContractors({ params: { id }, query: view }, { signal }),
    placeholderData: keepPreviousData,
  });

const getPlans = call<typeof listPlans>({ method: 'GET', path: '/plan' });

/** All plans. */
export const plansQuery = queryOptions({
  queryKey: [...lendersKey, 'plans'],
  queryFn: ({ signal }) => getPlans({ query: { limit: 75 } }, { signal }).then(({ data }) => data),
});

/** The form itself shows every failure. */
const handles = { handles: [500] };
const create = call<typeof createLender>({ method: 'POST', path: '/manage/lenders' }, handles);
const update = call<typeof saveLender>({ method: 'POST', path: '/manage/lenders/{id}' }, handles);

/** Adds a lender, or saves the one whose `version` the editor has seen. */
export const storeLender = (seen: { id: number; version: number } | null, form: LenderForm) =>
  seen === null
    ? create({ body: form })
    : update({ params: { id: seen.id }, body: { ...form, version: seen.version } });

export const pause = call<typeof pauseLender>({
  method: 'POST',
  path: '/manage/lenders/{id}/pause',
});
export const resume = call<typeof resumeLender>({
  method: 'POST',
  path: '/manage/lenders/{id}/resume',
});
export const archive = call<typeof archiveLender>({
  method: 'POST',
  path: '/manage/lenders/{id}/archive',
});
export const saveOrder = call<typeof orderLenders>({
  method: 'POST',
  path: '/manage/lenders/order',
});
export const newSecret = call<typeof rotateSecret>({
  method: 'POST',
  path: '/manage/lenders/{id}/secrets',
});
export const sendTest = call<typeof testLender>({
  method: 'POST',
  path: '/manage/lenders/{id}/test',
});
export const replayCall = call<typeof replayLenderCall>({
  method: 'POST',
  path: '/manage/lenders/{id}/calls/{call}/replay',
});
export const saveContractor = call<typeof saveLenderContractor>({
  method: 'POST',
  path: '/manage/lenders/{id}/contractors/{contractor}',
});

const getTls = call<typeof readTls>({ method: 'GET', path: '/manage/lenders/{id}/tls' });
const getConformance = call<typeof readConformance>({
  method: 'GET',
  path: '/manage/lenders/{id}/conformance',
});

export const tlsQuery = (id: number) =>
  queryOptions({
    queryKey: [...lendersKey, id, 'tls'],
    queryFn: ({ signal }) => getTls({ params: { id } }, { signal }),
  });

/** How often a run that isn't finished is read, in milliseconds. */
const pollInterval = 1500;

export const conformanceQuery = (id: number) =>
  queryOptions({
    queryKey: [...lendersKey, id, 'conformance'],
    queryFn: ({ signal }) => getConformance({ params: { id } }, { signal }),
    refetchInterval: ({ state }) => {
      const run = state.data?.run;
      return run && run.finishedAt === null && !run.isInterrupted ? pollInterval : false;
    },
  });

export const addCertificate = call<typeof addCertificateSpec>({
  method: 'POST',
  path: '/manage/lenders/{id}/certificates',
});
export const removeCertificate = call<typeof removeCertificateSpec>({
  method: 'DELETE',
  path: '/manage/lenders/{id}/certificates/{certificate}',
});
export const saveAuthorities = call<typeof saveAuthoritiesSpec>({
  method: 'POST',
  path: '/manage/lenders/{id}/authorities',
});
export const runChecks = call<typeof startConformance>({
  method: 'POST',
  path: '/manage/lenders/{id}/conformance',
});
