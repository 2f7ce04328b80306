import { Select, TextInput } from '@mantine/core';
import { tidyWebAddress } from '@lintel/contract/core/web-address';
import { qrCodeOptions, type QrCodeOption } from '@lintel/contract/marketing-constants';
import { EditableForm } from '../../../ui/editable-card.tsx';
import type { MaterialsPage } from '../api/get-materials.ts';
import { ContactFields } from './contact-fields.tsx';
import { LogoField } from './logo-field.tsx';
import { useFlyerForm } from './use-flyer-form.ts';

interface Props {
  contractorId: number;
  page: MaterialsPage;
  onClose: () => void;
}

const collapsed = (text: string): string => text.trim().replace(/\s+/g, ' ');

const leaving = (tidy: () => void, leave: () => void) => (): void => {
  tidy();
  leave();
};

/** Changes what the flyer says. */
export function FlyerForm({ contractorId, page, onClose }: Props) {
  const used = useFlyerForm(contractorId, page, onClose);
  const { form, field, values, setValue, busy, logo } = used;
  const company = field('companyName');
  const website = field('websiteUrl');
  return (
    <EditableForm form={form} busy={busy} submit="SUBMIT" onCancel={onClose}>
      <TextInput
        {...company}
        label="Company name"
        placeholder={page.params.companyName}
        maxLength={100}
        autoComplete="organization"
        onBlur={leaving(
          () => setValue('companyName', collapsed(values.companyName)),
          company.onBlur,
        )}
      />
      <LogoField logo={logo} disabled={busy} />
      <ContactFields used={used} />
      <TextInput
        {...website}
        label="Company website URL"
        placeholder="www.example.com"
        withAsterisk={values.qrCodeBackside === 'Company website'}
        maxLength={128}
        inputMode="url"
        autoComplete="url"
        onBlur={leaving(
          () => setValue('websiteUrl', tidyWebAddress(values.websiteUrl)),
          website.onBlur,
        )}
      />
      <Select
        label="QR code on backside"
        data={[...qrCodeOptions]}
        value={values.qrCodeBackside}
        onChange={(option) => setValue('qrCodeBackside', option as QrCodeOption)}
      />
    </EditableForm>
  );
}
