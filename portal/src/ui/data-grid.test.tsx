import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DataGrid, type GridColumn } from './data-grid.tsx';
import { largestFirst, type GridView } from './grid-view.ts';

interface Row {
  id: number;
  name: string;
  amount: number;
}

const columns: GridColumn<Row>[] = [
  { accessor: 'name', sortable: true },
  { accessor: 'amount', title: 'Amount', ...largestFirst },
  { accessor: 'actions', title: 'Actions', render: () => null },
];

const changes: Partial<GridView>[] = [];

function Grid({ first, rows }: { first: GridView; rows: Row[] }) {
  const [view, setView] = useState(first);
  const onView = (change: Partial<GridView>): void => {
    changes.push(change);
    setView({ ...view, ...change });
  };
  const empty = { title: 'Nothing', text: '' };
  return (
    <DataGrid
      label="Rows"
      {...{ columns, rows, view, onView, empty }}
      total={5}
      pageSizes={[25]}
      onRetry={() => undefined}
    />
  );
}

function show(
  view: Partial<GridView> = {},
  rows: Row[] = [{ id: 1, name: 'Ada', amount: 3 }],
): void {
  changes.length = 0;
  render(
    <MantineProvider env="test">
      <Grid first={{ page: 1, limit: 25, order: '+id', ...view }} rows={rows} />
    </MantineProvider>,
  );
}

const head = (name: string) => screen.getByRole('columnheader', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('a column header', () => {
  it('stays a column header and exposes its sort direction', async () => {
    show({ order: '-amount' });
    expect(head('Amount').getAttribute('aria-sort')).toBe('descending');
    expect(head('Name').getAttribute('aria-sort')).toBe('none');
    expect(head('Actions').getAttribute('aria-sort')).toBeNull();
    await press('Name');
    expect(head('Name').getAttribute('aria-sort')).toBe('ascending');
    expect(head('Amount').getAttribute('aria-sort')).toBe('none');
  });

  it('sorts texts from A to Z first and amounts by the largest first, and reverses on the next press', async () => {
    show();
    await press('Name');
    await press('Name');
    await press('Amount');
    await press('Amount');
    expect(changes).toEqual(
      ['+name', '-name', '-amount', '+amount'].map((order) => ({ order, page: 1 })),
    );
  });

  it('supports the keyboard', async () => {
    show();
    for (let tabs = 0; tabs < 5 && document.activeElement?.textContent !== 'Amount'; tabs += 1)
      await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard(' ');
    expect(changes.map(({ order }) => order)).toEqual(['-amount', '+amount']);
  });
});

it('a page after the last one offers a way back to the first', async () => {
  show({ page: 3 }, []);
  expect(screen.getByText('Nothing on this page')).toBeTruthy();
  await press('Back to the first page');
  expect(changes).toEqual([{ page: 1 }]);
});
