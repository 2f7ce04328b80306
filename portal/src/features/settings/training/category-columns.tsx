import type { DataTableColumn } from 'mantine-datatable';
import type { Category } from '@lintel/contract/training-manage';
import { Cut } from './cut.tsx';
import { RowActions } from './row-actions.tsx';

/** What can be done with a row; undefined where it is only to be read. */
export type Actions<Row> = { onEdit: (row: Row) => void; onDelete: (row: Row) => void } | undefined;

const number = { noWrap: true, cellsClassName: 'numbers' };

/** The columns of the categories. The actions stay in view when the table is scrolled. */
export const categoryColumns = (actions: Actions<Category>): DataTableColumn<Category>[] => [
  {
    accessor: 'name',
    title: 'Name',
    width: 240,
    sortable: true,
    render: ({ name }) => <Cut text={name} />,
  },
  { accessor: 'order', title: 'Order', width: 88, sortable: true, ...number },
  {
    accessor: 'description',
    title: 'Description',
    render: ({ description }) => <Cut text={description} />,
  },
  { accessor: 'total', title: 'Materials', width: 104, textAlign: 'right', ...number },
  ...(actions
    ? [
        {
          accessor: 'actions',
          title: 'Actions',
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
