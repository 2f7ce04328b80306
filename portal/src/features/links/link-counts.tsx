import { ScrollArea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { channelLabels } from '@lintel/contract/links/constants';
import { failureText } from '../../lib/failure.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { countsQuery } from './requests.ts';
import classes from './link-counts.module.css';

const numbers = ['sent', 'delivered', 'opened', 'started', 'submitted'] as const;
const titles: Record<(typeof numbers)[number], string> = {
  sent: m.common_sent(),
  delivered: m.common_delivered(),
  opened: m.links_counts_opened(),
  started: m.common_started(),
  submitted: m.links_counts_submitted(),
};

/**
 * Link statistics for a range of days, one row per channel; a dash means the channel doesn't report
 * that number.
 */
export function LinkCounts({
  userId,
  days,
}: {
  userId: number;
  /** `yyyy-mm-dd`; empty for an open end. */
  days: { from: string; to: string };
}) {
  const { data, error, refetch } = useQuery(countsQuery(userId, days));
  if (data === undefined)
    return error === null ? (
      <SkeletonRows columns={4} rows={4} />
    ) : (
      <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
    );
  // Users without the Applications section don't see the number of started applications.
  const shown = numbers.filter(
    (name) => name === 'delivered' || data.channels.some((row) => row[name] !== null),
  );
  return (
    <ScrollArea
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': m.links_counts_label() }}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{m.links_counts_sentBy()}</th>
            {shown.map((name) => (
              <th key={name} scope="col">
                {titles[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.channels.map((row) => (
            <tr key={row.channel}>
              <th scope="row">{channelLabels[row.channel]}</th>
              {shown.map((name) => (
                <td key={name}>{row[name]?.toLocaleString('en-US') ?? '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
