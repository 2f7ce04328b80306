import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '../../../ui/icons.ts';
import { looseSourcesQuery } from './api/lead-fields.ts';
import type { DistributionMode } from './distribution-modal.tsx';
import classes from './leads.module.css';

interface Props {
  /** Sources can only be put into a set that exists. */
  hasSets: boolean;
  onOpen(mode: DistributionMode): void;
}

/** How many sources are in no set, and the ways to put them into one. */
export function DistributionHead({ hasSets, onOpen }: Props) {
  const count = useQuery(looseSourcesQuery).data?.total;
  return (
    <div className={classes.head}>
      <p className={classes.counter} data-open={(count ?? 0) > 0 || undefined} aria-live="polite">
        {count === undefined ? 'Counting lead sources…' : looseInWords(count)}
      </p>
      <div className={classes.buttons}>
        <Button
          variant="default"
          disabled={!count || !hasSets}
          onClick={() => onOpen({ kind: 'assign' })}
        >
          ASSIGN LEAD SOURCES
        </Button>
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onOpen({ kind: 'set', set: null })}
        >
          NEW SET
        </Button>
      </div>
    </div>
  );
}

const looseInWords = (count: number): string =>
  count === 0
    ? 'Every lead source is in a set'
    : `${count} lead ${count === 1 ? 'source is' : 'sources are'} in no set`;
