import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SearchField } from '../../../ui/search-field.tsx';
import { allCategoriesQuery } from './api/categories.ts';
import type { MaterialView } from './api/materials.ts';
import { categoryChoices } from './category-choices.ts';
import classes from './training.module.css';

interface Props {
  view: MaterialView;
  change: (part: Partial<MaterialView>) => void;
}

/** Which materials are looked at. */
export function MaterialFilters({ view: { categoryId, searchText }, change }: Props) {
  const categories = useQuery(allCategoriesQuery).data ?? [];
  return (
    <div className={classes.filters} role="search" aria-label="Materials">
      <Select
        aria-label="Category"
        placeholder="All categories"
        data={categoryChoices(categories)}
        value={categoryId === null ? null : String(categoryId)}
        onChange={(chosen) =>
          change({ categoryId: chosen === null ? null : Number(chosen), page: 1 })
        }
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
