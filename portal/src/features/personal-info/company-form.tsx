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

/** The company's name, address and site. */
export function CompanyForm({ company, onClose }: Props) {
  const refresh = useRefreshSession();
  const { companyName, companyAddress, websiteUrl } = company;
  const { form, field, values, busy, setValue } = useContractForm({
    initial: { companyName, companyAddress, websiteUrl },
    rules: () => import('@lintel/contract/contractors-profile').then((profile) => profile.companyForm),
    onSubmit: async (sent) => {
      await saveContractor({ params: { id: company.id }, body: sent });
      await refresh();
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
      <TextInput {...field('companyName')} label="Company name" required maxLength={240} autoComplete="organization" />
      <TextInput {...field('companyAddress')} label="Address" required maxLength={250} autoComplete="street-address" />
      <TextInput {...site} onBlur={tidySite} label="Site URL" maxLength={128} inputMode="url" autoComplete="url" />
    </EditableForm>
  );
}
