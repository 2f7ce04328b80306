import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { todayIn } from '../../../lib/date-ranges.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { monthsQuery } from '../api/get-months.ts';
import { lastMonths } from '../months.ts';
import { MonthBars } from './month-bars.tsx';
import { MonthTable } from './month-table.tsx';
import { typesIn } from './series.ts';
import classes from './graph.module.css';

const shown = 12;

/** What each of the past months brought: bars, and the same numbers as a table. */
export default function Graph({ userId, waiting }: { userId: number; waiting: ReactNode }) {
  const { data, isError, refetch } = useQuery(monthsQuery(userId));
  if (isError)
    return <ErrorState text="The graph could not be loaded." onRetry={() => void refetch()} />;
  if (data === undefined) return waiting;
  const months = lastMonths(data.data, todayIn(new Date()), shown);
  const types = typesIn(months);
  if (types.length === 0)
    return <p className={classes.note}>There were no commissions in the past 12 months.</p>;
  return (
    <>
      <div aria-hidden="true">
        <MonthBars months={months} types={types} />
      </div>
      <details className={classes.numbers}>
        <summary>Show the numbers as a table</summary>
        <MonthTable months={months} types={types} />
      </details>
    </>
  );
}
