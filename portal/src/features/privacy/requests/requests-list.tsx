import { useMediaQuery } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import * as m from '#messages';
import { requestKinds, requestStates } from '@lintel/contract/privacy/constants';
import { privacyPageSizes, type PrivacyRequest } from '@lintel/contract/privacy/requests';
import { formatCount, formatDate } from '../../../lib/format.ts';
import { DataGrid, type GridColumn } from '../../../ui/data-grid.tsx';
import { GridFooter } from '../../../ui/grid-footer.tsx';
import type { GridView } from '../../../ui/grid-view.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { RequestsView } from './requests-view.ts';
import listClasses from '../../../ui/work-list.module.css';

const tones = { open: 'blue', fulfilled: 'green', rejected: 'grey' } as const;

/** The state of a request; overdue ones are marked. */
export const RequestState = ({ request: { state, overdue } }: { request: PrivacyRequest }) =>
  overdue ? (
    <StatusBadge status={m.common_overdue()} tone="red" />
  ) : (
    <StatusBadge status={requestStates[state]} tone={tones[state]} />
  );

interface OpenProps {
  onOpen(id: number): void;
}

const Requester = ({ request, onOpen }: { request: PrivacyRequest } & OpenProps) => (
  <button type="button" className={listClasses.open} onClick={() => onOpen(request.id)}>
    {request.email || m.privacy_request_addressRemoved()}
  </button>
);

const answeredOn = ({ decidedAt }: PrivacyRequest): string =>
  decidedAt === null ? '–' : formatDate(decidedAt);

const columnsWith = ({ onOpen }: OpenProps): GridColumn<PrivacyRequest>[] => [
  {
    accessor: 'email',
    title: m.privacy_request_homeowner(),
    render: (request) => <Requester request={request} onOpen={onOpen} />,
  },
  {
    accessor: 'kind',
    title: m.privacy_request_wants(),
    width: 160,
    render: ({ kind }) => requestKinds[kind],
  },
  {
    accessor: 'state',
    title: m.common_status(),
    width: 120,
    render: (request) => <RequestState request={request} />,
  },
  {
    accessor: 'companyName',
    title: m.privacy_request_askedOnPage(),
    width: 220,
    render: ({ companyName }) => companyName ?? '–',
  },
  {
    accessor: 'received',
    title: m.privacy_request_received(),
    width: 130,
    noWrap: true,
    sortable: true,
    firstSort: 'largest first',
    render: ({ receivedAt }) => formatDate(receivedAt),
  },
  {
    accessor: 'due',
    title: m.common_due(),
    width: 150,
    noWrap: true,
    sortable: true,
    render: ({ dueAt, extended }) =>
      extended ? m.privacy_list_extended({ dueAt: formatDate(dueAt) }) : formatDate(dueAt),
  },
  {
    accessor: 'decidedAt',
    title: m.privacy_request_answered(),
    width: 130,
    noWrap: true,
    render: answeredOn,
  },
];

interface Props extends OpenProps {
  list: UseQueryResult<{ data: PrivacyRequest[]; total: number }>;
  view: RequestsView;
  onView(change: Partial<GridView>): void;
}

/** The requests as a table, or as cards on narrow screens. */
export function RequestsList({ list, view, onView, onOpen }: Props) {
  const narrow = useMediaQuery('(max-width: 1000px)') ?? false;
  const rows = list.data?.data;
  const total = list.data?.total ?? 0;
  const loading = list.isFetching && list.isPlaceholderData;
  const { page, limit, order } = view;
  const paging = {
    view: { page, limit, order },
    onView,
    total,
    pageSizes: privacyPageSizes,
    summary: formatCount(total, m.privacy_count_one(), m.privacy_count_many()),
  };
  if (narrow && !list.isError && rows !== undefined && rows.length > 0)
    return (
      <div aria-busy={loading}>
        <ul className={listClasses.cards} aria-label={m.screens_privacyRequests()}>
          {rows.map((request) => (
            <li key={request.id} className={listClasses.card}>
              <Requester request={request} onOpen={onOpen} />
              <span>
                {requestKinds[request.kind]} <RequestState request={request} />
              </span>
              <span className={listClasses.quiet}>
                {request.state === 'open'
                  ? m.privacy_list_receivedDue({
                      receivedAt: formatDate(request.receivedAt),
                      dueAt: formatDate(request.dueAt),
                    })
                  : m.privacy_list_receivedAnswered({
                      receivedAt: formatDate(request.receivedAt),
                      request: answeredOn(request),
                    })}
              </span>
            </li>
          ))}
        </ul>
        <GridFooter {...paging} />
      </div>
    );
  const filtered = view.state !== 'all' || view.search !== '';
  return (
    <DataGrid
      {...paging}
      label={m.screens_privacyRequests()}
      columns={columnsWith({ onOpen })}
      rows={rows}
      loading={loading}
      failed={list.isError}
      onRetry={() => void list.refetch()}
      minWidth={1040}
      empty={{
        title: m.privacy_list_none(),
        text: filtered ? m.common_noFilterMatches_short() : m.privacy_list_noneText(),
      }}
    />
  );
}
