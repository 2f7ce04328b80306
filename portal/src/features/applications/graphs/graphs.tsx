import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { choiceNames, choiceFilters } from '@lintel/contract/applications/report-filters';
import { sourceLabels } from '@lintel/contract/applications/constants';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { graphsQuery, type Graphs, type ReportFilters } from '../api/applications.ts';
import { chosenIn } from '../report-view.ts';
import { CountsTable, type CountsRow } from './counts-table.tsx';
import { Funnel } from './funnel.tsx';
import { GraphSkeleton } from './graph-skeleton.tsx';
import { OverTime } from './over-time.tsx';
import classes from './graphs.module.css';

const labels = choiceNames.map((name) => choiceFilters[name].label.toLowerCase());
/** Filters that the graphs ignore. */
const filters = new Intl.ListFormat('en-US').format(labels);
const unheeded =
  labels.length === 1
    ? m.applications_graphs_oneFilter({ filters })
    : m.applications_graphs_manyFilters({ filters });

/** The report's graphs, for its days and its page. */
export default function ReportGraphs({
  userId,
  filters,
}: {
  userId: number;
  filters: ReportFilters;
}) {
  const { data, isError, isPlaceholderData, refetch } = useQuery(graphsQuery(userId, filters));
  if (isError)
    return <ErrorState text={m.applications_graphs_loadFailed()} onRetry={() => void refetch()} />;
  if (data === undefined) return <GraphSkeleton />;
  if (data.totals.started === 0) {
    return (
      <EmptyState
        title={m.applications_graphs_emptyTitle()}
        text={m.applications_graphs_emptyText()}
      />
    );
  }
  return (
    <div
      className={classes.graphs}
      aria-busy={isPlaceholderData}
      data-busy={isPlaceholderData || undefined}
    >
      {(filters.search !== '' || chosenIn(filters).length > 0) && (
        <p className={classes.note}>{m.applications_graphs_unfiltered({ unheeded })}</p>
      )}
      <Drawn graphs={data} />
    </div>
  );
}

/** Progress over time, by page, and by source. */
function Drawn({ graphs }: { graphs: Graphs }) {
  const pages = graphs.pages.map(({ pageId, pageName, ...counts }) => ({
    key: String(pageId),
    label: pageName,
    counts,
  }));
  const sources = graphs.sources.map(({ source, ...counts }) => ({
    key: source,
    label: sourceLabels[source],
    counts,
  }));
  return (
    <>
      <OverTime unit={graphs.unit} periods={graphs.periods} />
      <Funnel totals={graphs.totals} />
      {pages.length > 1 && (
        <Parts title={m.applications_graphs_byPage()} first={m.common_page()} rows={pages} />
      )}
      <Parts title={m.applications_graphs_bySource()} first={m.common_source()} rows={sources} />
    </>
  );
}

const Parts = ({
  title,
  first,
  rows,
}: {
  title: string;
  first: string;
  rows: readonly CountsRow[];
}) => (
  <section className={classes.graph}>
    <h3 className={classes.title}>{title}</h3>
    <CountsTable
      first={first}
      rows={rows.toSorted((one, other) => other.counts.started - one.counts.started)}
      withBars
    />
  </section>
);
