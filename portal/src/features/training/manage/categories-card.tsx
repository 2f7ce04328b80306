import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import * as m from '#messages';
import { categoryTypes } from '@lintel/contract/training/constants';
import type { Category } from '@lintel/contract/training/manage';
import { confirmDelete } from '../../../lib/form/confirmations.ts';
import { formatCount } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Card } from '../../../ui/card.tsx';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { IconPlus } from '../../../ui/icons.ts';
import { OptionPills } from '../../../ui/option-pills.tsx';
import { CategoryModal } from './category-modal.tsx';
import { Cut, listProps, RowActions, useView } from './list-parts.tsx';
import { categoriesQuery, deleteCategory, firstCategories, trainingKey } from './requests.ts';
import { typeLabels } from './values.ts';
import classes from './training.module.css';

/** Deletes a category after confirmation; `onDeleted` runs before the lists are refetched. */
const useDeleteCategory = (onDeleted: () => void) =>
  useAction({
    ask: ({ name }: Category) =>
      confirmDelete(
        m.training_category_deleteTitle(),
        m.training_category_deleteQuestion({ name }),
      ),
    call: ({ id }) => deleteCategory({ params: { id } }),
    successToast: ({ message }) => message,
    onAnswer: onDeleted,
    refresh: [trainingKey],
    refreshAlways: true,
  });

const types = categoryTypes.map((value) => ({ value, label: typeLabels[value] }));

/** The categories, one table per type. */
export function CategoriesCard({ mayChange }: { mayChange: boolean }) {
  const { view, change, previousPageIfEmpty } = useView(firstCategories);
  const list = useQuery(categoriesQuery(view));
  const [editing, setEditing] = useState<Category | 'new' | null>(null);
  const remove = useDeleteCategory(() => previousPageIfEmpty(list.data?.data.length));
  return (
    <Card bare>
      <div className={classes.head}>
        <h3 className={classes.heading}>{m.training_category_title()}</h3>
        {mayChange && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setEditing('new')}
          >
            {m.training_category_add_upper()}
          </Button>
        )}
      </div>
      <div className={classes.filters}>
        <OptionPills
          label={m.common_type()}
          options={types}
          value={view.type}
          onChange={(type) => change({ type, page: 1 })}
        />
      </div>
      <DataGrid
        {...listProps(list)}
        label={m.training_category_listOf({ typeLabels: typeLabels[view.type] })}
        columns={categoryColumns(
          mayChange ? { onEdit: setEditing, onDelete: (row) => void remove.run(row) } : undefined,
        )}
        view={view}
        onView={change}
        minWidth={760}
        pinLast={mayChange}
        summary={
          list.data &&
          formatCount(list.data.total, m.training_category_one(), m.training_category_many())
        }
        empty={{
          title: m.training_category_none(),
          text: m.training_category_noneText(),
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

/** The actions of a row; undefined for read-only rows. */
export type Actions<Row> = { onEdit: (row: Row) => void; onDelete: (row: Row) => void } | undefined;

const number = { noWrap: true, cellsClassName: 'numbers' };

/** The columns of the categories. The actions stay in view when the table scrolls. */
const categoryColumns = (actions: Actions<Category>): DataTableColumn<Category>[] => [
  {
    accessor: 'name',
    title: m.common_name(),
    width: 240,
    sortable: true,
    render: ({ name }) => <Cut text={name} />,
  },
  { accessor: 'order', title: m.training_order(), width: 88, sortable: true, ...number },
  {
    accessor: 'description',
    title: m.common_description(),
    render: ({ description }) => <Cut text={description} />,
  },
  {
    accessor: 'total',
    title: m.training_materials_title(),
    width: 104,
    textAlign: 'right',
    ...number,
  },
  ...(actions
    ? [
        {
          accessor: 'actions',
          title: m.common_actions(),
          width: 104,
          render: (category: Category) => (
            <RowActions
              name={category.name}
              onEdit={() => actions.onEdit(category)}
              onDelete={() => actions.onDelete(category)}
            />
          ),
        },
      ]
    : []),
];
