import { lazy, Suspense, useState } from 'react';
import { Button } from '@mantine/core';
import * as m from '#messages';
import { staffWith } from '@lintel/contract/core/access';
import { may, useSession } from '../../../lib/session.ts';
import { useAction } from '../../../lib/use-action.ts';
import { IconPlus } from '../../../ui/icons.ts';
import { getLeadChoices, type LeadChoices } from './lead-choices.ts';

const NewLeadModal = lazy(() =>
  import('./new-lead-modal.tsx').then((module) => ({ default: module.NewLeadModal })),
);
const enteringLeads = staffWith(['manage-contractors', 'access']);

/** Opens the new lead form after all its options have loaded. */
export function NewLeadButton() {
  const session = useSession();
  const [choices, setChoices] = useState<LeadChoices | null>(null);
  const { busy, run } = useAction({
    call: () => getLeadChoices(session.email),
    onDone: setChoices,
  });
  if (!may(session, enteringLeads)) return null;
  return (
    <>
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        loading={busy}
        onClick={() => void run()}
      >
        {m.leads_newLead_open()}
      </Button>
      {choices !== null && (
        <Suspense>
          <NewLeadModal choices={choices} onClose={() => setChoices(null)} />
        </Suspense>
      )}
    </>
  );
}
