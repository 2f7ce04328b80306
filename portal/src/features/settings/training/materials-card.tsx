import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { defaultMaterialPageSize } from '@lintel/contract/training-constants';
import type { StaffMaterial } from '@lintel/contract/training-manage';
import { formatCount } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { IconPlus } from '../../../ui/icons.ts';
import { materialsQuery, type MaterialView } from './api/materials.ts';
import { materialColumns } from './material-columns.tsx';
import { MaterialFilters } from './material-filters.tsx';
import { MaterialModal } from './material-modal.tsx';
import { useDeleteMaterial } from './use-delete-material.ts';
import { listProps } from './list-props.ts';
import { useView } from './use-view.ts';
import classes from './training.module.css';

const first: MaterialView = {
  categoryId: null,
  searchText: '',
  page: 1,
  limit: defaultMaterialPageSize,
  order: '+order',
};

const nothing = ({ categoryId, searchText }: MaterialView) =>
  categoryId === null && searchText === ''
    ? { title: 'No materials yet', text: 'Add a video or a text for contractors to learn from.' }
    : {
        title: 'No materials found',
        text: 'Nothing matches here. Try another category or other words.',
      };

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
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setEditing('new')}
          >
            ADD MATERIAL
          </Button>
        )}
      </div>
      <MaterialFilters view={view} change={change} />
      <DataGrid
        {...listProps(list)}
        label="Materials"
        columns={materialColumns(
          mayChange ? { onEdit: setEditing, onDelete: (row) => void remove(row) } : undefined,
        )}
        view={view}
        onView={change}
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
