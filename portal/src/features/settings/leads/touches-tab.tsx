import { useQuery } from '@tanstack/react-query';
import { showToast } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { saveTouches, touchesQuery } from './api/lead-fields.ts';
import { FieldsTab } from './fields-tab.tsx';
import type { FieldRow } from './list-rows.ts';

const bodyOf = ({ id, value, isShowing }: FieldRow) => ({
  ...(id !== undefined && { id }),
  value,
  isShowing,
});

/** How leads heard of the provider first: which answers are offered. */
export function TouchesTab() {
  const list = useQuery(touchesQuery);
  return (
    <FieldsTab
      list={list}
      label="Lead First Touch"
      edit="EDIT FIRST TOUCH LIST"
      add="Add a first touch"
      bodyKey="leadFirstTouch"
      stale={touchesQuery.queryKey}
      linked={false}
      save={(rows, version) => saveTouches({ body: { leadFirstTouch: rows.map(bodyOf), version } })}
      tellFailure={(error) => showToast(failureText(error), 'danger')}
    />
  );
}
