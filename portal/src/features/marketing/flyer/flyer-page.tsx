import { useState } from 'react';
import { Button, Select, TextInput } from '@mantine/core';
import { isLanguage, languages, languagesInEnglish } from '@lintel/contract/core/language';
import { tidyWebAddress } from '@lintel/contract/core/web-address';
import { qrCodeOptions } from '@lintel/contract/marketing/constants';
import { formatPhone } from '../../../lib/format.ts';
import type { LoadContext } from '../../../routes/router-context.ts';
import { Card } from '../../../ui/card.tsx';
import { EditableForm } from '../../../ui/editable-card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { IconPencil } from '../../../ui/icons.ts';
import { PhoneField } from '../../../ui/phone-field.tsx';
import { MarketingPage } from '../marketing-page.tsx';
import { FlyerPreview } from './flyer-preview.tsx';
import { LogoField, LogoPicture } from './logo-field.tsx';
import {
  logoOf,
  materialsQuery,
  useFlyerForm,
  valuesOf,
  type FlyerFormState,
  type MaterialsPage,
} from './use-flyer-form.ts';
import classes from './flyer.module.css';

export const load = async ({ client, session }: LoadContext): Promise<void> => {
  if (session.contractor !== null)
    await client.prefetchQuery(materialsQuery(session.contractor.id));
};

/** The printable flyer that leads homeowners to a page. */
export function FlyerPage() {
  return (
    <MarketingPage
      pages={materialsQuery}
      title="Homeowner Flyer"
      purpose="A printable flyer that leads homeowners to your financing page."
      notice={{
        text: 'The flyer leads homeowners to your financing page, so set up that page first.',
      }}
    >
      {({ contractorId }, page) => <Flyer key={page.id} contractorId={contractorId} page={page} />}
    </MarketingPage>
  );
}

interface Props {
  contractorId: number;
  page: MaterialsPage;
}

/** Both sides of a page's flyer, and what it says. */
function Flyer({ contractorId, page }: Props) {
  return (
    <div className={classes.flyer}>
      <FlyerPreview key={page.flyer.language} contractorId={contractorId} page={page} />
      <FlyerCard contractorId={contractorId} page={page} />
    </div>
  );
}

/** What the flyer says: to read, and after EDIT FLYER to change. */
function FlyerCard({ contractorId, page }: { contractorId: number; page: MaterialsPage }) {
  const [editing, setEditing] = useState(false);
  const edit = (
    <Button
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden />}
      onClick={() => setEditing(true)}
    >
      EDIT FLYER
    </Button>
  );
  return (
    <Card title="What it says" action={editing ? undefined : edit}>
      {editing ? (
        <FlyerForm contractorId={contractorId} page={page} onClose={() => setEditing(false)} />
      ) : (
        <Facts facts={factsOf(page)} />
      )}
    </Card>
  );
}

function factsOf(page: MaterialsPage) {
  const { companyName, phone, extPhone, websiteUrl, qrCodeBackside, language } = valuesOf(page);
  return [
    ['Company name', companyName || page.params.companyName],
    ['Logo', <LogoPicture key="logo" src={logoOf(page)} />],
    ['Contact number', phone === '' ? 'None' : formatPhone(phone)],
    ['Extension', extPhone || 'None'],
    ['Company website URL', websiteUrl.replace(/^https?:\/\//, '') || 'None'],
    ['QR code on backside', qrCodeBackside],
    ['Language', languagesInEnglish[language]],
  ] as const;
}

interface FlyerFormProps {
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
function FlyerForm({ contractorId, page, onClose }: FlyerFormProps) {
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
        onChange={(option) => option !== null && setValue('qrCodeBackside', option)}
      />
      <Select
        label="Language"
        description="The one you hand out. The other stays a click away, beside the pictures."
        data={languages.map((one) => ({ value: one, label: languagesInEnglish[one] }))}
        value={values.language}
        onChange={(option) => isLanguage(option) && setValue('language', option)}
      />
    </EditableForm>
  );
}

/** The contact number and its extension, which only goes with a number. */
function ContactFields({ used: { field, values, setValue } }: { used: FlyerFormState }) {
  const extension = field('extPhone');
  return (
    <div className={classes.contact}>
      <PhoneField
        field={field('phone')}
        label="Contact number"
        value={values.phone}
        onChange={(phone) => {
          setValue('phone', phone);
          if (phone === '') setValue('extPhone', '');
        }}
      />
      <TextInput
        {...extension}
        label="Extension"
        inputMode="numeric"
        disabled={values.phone === ''}
        onBlur={() => {
          setValue('extPhone', values.extPhone.replace(/\D/g, ''));
          extension.onBlur();
        }}
      />
    </div>
  );
}
