import { useState } from 'react';
import { TextInput } from '@mantine/core';
import * as m from '#messages';
import type { User } from '@lintel/contract/identity/sessions';
import type {
  changeEmail as changeEmailEndpoint,
  saveProfile as saveProfileEndpoint,
} from '@lintel/contract/identity/account';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { formatPhone } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { tabStore } from '../../../lib/storage.ts';
import { EditableCard, EditableForm } from '../../../ui/editable-card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { PhoneField } from '../../../ui/phone-field.tsx';
import { saveContractor, useRefreshSession, ownCompany } from './company-card.tsx';
import { notifySaveFailure, notifySaved } from './saving.ts';
import classes from './personal-info.module.css';

/** Requests a new e-mail; it takes effect once the link sent to it is confirmed. */
const changeEmail = call<typeof changeEmailEndpoint>(
  { method: 'POST', path: '/user/{id}/update-email', encoding: 'form' },
  { handles: [500] },
);

/** Saves an account's names. */
const saveProfile = call<typeof saveProfileEndpoint>(
  { method: 'POST', path: '/user/{id}', encoding: 'form' },
  { handles: [500] },
);

const storageKey = (userId: number): string => `lintel.pending-email.${userId}`;

/** The requested e-mail that is pending confirmation, remembered while the tab is open. */
function usePendingEmail({ id, email }: { id: number; email: string }) {
  const [pendingEmail, setPendingEmail] = useState(() => tabStore.get(storageKey(id)));
  const storePendingEmail = (pendingEmail: string): void => {
    tabStore.set(storageKey(id), pendingEmail);
    setPendingEmail(pendingEmail);
  };
  return {
    pending: pendingEmail === email ? null : pendingEmail,
    storePendingEmail,
  };
}

interface ProfileFormOptions {
  user: User;
  /** The contractor of the phone; null omits the phone. */
  company: { id: number; phone: string } | null;
  /** Called when a new e-mail was requested. */
  onEmailAsked: (email: string) => void;
  onClose: () => void;
}

type Profile = Pick<User, 'firstname' | 'lastname' | 'email'>;

/**
 * The Profile card's form. It sends only changes, and the e-mail first, because it alone can be
 * rejected for valid input.
 */
function useProfileForm(options: ProfileFormOptions) {
  const { user, company, onEmailAsked, onClose } = options;
  const refresh = useRefreshSession();
  const { firstname, lastname, email } = user;
  return useContractForm({
    initial: { firstname, lastname, email, phone: company?.phone ?? '' },
    rules: () =>
      import('./profile-rules.ts').then((rules) =>
        company ? rules.contractorRules : rules.accountRules,
      ),
    onSubmit: async (sent) => {
      const changesEmail = sent.email.toLowerCase() !== email.toLowerCase();
      if (changesEmail) {
        await requestEmailChange(user.id, sent.email);
        onEmailAsked(sent.email);
      }
      try {
        await saveNames(user, sent);
        if ('phone' in sent) await savePhone(options, String(sent.phone));
      } finally {
        await refresh();
      }
      onClose();
      notifySaved(changesEmail ? m.identity_profile_emailSent() : undefined);
    },
    onFailure: notifySaveFailure,
  });
}

/**
 * Requests the e-mail. One that is in use shows like other failures and also marks the e-mail
 * field.
 */
async function requestEmailChange(id: number, email: string): Promise<void> {
  try {
    await changeEmail({ params: { id }, body: { id, email } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'email_already_used') throw error;
    notifySaveFailure(error);
    throw new ApiError(error.status, error.code, error.message, { email: error.message });
  }
}

async function saveNames(
  { id, ...user }: Profile & { id: number },
  { firstname, lastname }: Profile,
): Promise<void> {
  if (firstname === user.firstname && lastname === user.lastname) return;
  await saveProfile({ params: { id }, body: { id, firstname, lastname } });
}

async function savePhone({ user, company }: ProfileFormOptions, phone: string): Promise<void> {
  if (company === null || !user.isContractorUser || phone === company.phone) return;
  await saveContractor({
    params: { id: company.id },
    body: { id: company.id, phone, seen: { phone: company.phone } },
  });
}

const ownEmail = m.identity_profile_emailHelp();
const othersEmail = m.identity_profile_emailOwnerOnly();

/**
 * Names, e-mail, and for a contractor, the phone. Access to the e-mail gives access to the
 * password, so only the account itself can change it.
 */
function ProfileForm(options: ProfileFormOptions) {
  const { form, field, values, errors, busy, setValue } = useProfileForm(options);
  const { switched } = useSession();
  return (
    <EditableForm form={form} busy={busy} onCancel={options.onClose}>
      <TextInput
        {...field('firstname')}
        label={m.common_firstName()}
        required
        maxLength={100}
        autoComplete="given-name"
      />
      <TextInput
        {...field('lastname')}
        label={m.common_lastName()}
        required
        maxLength={100}
        autoComplete="family-name"
      />
      <TextInput
        {...field('email')}
        label={m.common_email()}
        type="email"
        required
        maxLength={250}
        autoComplete="email"
        readOnly={switched}
        description={errors.email === undefined && (switched ? othersEmail : ownEmail)}
      />
      {options.company && (
        <PhoneField
          label={m.common_phone()}
          required
          field={field('phone')}
          value={values.phone}
          onChange={(phone) => setValue('phone', phone)}
        />
      )}
    </EditableForm>
  );
}

export function ProfileCard() {
  const session = useSession();
  const { user } = session;
  const company = ownCompany(session);
  const { pending, storePendingEmail } = usePendingEmail(user);
  const email = (
    <>
      {user.email}
      {pending !== null && (
        <span className={classes.note}>{m.identity_profile_pendingEmail({ pending })}</span>
      )}
    </>
  );
  return (
    <EditableCard
      name="profile"
      title={m.identity_profile_title()}
      renderForm={(close) => (
        <ProfileForm
          user={user}
          company={company}
          onEmailAsked={storePendingEmail}
          onClose={close}
        />
      )}
    >
      <Facts
        facts={[
          [m.common_firstName(), user.firstname],
          [m.common_lastName(), user.lastname],
          [m.common_email(), email],
          ...(company
            ? [[m.common_phone(), formatPhone(company.phone) || m.common_none()] as const]
            : []),
        ]}
      />
    </EditableCard>
  );
}
