import type { DataTableColumn } from 'mantine-datatable';
import { videoLength } from '../../../lib/video-length.ts';
import type { StaffMaterial } from '@lintel/contract/training-manage';
import { formatShortDate } from '../../../lib/format.ts';
import type { Actions } from './category-columns.tsx';
import { Cut } from './cut.tsx';
import { videoTypeLabels } from './material-values.ts';
import { RowActions } from './row-actions.tsx';
import { largestFirst } from '../../../ui/grid-view.ts';

const sortable = (accessor: string, title: string, width?: number) => ({
  accessor,
  title,
  sortable: true as const,
  ...(width !== undefined && { width }),
});
const number = { noWrap: true, cellsClassName: 'numbers' };

const kindOf = ({ videoType }: StaffMaterial): string =>
  videoType === null ? 'Text' : videoTypeLabels[videoType];
const lengthOf = (material: StaffMaterial): string =>
  material.videoDuration === 0 ? '–' : videoLength(material);

/** The columns of the materials. The actions stay in view when the table is scrolled. */
export const materialColumns = (
  actions: Actions<StaffMaterial>,
): DataTableColumn<StaffMaterial>[] => [
  { ...sortable('name', 'Title', 196), render: ({ name }) => <Cut text={name} /> },
  { ...sortable('category', 'Category'), render: ({ category }) => <Cut text={category.name} /> },
  { ...sortable('order', 'Order', 78), ...number },
  { ...sortable('videoType', 'Kind', 92), noWrap: true, render: kindOf },
  {
    ...sortable('videoDuration', 'Duration', 104),
    ...largestFirst,
    ...number,
    textAlign: 'right',
    render: lengthOf,
  },
  {
    ...sortable('lastEditDate', 'Last updated', 130),
    ...largestFirst,
    ...number,
    render: ({ lastEditDate }) => formatShortDate(lastEditDate),
  },
  ...(actions
    ? [
        {
          accessor: 'actions',
          title: 'Actions',
          width: 104,
          render: (material: StaffMaterial) => (
            <RowActions
              name={material.name}
              onEdit={() => actions.onEdit(material)}
              onDelete={() => actions.onDelete(material)}
            />
          ),
        },
      ]
    : []),
];
