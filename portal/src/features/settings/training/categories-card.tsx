import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  categoryTypes,
  defaultMaterialPageSize,
  type CategoryType,
} from '@lintel/contract/training-constants';
import type { Category } from '@lintel/contract/training-manage';
import { formatCount } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { IconPlus } from '../../../ui/icons.ts';
import { OptionPills } from '../../../ui/option-pills.tsx';
import { categoriesQuery, type CategoryView } from './api/categories.ts';
import { categoryColumns } from './category-columns.tsx';
import { CategoryModal } from './category-modal.tsx';
import { typeLabels } from './category-values.ts';
import { useDeleteCategory } from './use-delete-category.ts';
import { listProps } from './list-props.ts';
import { useView } from './use-view.ts';
import classes from './training.module.css';

const first: CategoryView = {
  type: 'onboarding_training',
  page: 1,
  limit: defaultMaterialPageSize,
  order: '+order',
};
const types = categoryTypes.map((value) => ({ value, label: typeLabels[value] }));

/** The categories, a table for each type. */
export function CategoriesCard({ mayChange }: { mayChange: boolean }) {
  const { view, change, leaveEmptyPage } = useView(first);
  const list = useQuery(categoriesQuery(view));
  const [editing, setEditing] = useState<Category | 'new' | null>(null);
  const remove = useDeleteCategory(() => leaveEmptyPage(list.data?.data.length));
  return (
    <Card bare>
      <div className={classes.head}>
        <h3 className={classes.heading}>Categories</h3>
        {mayChange && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setEditing('new')}
          >
            ADD CATEGORY
          </Button>
        )}
      </div>
      <div className={classes.filters}>
        <OptionPills
          label="Type"
          options={types}
          value={view.type}
          onChange={(type) => change({ type: type as CategoryType, page: 1 })}
        />
      </div>
      <DataGrid
        {...listProps(list)}
        label={`${typeLabels[view.type]} categories`}
        columns={categoryColumns(
          mayChange ? { onEdit: setEditing, onDelete: (row) => void remove(row) } : undefined,
        )}
        view={view}
        onView={change}
        minWidth={760}
        pinLast={mayChange}
        summary={list.data && formatCount(list.data.total, 'category', 'categories')}
        empty={{
          title: 'No categories of this type yet',
          text: 'Materials are sorted into categories: add one to begin.',
        }}
      />
      {editing && (
        <CategoryModal
          category={editing === 'new' ? null : editing}
          type={view.type}
          onClose={() => setEditing(null)}
        />
      )}
    </Card>
  );
}
