import { useState } from 'react';
import { Button, Combobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PlanChoice } from '@lintel/contract/contractors-edit';
import { minPlanSearch } from '@lintel/contract/contractors-manage-constants';
import { plansQuery } from '../api/find-plans.ts';
import { PlanName } from './plan-name.tsx';
import classes from './edit.module.css';

/**
 * What hangs from the plan's field: typed words narrow the list of all plans; the button finds
 * those that other contractors have.
 */
export function PlanSearch() {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  return (
    <>
      <div className={classes.search}>
        <Combobox.Search
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          placeholder="Plan, company name or contractor ID"
          aria-label="Find a plan"
          maxLength={250}
        />
        <Button
          size="xs"
          disabled={text.trim().length < minPlanSearch}
          onClick={() => setAsked(text.trim())}
        >
          Search
        </Button>
      </div>
      <Choices text={text.trim()} asked={asked} />
    </>
  );
}

/** What was searched for, as long as it stands in the field; else all plans with these words. */
function Choices({ text, asked }: { text: string; asked: string }) {
  const searched = asked !== '' && asked === text;
  const list = useQuery(plansQuery(searched ? asked : ''));
  const words = text.toLowerCase();
  const shown = (list.data ?? []).filter(
    ({ name, tier }) => searched || `${name} ${tier}`.toLowerCase().includes(words),
  );
  return (
    <Combobox.Options mah={260} className={classes.options ?? ''} aria-label="Plans">
      {shown.map((choice) => (
        <Combobox.Option key={keyOf(choice)} value={keyOf(choice)}>
          <PlanName plan={choice} />
          {choice.contractor && (
            <span className={classes.holder}>
              {choice.contractor.companyName} · {choice.contractor.id}
            </span>
          )}
        </Combobox.Option>
      ))}
      {shown.length === 0 && (
        <Combobox.Empty>{emptyText(list.isPending, list.isError, searched)}</Combobox.Empty>
      )}
    </Combobox.Options>
  );
}

/** Several contractors may have one plan. */
const keyOf = ({ id, contractor }: PlanChoice): string => `${id}:${contractor?.id ?? ''}`;

function emptyText(pending: boolean, failed: boolean, searched: boolean): string {
  if (pending) return 'Loading…';
  if (failed) return 'The plans could not be loaded.';
  return searched
    ? 'No contractor with a plan was found.'
    : 'No plan has these words. Search finds plans by company name or contractor ID.';
}
