import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  auditFilterShape,
  listAudit,
  type findAuditNames,
  type readAuditEntry,
} from '@lintel/contract/audit/log';
import { keysOf } from '@lintel/contract/core/map-values';
import { call } from '../../lib/api/call.ts';
import { basePath } from '../../lib/api/send.ts';
import { rangeLabels } from '../../lib/date-ranges.ts';
import { at, listView, periodAt } from '../../lib/list-view.ts';
import type { ExportFormat } from '../../ui/export-menu.tsx';

/** The periods that the list offers, in order. */
export const periods = keysOf(rangeLabels);

const { page, limit } = listAudit.query.shape;
const { person, contractor, kind, search } = auditFilterShape;

/** The list's view from its address. */
export const auditView = listView(
  {
    page: at('page', page),
    limit: at('limit', limit),
    person: at('person', person),
    contractor: at('contractor', contractor),
    kind: at('kind', kind),
    search: at('search', search),
  },
  periodAt({ options: periods, standard: 'all' }),
);
export type AuditView = typeof auditView.standard;

/** Removes all filters. */
export const noFilters: Partial<AuditView> = {
  person: undefined,
  contractor: undefined,
  kind: '',
  search: '',
  period: 'all',
  range: { from: null, to: null },
};

/** Whether a filter is set; an empty list then needs another message. */
export const isFiltered = ({
  person: _person,
  contractor: _contractor,
  kind: what,
  ...view
}: AuditView) =>
  _person !== undefined ||
  _contractor !== undefined ||
  what + view.search !== '' ||
  view.period !== 'all';

/** The set filters, for the API and the export. */
const toFilters = ({ range: { from, to }, ...view }: AuditView) => ({
  ...(from !== null && { from }),
  ...(to !== null && { to }),
  ...(view.person !== undefined && { person: view.person }),
  ...(view.contractor !== undefined && { contractor: view.contractor }),
  ...(view.kind !== '' && { kind: view.kind }),
  ...(view.search !== '' && { search: view.search }),
});

const getLog = call<typeof listAudit>({ method: 'GET', path: '/manage/audit' });

/** One page of the log, newest first. */
export const auditQuery = (view: AuditView) => {
  const query = { page: view.page, limit: view.limit, ...toFilters(view) };
  return queryOptions({
    queryKey: ['audit', 'list', query],
    queryFn: ({ signal }) => getLog({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
};

/** The download address of the current list. */
export function exportAddress(view: AuditView, format: ExportFormat): string {
  const set = Object.entries(toFilters(view)).map(([name, value]) => [name, String(value)]);
  return `${basePath}/manage/audit-export?${new URLSearchParams([...set, ['format', format]]).toString()}`;
}

const getEntry = call<typeof readAuditEntry>({ method: 'GET', path: '/manage/audit/{id}' });

/** One entry with its details. Entries never change. */
export const entryQuery = (id: number) =>
  queryOptions({
    queryKey: ['audit', 'entry', id],
    queryFn: ({ signal }) => getEntry({ params: { id } }, { signal }),
    staleTime: Infinity,
  });

const getNames = call<typeof findAuditNames>({ method: 'GET', path: '/manage/audit-names' });

/** People or contractors that match the words; empty below two letters. */
export const namesQuery = (list: 'people' | 'contractors', search: string) =>
  queryOptions({
    queryKey: ['audit', 'names', list, search],
    queryFn: ({ signal }) => getNames({ query: { of: list, search } }, { signal }),
    enabled: search.length >= 2,
    placeholderData: keepPreviousData,
  });
