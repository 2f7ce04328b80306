import * as m from '#messages';
import { useState } from 'react';
import { neededIn } from '@lintel/contract/applications/needed-details';
import { Details, loadDetails } from './lazy-details.ts';
import type { ResultProps } from './results.tsx';

/** Lets the owner of a contested application replace its details, which no one can read. */
export function DetailsAgain({ data, used }: ResultProps) {
  const [isOpen, setOpen] = useState(false);
  const { application, details, errors } = used;
  const state = application?.draft.state ?? '';
  const needs = neededIn(application?.details.asked ?? [], state);
  if (needs.length === 0) return null;
  if (!isOpen)
    return (
      <button type="button" className="plain" onClick={() => setOpen(true)}>
        {application?.details.givenAt == null ? m.details_enter() : m.details_again()}
      </button>
    );
  const save = async (): Promise<void> => {
    const { detailErrors } = await loadDetails();
    const wrong = detailErrors({ needs, values: details, state });
    if (Object.keys(wrong).length > 0) return used.refuse(wrong);
    if (await used.replaceDetails(details)) setOpen(false);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Details
        company={data.companyName}
        needs={needs}
        values={details}
        state={state}
        errors={errors}
        onChange={used.changeDetail}
        onCheck={used.mark}
      />
      <div className="actions">
        <button className="button second" disabled={used.busy}>
          {used.busy ? m.form_busy() : m.details_save()}
        </button>
      </div>
    </form>
  );
}
