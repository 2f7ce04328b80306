import { useState } from 'react';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import * as m from '#messages';
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

const watchedQuery = ({ page, limit, order, searchText }: WatchedView) =>
  queryOptions({
    queryKey: [...trainingKey, 'watched', { page, limit, order, searchText }],
    queryFn: ({ signal }) =>
      getWatched({ query: { page, limit, order, filters: { searchText } } }, { signal }),
    placeholderData: keepPreviousData,
  });

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

/** Watch statistics of each video, with its viewers. */
export function WatchedTab() {
  const { view, change } = useView(first);
  const list = useQuery(watchedQuery(view));
  const [opened, setOpened] = useState<WatchedMaterial | null>(null);
  const empty =
    view.searchText === ''
      ? {
          title: m.training_watched_noVideos(),
          text: m.training_watched_noVideosText(),
        }
      : {
          title: m.training_watched_noVideosFound(),
          text: m.common_noSearchMatches(),
        };
  return (
    <>
      <div className={classes.filters}>
        <SearchField
          value={view.searchText}
          onChange={(searchText) => change({ searchText, page: 1 })}
          label={m.training_watched_searchVideos()}
          placeholder={m.training_searchByTitle()}
        />
      </div>
      <DataGrid
        {...listProps(list)}
        label={m.training_watched_title()}
        columns={watchedColumns(setOpened)}
        view={view}
        onView={change}
        minWidth={860}
        summary={
          list.data && formatCount(list.data.total, m.training_video_one(), m.training_video_many())
        }
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

/** Who watched a video, how much, and when. */
function ViewsModal({ material: { id, name }, onClose }: Props) {
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const { view, change } = useView(firstViews);
  const list = useQuery(viewsQuery(id, view));
  const empty =
    view.searchText === ''
      ? { title: m.training_watched_none(), text: m.training_watched_noneText() }
      : { title: m.common_noOneFound(), text: m.training_watched_noMatches() };
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.training_watched_modalTitle({ name })}
      size={1000}
      fullScreen={narrow}
    >
      <div className={classes.modalFilters}>
        <SearchField
          value={view.searchText}
          onChange={(searchText) => change({ searchText, page: 1 })}
          label={m.training_watched_searchViewers()}
          placeholder={m.training_watched_searchPlaceholder()}
        />
      </div>
      <DataGrid
        {...listProps(list)}
        label={m.training_watched_viewersOf({ name })}
        columns={viewColumns}
        rows={list.data?.data.map((row) => ({ ...row, id: row.user.id }))}
        view={view}
        onView={change}
        minWidth={860}
        summary={
          list.data &&
          formatCount(list.data.total, m.training_viewer_one(), m.training_viewer_many())
        }
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

/** The columns of the videos; a title opens its viewers. */
const watchedColumns = (
  onOpen: (material: WatchedMaterial) => void,
): DataTableColumn<WatchedMaterial>[] => [
  {
    ...sortable('name', m.training_video(), 230),
    render: (material) => (
      <button
        type="button"
        className={classes.textButton}
        title={material.name}
        aria-label={m.training_watched_open({ material: material.name })}
        onClick={() => onOpen(material)}
      >
        {material.name}
      </button>
    ),
  },
  {
    ...sortable('category', m.common_category()),
    render: ({ category }) => <Cut text={category.name} />,
  },
  { ...sortable('viewers', m.training_watched_viewers(), 96), ...right },
  { ...sortable('ended', m.training_watched_finished(), 104), ...right },
  {
    ...sortable('percent', m.training_watched(), 148),
    ...largestFirst,
    ...number,
    render: ({ percent }) => <Share percent={percent} />,
  },
  {
    ...sortable('lastWatched', m.training_watched_last(), 136),
    ...largestFirst,
    ...number,
    render: ({ lastWatched }) => (lastWatched === null ? '–' : formatShortDate(lastWatched)),
  },
];

type ViewRow = View & { id: number };

const statuses: Readonly<Record<VideoStatus, { status: string; tone: 'grey' | 'blue' | 'green' }>> =
  {
    started: { status: m.common_started(), tone: 'blue' },
    paused: { status: m.training_watched_paused(), tone: 'grey' },
    ended: { status: m.training_watched_finished(), tone: 'green' },
  };

/** The columns of a video's viewers. */
const viewColumns: DataTableColumn<ViewRow>[] = [
  {
    ...sortable('fullName', m.common_user(), 220),
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
    ...sortable('companyName', m.common_company()),
    render: ({ contractor }) => <Cut text={contractor?.companyName ?? m.common_staff()} />,
  },
  {
    ...sortable('status', m.common_status(), 112),
    render: ({ status }) => <StatusBadge {...statuses[status]} />,
  },
  {
    ...sortable('percent', m.training_watched(), 148),
    ...largestFirst,
    ...number,
    render: ({ percent }) => <Share percent={percent} />,
  },
  {
    ...sortable('lastWatched', m.training_watched_last(), 208),
    ...largestFirst,
    ...number,
    render: ({ lastWatched }) => formatMoment(lastWatched),
  },
];

/** The watched share of a video, as a bar and a number. */
const Share = ({ percent }: { percent: number }) => (
  <span className={classes.share}>
    <span className={classes.bar} aria-hidden>
      <span style={{ width: `${percent}%` }} />
    </span>
    {Math.round(percent)}%
  </span>
);
