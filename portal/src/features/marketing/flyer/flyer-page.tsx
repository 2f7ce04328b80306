import { useState } from 'react';
import { Button, Select, TextInput } from '@mantine/core';
import * as m from '#messages';
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
  flyerLogo,
  materialsQuery,
  useFlyerForm,
  toFlyerValues,
  type FlyerFormState,
  type MaterialsPage,
} from './use-flyer-form.ts';
import classes from './flyer.module.css';

export const load = async ({ client, session }: LoadContext): Promise<void> => {
  if (session.contractor !== null)
    await client.prefetchQuery(materialsQuery(session.contractor.id));
};

/** A printable flyer with a code that leads homeowners to a co-branded page. */
export function FlyerPage() {
  return (
    <MarketingPage
      pages={materialsQuery}
      title={m.screens_homeownerFlyer()}
      purpose={m.marketing_flyer_purpose()}
      notice={{
        text: m.marketing_flyer_pageNeeded(),
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

function Flyer({ contractorId, page }: Props) {
  return (
    <div className={classes.flyer}>
      <FlyerPreview key={page.flyer.language} contractorId={contractorId} page={page} />
      <FlyerCard contractorId={contractorId} page={page} />
    </div>
  );
}

/** The flyer's values: read-only, and editable after EDIT FLYER. */
function FlyerCard({ contractorId, page }: { contractorId: number; page: MaterialsPage }) {
  const [editing, setEditing] = useState(false);
  const edit = (
    <Button
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden />}
      onClick={() => setEditing(true)}
    >
      {m.marketing_flyer_edit()}
    </Button>
  );
  return (
    <Card title={m.marketing_flyer_contents()} action={editing ? undefined : edit}>
      {editing ? (
        <FlyerForm contractorId={contractorId} page={page} onClose={() => setEditing(false)} />
      ) : (
        <Facts facts={flyerFacts(page)} />
      )}
    </Card>
  );
}

function flyerFacts(page: MaterialsPage) {
  const { companyName, phone, extPhone, websiteUrl, qrCodeBackside, language } =
    toFlyerValues(page);
  return [
    [m.common_companyName(), companyName || page.params.companyName],
    [m.common_logo(), <LogoPicture key="logo" src={flyerLogo(page)} />],
    [m.marketing_flyer_contactNumber(), phone === '' ? m.common_none() : formatPhone(phone)],
    [m.marketing_flyer_extension(), extPhone || m.common_none()],
    [m.marketing_flyer_website(), websiteUrl.replace(/^https?:\/\//, '') || m.common_none()],
    [m.marketing_flyer_qrCode(), qrCodeBackside],
    [m.common_language(), languagesInEnglish[language]],
  ] as const;
}

interface FlyerFormProps {
  contractorId: number;
  page: MaterialsPage;
  onClose: () => void;
}

const collapsed = (text: string): string => text.trim().replace(/\s+/g, ' ');

const confirmLeaving = (tidy: () => void, leave: () => void) => (): void => {
  tidy();
  leave();
};

function FlyerForm({ contractorId, page, onClose }: FlyerFormProps) {
  const used = useFlyerForm(contractorId, page, onClose);
  const { form, field, values, setValue, busy, logo } = used;
  const company = field('companyName');
  const website = field('websiteUrl');
  return (
    <EditableForm form={form} busy={busy} submit={m.common_submit_upper()} onCancel={onClose}>
      <TextInput
        {...company}
        label={m.common_companyName()}
        placeholder={page.params.companyName}
        maxLength={100}
        autoComplete="organization"
        onBlur={confirmLeaving(
          () => setValue('companyName', collapsed(values.companyName)),
          company.onBlur,
        )}
      />
      <LogoField logo={logo} disabled={busy} />
      <ContactFields used={used} />
      <TextInput
        {...website}
        label={m.marketing_flyer_website()}
        placeholder={m.marketing_flyer_websitePlaceholder()}
        withAsterisk={values.qrCodeBackside === 'Company website'}
        maxLength={128}
        inputMode="url"
        autoComplete="url"
        onBlur={confirmLeaving(
          () => setValue('websiteUrl', tidyWebAddress(values.websiteUrl)),
          website.onBlur,
        )}
      />
      <Select
        label={m.marketing_flyer_qrCode()}
        data={[...qrCodeOptions]}
        value={values.qrCodeBackside}
        onChange={(option) => option !== null && setValue('qrCodeBackside', option)}
      />
      <Select
        label={m.common_language()}
        description={m.marketing_flyer_languageHelp()}
        data={languages.map((one) => ({ value: one, label: languagesInEnglish[one] }))}
        value={values.language}
        onChange={(option) => isLanguage(option) && setValue('language', option)}
      />
    </EditableForm>
  );
}

/** The contact number and its extension, which requires a number. */
function ContactFields({ used: { field, values, setValue } }: { used: FlyerFormState }) {
  const extension = field('extPhone');
  return (
    <div className={classes.contact}>
      <PhoneField
        field={field('phone')}
        label={m.marketing_flyer_contactNumber()}
        value={values.phone}
        onChange={(phone) => {
          setValue('phone', phone);
          if (phone === '') setValue('extPhone', '');
        }}
      />
      <TextInput
        {...extension}
        label={m.marketing_flyer_extension()}
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
