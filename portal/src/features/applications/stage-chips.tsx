import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { stageKeys, stages, type Stage } from '@lintel/contract/applications/stages';
import { formatTotal } from '../../lib/format.ts';
import { ChoiceChips } from '../../ui/choice-chips.tsx';
import { stageCountsQuery, type ReportFilters } from './api/applications.ts';

interface Props {
  userId: number;
  filters: ReportFilters;
  onChoose(stage: Stage | 'all'): void;
}

/** Applications per stage; a click filters by one. */
export function StageChips({ userId, filters, onChoose }: Props) {
  const { stage: chosen, ...others } = filters;
  const { data } = useQuery(stageCountsQuery(userId, others));
  const stageCount = (stage: Stage | 'all'): number | undefined =>
    stage === 'all' ? data?.total : data?.stages[stage];
  return (
    <ChoiceChips
      label={m.applications_report_stages()}
      choices={(['all', ...stageKeys] as const).map((stage) => ({
        key: stage,
        label: stage === 'all' ? m.common_all() : stages[stage],
        count: formatted(stageCount(stage)),
      }))}
      chosen={chosen}
      standard="all"
      onChoose={onChoose}
    />
  );
}

const formatted = (count: number | undefined): string =>
  count === undefined ? '–' : formatTotal(count);
