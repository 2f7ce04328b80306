import { useState } from 'react';
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import * as m from '#messages';
import type { StaffMaterial } from '@lintel/contract/training/manage';
import { formatCount, formatShortDate } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { videoLength } from '../../../lib/video-length.ts';
import { Card } from '../../../ui/card.tsx';
import { DataGrid } from '../../../ui/data-grid.tsx';
import { largestFirst } from '../../../ui/grid-view.ts';
import { IconPlus } from '../../../ui/icons.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { CategoriesCard, type Actions } from './categories-card.tsx';
import { Cut, listProps, RowActions, useDeleteMaterial, useView } from './list-parts.tsx';
import { MaterialModal } from './material-modal.tsx';
import {
  allCategoriesQuery,
  firstMaterials,
  materialsQuery,
  mayChangeMaterials,
  type MaterialView,
} from './requests.ts';
import { categoryChoices, videoTypeLabels } from './values.ts';
import classes from './training.module.css';

/** Training categories and materials, as two lists. */
export function MaterialsSection() {
  const mayChange = mayChangeMaterials(useSession());
  return (
    <div className={classes.cards}>
      <CategoriesCard mayChange={mayChange} />
      <MaterialsCard mayChange={mayChange} />
    </div>
  );
}

const nothing = ({ categoryId, searchText }: MaterialView) =>
  categoryId === null && searchText === ''
    ? { title: m.training_materials_none(), text: m.training_materials_noneText() }
    : {
        title: m.training_materials_noneFound(),
        text: m.training_materials_noMatches(),
      };

/** The materials of one category or all categories. */
function MaterialsCard({ mayChange }: { mayChange: boolean }) {
  const { view, change, previousPageIfEmpty } = useView(firstMaterials);
  const list = useQuery(materialsQuery(view));
  const [editing, setEditing] = useState<StaffMaterial | 'new' | null>(null);
  const remove = useDeleteMaterial(() => previousPageIfEmpty(list.data?.data.length));
  return (
    <Card bare>
      <div className={classes.head}>
        <h3 className={classes.heading}>{m.training_materials_title()}</h3>
        {mayChange && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setEditing('new')}
          >
            {m.training_materials_add_upper()}
          </Button>
        )}
      </div>
      <MaterialFilters view={view} change={change} />
      <DataGrid
        {...listProps(list)}
        label={m.training_materials_title()}
        columns={materialColumns(
          mayChange ? { onEdit: setEditing, onDelete: (row) => void remove.run(row) } : undefined,
        )}
        view={view}
        onView={change}
        minWidth={880}
        pinLast={mayChange}
        summary={
          list.data &&
          formatCount(list.data.total, m.training_material_one(), m.training_material_many())
        }
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

interface Props {
  view: MaterialView;
  change: (part: Partial<MaterialView>) => void;
}

function MaterialFilters({ view: { categoryId, searchText }, change }: Props) {
  const categories = useQuery(allCategoriesQuery).data ?? [];
  return (
    <div className={classes.filters} role="search" aria-label={m.training_materials_title()}>
      <Select
        aria-label={m.common_category()}
        placeholder={m.training_materials_allCategories()}
        data={categoryChoices(categories)}
        value={categoryId === null ? null : String(categoryId)}
        onChange={(chosen) =>
          change({ categoryId: chosen === null ? null : Number(chosen), page: 1 })
        }
        nothingFoundMessage={m.training_material_noCategory()}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': m.training_materials_showAll() }}
        w={280}
        maw="100%"
      />
      <SearchField
        value={searchText}
        onChange={(text) => change({ searchText: text, page: 1 })}
        label={m.training_materials_search()}
        placeholder={m.training_searchByTitle()}
      />
    </div>
  );
}

const sortable = (accessor: string, title: string, width?: number) => ({
  accessor,
  title,
  sortable: true as const,
  ...(width !== undefined && { width }),
});
const number = { noWrap: true, cellsClassName: 'numbers' };

const materialKind = ({ videoType }: StaffMaterial): string =>
  videoType === null ? m.common_text() : videoTypeLabels[videoType];
const materialLength = (material: StaffMaterial): string =>
  material.videoDuration === 0 ? '–' : videoLength(material);

/** The columns of the materials. The actions stay in view when the table scrolls. */
const materialColumns = (actions: Actions<StaffMaterial>): DataTableColumn<StaffMaterial>[] => [
  { ...sortable('name', m.common_title(), 196), render: ({ name }) => <Cut text={name} /> },
  {
    ...sortable('category', m.common_category()),
    render: ({ category }) => <Cut text={category.name} />,
  },
  { ...sortable('order', m.training_order(), 78), ...number },
  { ...sortable('videoType', m.common_type(), 92), noWrap: true, render: materialKind },
  {
    ...sortable('videoDuration', m.training_material_duration(), 104),
    ...largestFirst,
    ...number,
    textAlign: 'right',
    render: materialLength,
  },
  {
    ...sortable('lastEditDate', m.training_materials_updated(), 130),
    ...largestFirst,
    ...number,
    render: ({ lastEditDate }) => formatShortDate(lastEditDate),
  },
  ...(actions
    ? [
        {
          accessor: 'actions',
          title: m.common_actions(),
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
