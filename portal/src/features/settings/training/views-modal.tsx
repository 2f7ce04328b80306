import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { defaultMaterialPageSize } from '@lintel/contract/training-constants';
import type { WatchedMaterial } from '@lintel/contract/training-report';
import { formatCount } from '../../../lib/format.ts';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { viewsQuery, type WatchedView } from './api/report.ts';
import { listProps } from './list-props.ts';
import { useView } from './use-view.ts';
import { viewColumns } from './watched-columns.tsx';
import classes from './training.module.css';

interface Props {
  material: WatchedMaterial;
  onClose: () => void;
}

const first: WatchedView = {
  searchText: '',
  page: 1,
  limit: defaultMaterialPageSize,
  order: '-lastWatched',
};

/** Who watched a video, how much of it and when. */
export function ViewsModal({ material: { id, name }, onClose }: Props) {
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const { view, change } = useView(first);
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
