import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { stageKeys, stages, type Stage } from '@lintel/contract/applications/stages';
import { formatTotal } from '../../lib/format.ts';
import { stageCountsQuery, type ReportFilters } from './api/applications.ts';
import classes from './report.module.css';

interface Props {
  userId: number;
  filters: ReportFilters;
  onChoose(stage: Stage | 'all'): void;
}

/** How many stand at each stage; a press shows these alone. */
export function StageChips({ userId, filters, onChoose }: Props) {
  const { stage: chosen, ...others } = filters;
  const { data } = useQuery(stageCountsQuery(userId, others));
  const countOf = (stage: Stage | 'all'): number | undefined =>
    stage === 'all' ? data?.total : data?.stages[stage];
  return (
    <div className={classes.stages} role="group" aria-label={m.applications_stages()}>
      {(['all', ...stageKeys] as const).map((stage) => (
        <button
          key={stage}
          type="button"
          aria-pressed={stage === chosen}
          onClick={() => onChoose(stage === chosen ? 'all' : stage)}
        >
          {stage === 'all' ? m.applications_all() : stages[stage]}{' '}
          <span>{formatted(countOf(stage), data?.about)}</span>
        </button>
      ))}
    </div>
  );
}

const formatted = (count: number | undefined, about = false): string =>
  count === undefined ? '–' : formatTotal(count, about);
