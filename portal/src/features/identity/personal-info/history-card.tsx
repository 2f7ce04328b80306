import { useState, type ReactNode } from 'react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useNear } from '../../../lib/use-near.ts';
import { Card } from '../../../ui/card.tsx';
import { GridFooter } from '../../../ui/grid-footer.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import classes from './visits-card.module.css';

interface View {
  page: number;
  limit: number;
}

interface Page<Row> {
  data: Row[];
  total: number;
}

const firstPage: View = { page: 1, limit: 10 };
const pageSizes = [10, 25, 50];

/** The query of one page of a contractor's history; each kind has its own key. */
export const historyQuery =
  <Row,>(
    name: string,
    contractorId: number,
    read: (query: View, signal: AbortSignal) => Promise<Page<Row>>,
  ) =>
  ({ page, limit }: View = firstPage) =>
    queryOptions({
      queryKey: [name, contractorId, { page, limit }],
      queryFn: ({ signal }) => read({ page, limit }, signal),
      placeholderData: keepPreviousData,
    });

interface Props<Row> {
  title: string;
  text: string;
  /** The list's label. */
  label: string;
  empty: { title: string; text: string };
  failed: string;
  query: ReturnType<typeof historyQuery<Row>>;
  renderRow: (row: Row) => ReactNode;
}

/** A card with a history, newest first, paged; it loads as it nears the viewport. */
export function HistoryCard<Row>({ title, text, ...list }: Props<Row>) {
  const { ref, near } = useNear<HTMLDivElement>();
  return (
    <div ref={ref} className={classes.wide}>
      <Card title={title} text={text}>
        {near ? <History {...list} /> : <SkeletonRows columns={3} rows={2} />}
      </Card>
    </div>
  );
}

function History<Row>({
  label,
  empty,
  failed,
  query,
  renderRow,
}: Omit<Props<Row>, 'title' | 'text'>) {
  const [view, setView] = useState({ ...firstPage, order: '' });
  const list = useQuery(query(view));
  if (list.isError) return <ErrorState text={failed} onRetry={() => void list.refetch()} />;
  if (!list.data) return <SkeletonRows columns={3} rows={2} />;
  const { data, total } = list.data;
  if (total === 0) return <EmptyState {...empty} />;
  return (
    <>
      <ul className={classes.visits} aria-label={label}>
        {data.map(renderRow)}
      </ul>
      {total > firstPage.limit && (
        <GridFooter
          view={view}
          total={total}
          pageSizes={pageSizes}
          onView={(change) => setView((now) => ({ ...now, ...change }))}
          summary={undefined}
        />
      )}
    </>
  );
}
