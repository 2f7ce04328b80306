import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { NativeSelect, TextInput } from '@mantine/core';
import * as m from '#messages';
import type { Contractor } from '@lintel/contract/contractors/contractor';
import type { saveContractor as endpoint } from '@lintel/contract/contractors/profile';
import { timeZoneNames, timeZones } from '@lintel/contract/core/time-zones';
import { tidyWebAddress } from '@lintel/contract/core/web-address';
import type { Session } from '@lintel/contract/identity/sessions';
import { call } from '../../../lib/api/call.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { sessionQuery } from '../../../lib/session.ts';
import { EditableCard, EditableForm } from '../../../ui/editable-card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { notifySaveFailure, notifySaved } from './saving.ts';

/**
 * The contractor whose phone, company profile, and team this session may edit: the contractor
 * user's own, or the one of the switched account. Null for staff on their own account and for team
 * users with Limited access.
 */
export function ownCompany({ user, contractor, switched }: Session): Contractor | null {
  return !user.isLimited && (user.isContractorUser || switched) ? contractor : null;
}

/** Saves a contractor's phone or company profile; omitted fields stay unchanged. */
export const saveContractor = call<typeof endpoint>(
  { method: 'POST', path: '/contractor/{id}', encoding: 'multipart' },
  { handles: [500] },
);

/**
 * Reloads the session, so that the saved values show here and in the top bar; resolves once loaded.
 */
export function useRefreshSession(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

interface Props {
  company: Contractor;
  onClose: () => void;
}

type Profile = Pick<
  Contractor,
  'companyName' | 'companyAddress' | 'websiteUrl' | 'licenseNumber' | 'timeZone'
>;

/** The request: changed fields as typed, other fields as currently stored. */
const sentProfile = (start: Profile, sent: Profile, now: Profile): Profile => ({
  companyName: sent.companyName === start.companyName ? now.companyName : sent.companyName,
  companyAddress:
    sent.companyAddress === start.companyAddress ? now.companyAddress : sent.companyAddress,
  websiteUrl: sent.websiteUrl === start.websiteUrl ? now.websiteUrl : sent.websiteUrl,
  licenseNumber:
    sent.licenseNumber === start.licenseNumber ? now.licenseNumber : sent.licenseNumber,
  timeZone: sent.timeZone === start.timeZone ? now.timeZone : sent.timeZone,
});

/** The company's name, address, site, and license. */
function CompanyForm({ company, onClose }: Props) {
  const refresh = useRefreshSession();
  const { companyName, companyAddress, websiteUrl, licenseNumber, timeZone } = company;
  const current = { companyName, companyAddress, websiteUrl, licenseNumber, timeZone };
  const [start] = useState(current);
  const { form, field, values, busy, setValue } = useContractForm({
    initial: start,
    rules: () =>
      import('@lintel/contract/contractors/profile').then((profile) => profile.companyForm),
    onSubmit: async (sent) => {
      // A conflict is shown once; saving again confirms it. Fields that the user didn't change keep
      // the other user's values.
      const body = { ...sentProfile(start, sent, current), seen: current };
      try {
        await saveContractor({ params: { id: company.id }, body });
      } finally {
        await refresh();
      }
      onClose();
      notifySaved();
    },
    onFailure: notifySaveFailure,
  });
  const site = field('websiteUrl');
  const normalizeSite = (): void => {
    const tidy = tidyWebAddress(values.websiteUrl);
    if (tidy !== values.websiteUrl) setValue('websiteUrl', tidy);
    site.onBlur();
  };
  return (
    <EditableForm form={form} busy={busy} onCancel={onClose}>
      <TextInput
        {...field('companyName')}
        label={m.common_companyName()}
        required
        maxLength={240}
        autoComplete="organization"
      />
      <TextInput
        {...field('companyAddress')}
        label={m.common_address()}
        required
        maxLength={250}
        autoComplete="street-address"
      />
      <TextInput
        {...site}
        onBlur={normalizeSite}
        label={m.identity_company_siteUrl()}
        maxLength={128}
        inputMode="url"
        autoComplete="url"
      />
      <TextInput
        {...field('licenseNumber')}
        label={m.identity_company_license()}
        description={m.identity_company_licenseHelp()}
        maxLength={100}
      />
      <NativeSelect
        {...field('timeZone')}
        label={m.identity_company_timeZone()}
        description={m.identity_company_timeZoneHelp()}
        data={[
          { value: '', label: m.identity_company_timeZoneFromAddress() },
          ...timeZoneNames.map((value) => ({ value, label: timeZones[value] })),
        ]}
      />
    </EditableForm>
  );
}

/** A zone outside the list comes from the provider and shows its IANA name. */
const zoneName = (zone: string): string => {
  const known = timeZoneNames.find((name) => name === zone);
  return known === undefined ? zone : timeZones[known];
};

/** The contractor's name and location. */
export function CompanyCard({ company }: { company: Contractor }) {
  return (
    <EditableCard
      name="company"
      title={m.identity_company_title()}
      renderForm={(close) => <CompanyForm company={company} onClose={close} />}
    >
      <Facts
        facts={[
          [m.common_companyName(), company.companyName],
          [m.common_address(), company.companyAddress || m.common_none()],
          [m.identity_company_siteUrl(), company.websiteUrl || m.common_none()],
          [m.identity_company_license(), company.licenseNumber || m.common_none()],
          [m.identity_company_timeZone(), zoneName(company.effectiveTimeZone)],
        ]}
      />
    </EditableCard>
  );
}
