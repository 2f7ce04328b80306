import { useMediaQuery } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import { requestKinds, requestStates } from '@lintel/contract/privacy/constants';
import { privacyPageSizes, type PrivacyRequest } from '@lintel/contract/privacy/requests';
import { formatCount, formatDate } from '../../../lib/format.ts';
import { DataGrid, type GridColumn } from '../../../ui/data-grid.tsx';
import { GridFooter } from '../../../ui/grid-footer.tsx';
import type { GridView } from '../../../ui/grid-view.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { RequestsView } from './requests-view.ts';
import classes from './requests.module.css';

const tones = { open: 'blue', fulfilled: 'green', rejected: 'grey' } as const;

/** How far a request is: late ones say so. */
export const RequestState = ({ request: { state, overdue } }: { request: PrivacyRequest }) =>
  overdue ? (
    <StatusBadge status="Overdue" tone="red" />
  ) : (
    <StatusBadge status={requestStates[state]} tone={tones[state]} />
  );

interface Opens {
  onOpen(id: number): void;
}

const Who = ({ request, onOpen }: { request: PrivacyRequest } & Opens) => (
  <button type="button" className={classes.open} onClick={() => onOpen(request.id)}>
    {request.email || 'Address removed'}
  </button>
);

const answeredOn = ({ decidedAt }: PrivacyRequest): string =>
  decidedAt === null ? '–' : formatDate(decidedAt);

const columnsWith = ({ onOpen }: Opens): GridColumn<PrivacyRequest>[] => [
  {
    accessor: 'email',
    title: 'Homeowner',
    render: (request) => <Who request={request} onOpen={onOpen} />,
  },
  { accessor: 'kind', title: 'Wants', width: 160, render: ({ kind }) => requestKinds[kind] },
  {
    accessor: 'state',
    title: 'State',
    width: 120,
    render: (request) => <RequestState request={request} />,
  },
  {
    accessor: 'companyName',
    title: 'Asked on the page of',
    width: 220,
    render: ({ companyName }) => companyName ?? '–',
  },
  {
    accessor: 'received',
    title: 'Received',
    width: 130,
    noWrap: true,
    sortable: true,
    firstSort: 'largest first',
    render: ({ receivedAt }) => formatDate(receivedAt),
  },
  {
    accessor: 'due',
    title: 'Due',
    width: 150,
    noWrap: true,
    sortable: true,
    render: ({ dueAt, extended }) => `${formatDate(dueAt)}${extended ? ', put off' : ''}`,
  },
  { accessor: 'decidedAt', title: 'Answered', width: 130, noWrap: true, render: answeredOn },
];

interface Props extends Opens {
  list: UseQueryResult<{ data: PrivacyRequest[]; total: number }>;
  view: RequestsView;
  onView(change: Partial<GridView>): void;
}

/** The requests: a table, or cards where its columns do not fit. */
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
    summary: formatCount(total, 'request'),
  };
  if (narrow && !list.isError && rows !== undefined && rows.length > 0)
    return (
      <div aria-busy={loading}>
        <ul className={classes.cards} aria-label="Privacy requests">
          {rows.map((request) => (
            <li key={request.id} className={classes.card}>
              <Who request={request} onOpen={onOpen} />
              <span>
                {requestKinds[request.kind]} <RequestState request={request} />
              </span>
              <span className={classes.quiet}>
                Received {formatDate(request.receivedAt)}
                {request.state === 'open'
                  ? `, due ${formatDate(request.dueAt)}`
                  : `, answered ${answeredOn(request)}`}
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
      label="Privacy requests"
      columns={columnsWith({ onOpen })}
      rows={rows}
      loading={loading}
      failed={list.isError}
      onRetry={() => void list.refetch()}
      minWidth={1040}
      empty={{
        title: 'No requests',
        text: filtered
          ? 'Nothing matches these filters.'
          : 'Homeowners ask by the privacy link at the end of each co-branded page.',
      }}
    />
  );
}
