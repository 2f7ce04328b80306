import type { DataTableColumn } from 'mantine-datatable';
import type { View, WatchedMaterial } from '@lintel/contract/training-report';
import type { VideoStatus } from '@lintel/contract/training-constants';
import { formatShortDate } from '../../../lib/format.ts';
import { formatMoment } from '../../../lib/format-moment.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Cut } from './cut.tsx';
import { largestFirst } from '../../../ui/grid-view.ts';
import classes from './training.module.css';

const sortable = (accessor: string, title: string, width?: number) => ({
  accessor,
  title,
  sortable: true as const,
  ...(width !== undefined && { width }),
});
const number = { noWrap: true, cellsClassName: 'numbers' };
const right = { ...largestFirst, ...number, textAlign: 'right' as const };

/** The columns of the videos; a title leads to those who watched it. */
export const watchedColumns = (
  onOpen: (material: WatchedMaterial) => void,
): DataTableColumn<WatchedMaterial>[] => [
  {
    ...sortable('name', 'Video', 230),
    render: (material) => (
      <button
        type="button"
        className={classes.textButton}
        title={material.name}
        aria-label={`Who watched ${material.name}`}
        onClick={() => onOpen(material)}
      >
        {material.name}
      </button>
    ),
  },
  { ...sortable('category', 'Category'), render: ({ category }) => <Cut text={category.name} /> },
  { ...sortable('viewers', 'Viewers', 96), ...right },
  { ...sortable('ended', 'Finished', 104), ...right },
  {
    ...sortable('percent', 'Watched', 148),
    ...largestFirst,
    ...number,
    render: ({ percent }) => <Share percent={percent} />,
  },
  {
    ...sortable('lastWatched', 'Last watched', 136),
    ...largestFirst,
    ...number,
    render: ({ lastWatched }) => (lastWatched === null ? '–' : formatShortDate(lastWatched)),
  },
];

/** A view with the number that tells its row from the others. */
export type ViewRow = View & { id: number };

const statuses: Readonly<Record<VideoStatus, { status: string; tone: 'grey' | 'blue' | 'green' }>> =
  {
    started: { status: 'Started', tone: 'blue' },
    paused: { status: 'Paused', tone: 'grey' },
    ended: { status: 'Finished', tone: 'green' },
  };

/** The columns of those who watched a video. */
export const viewColumns: DataTableColumn<ViewRow>[] = [
  {
    ...sortable('fullName', 'User', 220),
    render: ({ user }) => (
      <>
        <Cut text={user.fullName} />
        <span className={classes.quiet}>
          <Cut text={user.email} />
        </span>
      </>
    ),
  },
  {
    ...sortable('companyName', 'Company'),
    render: ({ contractor }) => <Cut text={contractor?.companyName ?? 'Staff'} />,
  },
  {
    ...sortable('status', 'Status', 112),
    render: ({ status }) => <StatusBadge {...statuses[status]} />,
  },
  {
    ...sortable('percent', 'Watched', 148),
    ...largestFirst,
    ...number,
    render: ({ percent }) => <Share percent={percent} />,
  },
  {
    ...sortable('lastWatched', 'Last watched', 208),
    ...largestFirst,
    ...number,
    render: ({ lastWatched }) => formatMoment(lastWatched),
  },
];

/** A share of a video as a bar and a number. */
const Share = ({ percent }: { percent: number }) => (
  <span className={classes.share}>
    <span className={classes.bar} aria-hidden>
      <span style={{ width: `${percent}%` }} />
    </span>
    {Math.round(percent)}%
  </span>
);
