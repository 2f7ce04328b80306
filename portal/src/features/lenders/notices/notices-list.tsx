import { useMediaQuery } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import * as m from '#messages';
import {
  noticePageSizes,
  type AdverseActionNotice,
} from '@lintel/contract/applications/adverse-action';
import {
  noticeKinds,
  noticeStates,
  type NoticeState,
} from '@lintel/contract/applications/adverse-action-constants';
import { formatCount, formatDate } from '../../../lib/format.ts';
import type { Tone } from '../../../theme.ts';
import { DataGrid, type GridColumn } from '../../../ui/data-grid.tsx';
import { GridFooter } from '../../../ui/grid-footer.tsx';
import type { GridView } from '../../../ui/grid-view.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { NoticesView } from './requests.ts';
import listClasses from '../../../ui/work-list.module.css';

const tones: Record<NoticeState, Tone> = {
  waiting: 'blue',
  sent: 'green',
  paper: 'amber',
  mailed: 'green',
  lender: 'grey',
  'not-needed': 'grey',
};

/** The state of a notice; overdue ones are marked. */
export const NoticeBadge = ({ notice: { state, isOverdue } }: { notice: AdverseActionNotice }) =>
  isOverdue ? (
    <StatusBadge
      status={m.lenders_notices_overdueState({ state: noticeStates[state] })}
      tone="red"
    />
  ) : (
    <StatusBadge status={noticeStates[state]} tone={tones[state]} />
  );

interface OpenProps {
  onOpen(id: number): void;
}

const Applicant = ({ notice, onOpen }: { notice: AdverseActionNotice } & OpenProps) => (
  <button type="button" className={listClasses.open} onClick={() => onOpen(notice.id)}>
    {notice.applicantName}
  </button>
);

/** When it was sent or mailed. */
export const sentOn = ({ sentAt, mailedOn }: AdverseActionNotice): string =>
  mailedOn !== null ? formatDate(mailedOn) : sentAt === null ? '–' : formatDate(sentAt);

const columnsWith = ({ onOpen }: OpenProps): GridColumn<AdverseActionNotice>[] => [
  {
    accessor: 'applicantName',
    title: m.lenders_notices_applicant(),
    render: (notice) => <Applicant notice={notice} onOpen={onOpen} />,
  },
  {
    accessor: 'applicationId',
    title: m.lenders_notices_application(),
    width: 110,
    render: ({ applicationId }) => `#${applicationId}`,
  },
  { accessor: 'lenderName', title: m.lenders_notices_lender(), width: 190 },
  {
    accessor: 'kind',
    title: m.common_reason(),
    width: 150,
    render: ({ kind }) => noticeKinds[kind],
  },
  {
    accessor: 'state',
    title: m.common_status(),
    width: 170,
    render: (notice) => <NoticeBadge notice={notice} />,
  },
  {
    accessor: 'due',
    title: m.lenders_notices_lastDay(),
    width: 120,
    noWrap: true,
    sortable: true,
    render: ({ dueAt }) => formatDate(dueAt),
  },
  {
    accessor: 'sent',
    title: m.lenders_notices_sent(),
    width: 120,
    noWrap: true,
    sortable: true,
    firstSort: 'largest first',
    render: sentOn,
  },
];

interface Props extends OpenProps {
  list: UseQueryResult<{ data: AdverseActionNotice[]; total: number }>;
  view: NoticesView;
  onView(change: Partial<GridView>): void;
}

/** The notices as a table, or as cards on narrow screens. */
export function NoticesList({ list, view, onView, onOpen }: Props) {
  const narrow = useMediaQuery('(max-width: 1000px)') ?? false;
  const rows = list.data?.data;
  const total = list.data?.total ?? 0;
  const loading = list.isFetching && list.isPlaceholderData;
  const { page, limit, order } = view;
  const paging = {
    view: { page, limit, order },
    onView,
    total,
    pageSizes: noticePageSizes,
    summary: formatCount(total, m.lenders_notices_count_one(), m.lenders_notices_count_many()),
  };
  if (narrow && !list.isError && rows !== undefined && rows.length > 0)
    return (
      <div aria-busy={loading}>
        <ul className={listClasses.cards} aria-label={m.screens_adverseAction()}>
          {rows.map((notice) => (
            <li key={notice.id} className={listClasses.card}>
              <Applicant notice={notice} onOpen={onOpen} />
              <span>
                {notice.lenderName} <NoticeBadge notice={notice} />
              </span>
              <span className={listClasses.quiet}>
                {m.lenders_notices_cardLine({
                  kind: noticeKinds[notice.kind],
                  dueAt: formatDate(notice.dueAt),
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
      label={m.screens_adverseAction()}
      columns={columnsWith({ onOpen })}
      rows={rows}
      loading={loading}
      failed={list.isError}
      onRetry={() => void list.refetch()}
      minWidth={1040}
      empty={{
        title: m.lenders_notices_none(),
        text: filtered ? m.common_noFilterMatches_short() : m.lenders_notices_noneText(),
      }}
    />
  );
}
