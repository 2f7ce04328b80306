import { useQuery } from '@tanstack/react-query';
import { showToast } from '../../../lib/toast.ts';
import { saveSources, sourcesKey, sourcesQuery } from './api/lead-fields.ts';
import { FieldsTab } from './fields-tab.tsx';
import type { FieldRow } from './list-rows.ts';

const bodyOf = ({ id, value, linkId, isShowing }: FieldRow) => ({
  ...(id !== undefined && { id }),
  value,
  linkId,
  isShowing,
});

/** Where leads come from: which sources are offered, and the Link IDs that tell them. */
export function SourcesTab() {
  const list = useQuery(sourcesQuery);
  return (
    <FieldsTab
      list={list}
      label="Lead Source"
      edit="EDIT SOURCES"
      add="Add a source"
      bodyKey="leadSources"
      stale={sourcesKey}
      linked
      save={(rows, version) => saveSources({ body: { leadSources: rows.map(bodyOf), version } })}
      tellFailure={() => showToast('Something wrong', 'danger')}
    />
  );
}
