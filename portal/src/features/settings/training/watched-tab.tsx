import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { defaultMaterialPageSize } from '@lintel/contract/training-constants';
import type { WatchedMaterial } from '@lintel/contract/training-report';
import { formatCount } from '../../../lib/format.ts';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { watchedQuery, type WatchedView } from './api/report.ts';
import { listProps } from './list-props.ts';
import { useView } from './use-view.ts';
import { ViewsModal } from './views-modal.tsx';
import { watchedColumns } from './watched-columns.tsx';
import classes from './training.module.css';

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
          text: 'As soon as there are videos, this shows who watched them.',
        }
      : {
          title: 'No videos found',
          text: 'Nothing matches this search. Try fewer or other words.',
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
