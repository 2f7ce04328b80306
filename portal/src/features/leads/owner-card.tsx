import { useState, type FormEvent } from 'react';
import { Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Lead } from '@lintel/contract/leads';
import { showToast } from '../../lib/toast.ts';
import { failureText } from '../../lib/unexpected.ts';
import { Card } from '../../ui/card.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { changeOwner, leadHistoryQuery, leadQuery, managersQuery } from './api/lead.ts';

/** Who looks after the lead, and the way to give it to somebody else. */
export function OwnerCard({ lead }: { lead: Lead }) {
  const client = useQueryClient();
  const managers = useQuery(managersQuery);
  const stored = lead.owner?.id ?? null;
  const [chosen, setChosen] = useState(stored);
  const [busy, setBusy] = useState(false);
  const known = managers.data ?? (lead.owner === null ? [] : [lead.owner]);
  const owners = known.map(({ id, fullName }) => ({ value: String(id), label: fullName }));
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      const answer = await changeOwner({
        params: { id: lead.id },
        body: { ownerId: chosen, from: stored },
      });
      showToast(answer.message);
      client.setQueryData(leadQuery(lead.id).queryKey, answer.lead);
    } catch (error) {
      showToast(failureText(error), 'danger');
      await client.invalidateQueries({ queryKey: leadQuery(lead.id).queryKey });
    }
    await client.invalidateQueries({ queryKey: leadHistoryQuery(lead.contractorId).queryKey });
    setBusy(false);
  };
  const text =
    lead.distributionSet === ''
      ? undefined
      : `Given by the distribution set “${lead.distributionSet}”.`;
  return (
    <Card title="Lead owner" text={text}>
      <form onSubmit={(event) => void submit(event)}>
        <Select
          aria-label="Lead owner"
          placeholder="Nobody"
          data={owners}
          value={chosen === null ? null : String(chosen)}
          onChange={(value) => setChosen(value === null ? null : Number(value))}
          clearable
          maw={360}
        />
        {chosen !== stored && (
          <FormActions submit="Save owner" busy={busy} onCancel={() => setChosen(stored)} />
        )}
      </form>
    </Card>
  );
}
