import { useState } from 'react';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import { defaultMaterialPageSize, type VideoStatus } from '@lintel/contract/training/constants';
import type {
  reportMaterials,
  reportViews,
  View,
  WatchedMaterial,
} from '@lintel/contract/training/report';
import { call } from '../../../lib/api/call.ts';
import { formatMoment } from '../../../lib/format-moment.ts';
import { formatCount, formatShortDate } from '../../../lib/format.ts';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { largestFirst, type GridView } from '../../../ui/grid-view.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Cut, listProps, useView } from './list-parts.tsx';
import { trainingKey } from './requests.ts';
import classes from './training.module.css';

const getWatched = call<typeof reportMaterials>({ method: 'GET', path: '/materials/report' });
const getViews = call<typeof reportViews>({ method: 'GET', path: '/materials/report/views' });

type WatchedView = GridView & { searchText: string };

/** How much each video is watched. */
const watchedQuery = ({ page, limit, order, searchText }: WatchedView) =>
  queryOptions({
    queryKey: [...trainingKey, 'watched', { page, limit, order, searchText }],
    queryFn: ({ signal }) =>
      getWatched({ query: { page, limit, order, filters: { searchText } } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Who watched one video. */
const viewsQuery = (materialId: number, { page, limit, order, searchText }: WatchedView) =>
  queryOptions({
    queryKey: [...trainingKey, 'views', materialId, { page, limit, order, searchText }],
    queryFn: ({ signal }) =>
      getViews({ query: { page, limit, order, filters: { materialId, searchText } } }, { signal }),
    placeholderData: keepPreviousData,
  });

const first: WatchedView = {
  searchText: '',
  page: 1,
  limit: defaultMaterialPageSize,
  order: '-viewers',
};

/** How much each video is watched, and by whom. */
export function WatchedTab() {
  const { view, change } = useView(first);
  const list = useQuery(watchedQuery(view));
  const [opened, setOpened] = useState<WatchedMaterial | null>(null);
  const empty =
    view.searchText === ''
      ? {
          title: 'No videos yet',
          text: 'Once there are videos, this shows who watched them.',
        }
      : {
          title: 'No videos found',
          text: 'Nothing matches this search. Try different words.',
        };
  return (
    <>
      <div className={classes.filters}>
        <SearchField
          value={view.searchText}
          onChange={(searchText) => change({ searchText, page: 1 })}
          label="Search videos"
          placeholder="Search by title"
        />
      </div>
      <DataGrid
        {...listProps(list)}
        label="Who watched what"
        columns={watchedColumns(setOpened)}
        view={view}
        onView={change}
        minWidth={860}
        summary={list.data && formatCount(list.data.total, 'video')}
        empty={empty}
      />
      {opened !== null && <ViewsModal material={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

interface Props {
  material: WatchedMaterial;
  onClose: () => void;
}

const firstViews: WatchedView = {
  searchText: '',
  page: 1,
  limit: defaultMaterialPageSize,
  order: '-lastWatched',
};

/** Who watched a video, how much of it and when. */
function ViewsModal({ material: { id, name }, onClose }: Props) {
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const { view, change } = useView(firstViews);
  const list = useQuery(viewsQuery(id, view));
  const empty =
    view.searchText === ''
      ? { title: 'Nobody yet', text: 'Nobody has started this video.' }
      : { title: 'Nobody found', text: 'Nobody who watched it matches this search.' };
  return (
    <Modal opened onClose={onClose} title={`Who watched “${name}”`} size={1000} fullScreen={narrow}>
      <div className={classes.modalFilters}>
        <SearchField
          value={view.searchText}
          onChange={(searchText) => change({ searchText, page: 1 })}
          label="Search viewers"
          placeholder="Search by name, e-mail or company"
        />
      </div>
      <DataGrid
        {...listProps(list)}
        label={`Who watched ${name}`}
        columns={viewColumns}
        rows={list.data?.data.map((row) => ({ ...row, id: row.user.id }))}
        view={view}
        onView={change}
        minWidth={860}
        summary={list.data && formatCount(list.data.total, 'viewer')}
        empty={empty}
      />
    </Modal>
  );
}

const sortable = (accessor: string, title: string, width?: number) => ({
  accessor,
  title,
  sortable: true as const,
  ...(width !== undefined && { width }),
});
const number = { noWrap: true, cellsClassName: 'numbers' };
const right = { ...largestFirst, ...number, textAlign: 'right' as const };

/** The columns of the videos; a title leads to those who watched it. */
const watchedColumns = (
  onOpen: (material: WatchedMaterial) => void,
): DataTableColumn<WatchedMaterial>[] => [
  {
    ...sortable('name', 'Video', 230),
    render: (material) => (
      <button
        type="button"
        className={classes.textButton}
        title={material.name}
        aria-label={`Who watched ${material.name}`}
        onClick={() => onOpen(material)}
      >
        {material.name}
      </button>
    ),
  },
  { ...sortable('category', 'Category'), render: ({ category }) => <Cut text={category.name} /> },
  { ...sortable('viewers', 'Viewers', 96), ...right },
  { ...sortable('ended', 'Finished', 104), ...right },
  {
    ...sortable('percent', 'Watched', 148),
    ...largestFirst,
    ...number,
    render: ({ percent }) => <Share percent={percent} />,
  },
  {
    ...sortable('lastWatched', 'Last watched', 136),
    ...largestFirst,
    ...number,
    render: ({ lastWatched }) => (lastWatched === null ? '–' : formatShortDate(lastWatched)),
  },
];

/** A view with the number that tells its row from the others. */
type ViewRow = View & { id: number };

const statuses: Readonly<Record<VideoStatus, { status: string; tone: 'grey' | 'blue' | 'green' }>> =
  {
    started: { status: 'Started', tone: 'blue' },
    paused: { status: 'Paused', tone: 'grey' },
    ended: { status: 'Finished', tone: 'green' },
  };

/** The columns of those who watched a video. */
const viewColumns: DataTableColumn<ViewRow>[] = [
  {
    ...sortable('fullName', 'User', 220),
    render: ({ user }) => (
      <>
        <Cut text={user.fullName} />
        <span className={classes.quiet}>
          <Cut text={user.email} />
        </span>
      </>
    ),
  },
  {
    ...sortable('companyName', 'Company'),
    render: ({ contractor }) => <Cut text={contractor?.companyName ?? 'Staff'} />,
  },
  {
    ...sortable('status', 'Status', 112),
    render: ({ status }) => <StatusBadge {...statuses[status]} />,
  },
  {
    ...sortable('percent', 'Watched', 148),
    ...largestFirst,
    ...number,
    render: ({ percent }) => <Share percent={percent} />,
  },
  {
    ...sortable('lastWatched', 'Last watched', 208),
    ...largestFirst,
    ...number,
    render: ({ lastWatched }) => formatMoment(lastWatched),
  },
];

/** A share of a video as a bar and a number. */
const Share = ({ percent }: { percent: number }) => (
  <span className={classes.share}>
    <span className={classes.bar} aria-hidden>
      <span style={{ width: `${percent}%` }} />
    </span>
    {Math.round(percent)}%
  </span>
);
