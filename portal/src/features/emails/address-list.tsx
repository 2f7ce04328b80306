import type { ReactNode } from 'react';
import { Select } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import * as m from '#messages';
import { formatCount, formatShortDate } from '../../lib/format.ts';
import { DataGrid, type GridColumn } from '../../ui/data-grid.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { largestFirst, type GridView } from '../../ui/grid-view.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { listProps } from './list-props.tsx';

export interface AddressView extends GridView {
  email: string;
}

interface Choice<Value extends string> {
  label: string;
  all: string;
  values: readonly Value[];
  toName(value: Value): string;
  value: Value | '';
  onChange(value: Value | ''): void;
  width: number;
}

interface Page<Row> {
  data: Row[];
  total: number;
  more?: true | undefined;
}

interface Props<Row extends { id: number }, Value extends string> {
  label: string;
  list: UseQueryResult<Page<Row>>;
  /** The default page size. */
  rows?: Row[] | undefined;
  columns: GridColumn<Row>[];
  view: AddressView;
  onView(part: Partial<AddressView>): void;
  choice: Choice<Value>;
  /** Buttons to the right of the filters. */
  actions?: ReactNode;
  minWidth: number;
  empty: { title: string; text: ReactNode; action?: ReactNode };
}

/** A list of e-mail addresses with a search and one filter. */
export function AddressList<Row extends { id: number }, Value extends string>({
  label,
  list,
  rows = list.data?.data,
  columns,
  view,
  onView,
  choice,
  actions,
  minWidth,
  empty,
}: Props<Row, Value>) {
  const filtered = view.email !== '' || choice.value !== '';
  const { data } = list;
  return (
    <>
      <FilterBar>
        <SearchField
          value={view.email}
          onChange={(email) => onView({ email, page: 1 })}
          label={m.emails_list_search()}
          placeholder={m.emails_list_search()}
        />
        <Select
          label={choice.label}
          data={[
            { value: '', label: choice.all },
            ...choice.values.map((value) => ({ value, label: choice.toName(value) })),
          ]}
          value={choice.value}
          onChange={(value) => choice.onChange(value ?? '')}
          w={choice.width}
        />
        {actions}
      </FilterBar>
      <DataGrid
        label={label}
        columns={columns}
        rows={rows}
        {...listProps(list)}
        view={view}
        onView={onView}
        minWidth={minWidth}
        summary={
          data &&
          formatCount(data.total, m.emails_list_count_one(), m.emails_list_count_many(), data.more)
        }
        empty={
          filtered && data !== undefined
            ? {
                title: m.emails_list_noneFound(),
                text: m.common_noFilterMatches_short(),
              }
            : empty
        }
      />
    </>
  );
}

/** A date column, latest first by default. */
export const dayColumn = <Key extends string>(accessor: Key, title: string, width: number) => ({
  ...largestFirst,
  accessor,
  title,
  width,
  noWrap: true,
  cellsClassName: 'numbers',
  render: (row: Record<Key, string>) => formatShortDate(row[accessor]),
});
