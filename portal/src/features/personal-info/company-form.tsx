import { useState } from 'react';
import { TextInput } from '@mantine/core';
import type { Contractor } from '@lintel/contract/contractors';
import { tidyWebAddress } from '@lintel/contract/core/web-address';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { EditableForm } from '../../ui/editable-form.tsx';
import { saveContractor } from './api/save-contractor.ts';
import { tellNotSaved, tellSaved } from './saving.ts';
import { useRefreshSession } from './use-refresh-session.ts';

interface Props {
  company: Contractor;
  onClose: () => void;
}

type Profile = Pick<Contractor, 'companyName' | 'companyAddress' | 'websiteUrl'>;

/**
 * What is sent: the fields that differ from the start as they are typed, the others as they are
 * stored by now.
 */
const sentOf = (start: Profile, sent: Profile, now: Profile): Profile => ({
  companyName: sent.companyName === start.companyName ? now.companyName : sent.companyName,
  companyAddress:
    sent.companyAddress === start.companyAddress ? now.companyAddress : sent.companyAddress,
  websiteUrl: sent.websiteUrl === start.websiteUrl ? now.websiteUrl : sent.websiteUrl,
});

/** The company's name, address and site. */
export function CompanyForm({ company, onClose }: Props) {
  const refresh = useRefreshSession();
  const { companyName, companyAddress, websiteUrl } = company;
  const seen = { companyName, companyAddress, websiteUrl };
  const [start] = useState(seen);
  const { form, field, values, busy, setValue } = useContractForm({
    initial: start,
    rules: () =>
      import('@lintel/contract/contractors-profile').then((profile) => profile.companyForm),
    onSubmit: async (sent) => {
      // What somebody else saved meanwhile is told once; whoever saves again has seen it. A field
      // that was left alone stays theirs.
      const body = { ...sentOf(start, sent, seen), seen };
      try {
        await saveContractor({ params: { id: company.id }, body });
      } finally {
        await refresh();
      }
      onClose();
      tellSaved();
    },
    onFailure: tellNotSaved,
  });
  const site = field('websiteUrl');
  const tidySite = (): void => {
    const tidy = tidyWebAddress(values.websiteUrl);
    if (tidy !== values.websiteUrl) setValue('websiteUrl', tidy);
    site.onBlur();
  };
  return (
    <EditableForm form={form} busy={busy} onCancel={onClose}>
      <TextInput
        {...field('companyName')}
        label="Company name"
        required
        maxLength={240}
        autoComplete="organization"
      />
      <TextInput
        {...field('companyAddress')}
        label="Address"
        required
        maxLength={250}
        autoComplete="street-address"
      />
      <TextInput
        {...site}
        onBlur={tidySite}
        label="Site URL"
        maxLength={128}
        inputMode="url"
        autoComplete="url"
      />
    </EditableForm>
  );
}
