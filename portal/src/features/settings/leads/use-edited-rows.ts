import { useState } from 'react';
import { problemsOf, rowOf, type FieldItem, type FieldRow, type Problems } from './list-rows.ts';

/** The rows of a list while they are edited, and what is wrong with them once they were marked. */
export function useEditedRows(items: readonly FieldItem[]) {
  const [start] = useState<readonly FieldRow[]>(() => items.map(rowOf));
  const [rows, setRows] = useState(start);
  // Never used again, also when a new row is taken away: two rows of one key would be edited as
  // one.
  const [added, setAdded] = useState(0);
  const [problems, mark] = useState<Problems>({});
  const change = (key: string, part: Partial<FieldRow>): void => {
    const next = rows.map((row) => (row.key === key ? { ...row, ...part } : row));
    setRows(next);
    // Once marked, a list is checked with each change.
    if (Object.keys(problems).length > 0) mark(problemsOf(next));
  };
  return {
    rows,
    problems,
    mark,
    change,
    dirty: rows !== start,
    add: () => {
      setAdded(added + 1);
      setRows([
        ...rows,
        { key: `new-${added}`, value: '', linkId: '', isShowing: true, double: false },
      ]);
    },
    remove: (key: string) => setRows(rows.filter((row) => row.key !== key)),
  };
}
