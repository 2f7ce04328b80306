import { useState } from 'react';
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { defaultMaterialPageSize, materialPageSizes } from '@lintel/contract/training-constants';
import type { StaffMaterial } from '@lintel/contract/training-manage';
import { formatCount } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { IconPlus } from '../../../ui/icons.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { allCategoriesQuery } from './api/categories.ts';
import { materialsQuery, type MaterialView } from './api/materials.ts';
import { categoryChoices } from './category-choices.ts';
import { materialColumns } from './material-columns.tsx';
import { MaterialModal } from './material-modal.tsx';
import { useDeleteMaterial } from './use-delete-material.ts';
import { useView } from './use-view.ts';
import classes from './training.module.css';

const first: MaterialView = { categoryId: null, searchText: '', page: 1, limit: defaultMaterialPageSize, order: '+order' };

const nothing = ({ categoryId, searchText }: MaterialView) =>
  categoryId === null && searchText === ''
    ? { title: 'No materials yet', text: 'Add a video or a text for contractors to learn from.' }
    : { title: 'No materials found', text: 'Nothing matches here. Try another category or other words.' };

/** The materials of one category, or of all. */
export function MaterialsCard({ mayChange }: { mayChange: boolean }) {
  const { view, change, leaveEmptyPage } = useView(first);
  const list = useQuery(materialsQuery(view));
  const [editing, setEditing] = useState<StaffMaterial | 'new' | null>(null);
  const remove = useDeleteMaterial(() => leaveEmptyPage(list.data?.data.length));
  return (
    <Card bare>
      <div className={classes.head}>
        <h3 className={classes.heading}>Materials</h3>
        {mayChange && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
            ADD MATERIAL
          </Button>
        )}
      </div>
      <MaterialFilters view={view} change={change} />
      <DataGrid
        label="Materials"
        columns={materialColumns(mayChange ? { onEdit: setEditing, onDelete: (row) => void remove(row) } : undefined)}
        rows={list.data?.data}
        total={list.data?.total ?? 0}
        view={view}
        onView={change}
        pageSizes={materialPageSizes}
        loading={list.isFetching && list.isPlaceholderData}
        failed={list.isError}
        onRetry={() => void list.refetch()}
        minWidth={880}
        pinLast={mayChange}
        summary={list.data && formatCount(list.data.total, 'material')}
        empty={nothing(view)}
      />
      {editing !== null && (
        <MaterialModal
          material={editing === 'new' ? null : editing}
          categoryId={view.categoryId}
          onClose={() => setEditing(null)}
        />
      )}
    </Card>
  );
}

interface FilterProps {
  view: MaterialView;
  change: (part: Partial<MaterialView>) => void;
}

function MaterialFilters({ view: { categoryId, searchText }, change }: FilterProps) {
  const categories = useQuery(allCategoriesQuery).data ?? [];
  return (
    <div className={classes.filters} role="search" aria-label="Materials">
      <Select
        aria-label="Category"
        placeholder="All categories"
        data={categoryChoices(categories)}
        value={categoryId === null ? null : String(categoryId)}
        onChange={(chosen) => change({ categoryId: chosen === null ? null : Number(chosen), page: 1 })}
        nothingFoundMessage="No such category"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Show all categories' }}
        w={280}
        maw="100%"
      />
      <SearchField
        value={searchText}
        onChange={(text) => change({ searchText: text, page: 1 })}
        label="Search materials"
        placeholder="Search by title"
      />
    </div>
  );
}
