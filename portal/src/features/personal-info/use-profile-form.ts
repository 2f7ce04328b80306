import type { User } from '@lintel/contract/identity';
import { ApiError } from '../../lib/api/api-error.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { changeEmail } from './api/change-email.ts';
import { saveContractor } from './api/save-contractor.ts';
import { saveProfile } from './api/save-profile.ts';
import { tellNotSaved, tellSaved } from './saving.ts';
import { useRefreshSession } from './use-refresh-session.ts';

export interface ProfileFormOptions {
  user: User;
  /** The contractor whose phone it is; null leaves the phone out. */
  company: { id: number; phone: string } | null;
  /** Another e-mail was asked for. */
  onEmailAsked: (email: string) => void;
  onClose: () => void;
}

type Profile = Pick<User, 'firstname' | 'lastname' | 'email'>;

/** The Profile card's form: it sends what has changed, the e-mail first because it alone may be refused to somebody careful. */
export function useProfileForm({ user, company, onEmailAsked, onClose }: ProfileFormOptions) {
  const refresh = useRefreshSession();
  const { firstname, lastname, email } = user;
  return useContractForm({
    initial: { firstname, lastname, email, phone: company?.phone ?? '' },
    rules: () => import('./profile-rules.ts').then((rules) => (company ? rules.contractorRules : rules.accountRules)),
    onSubmit: async (sent) => {
      const asksEmail = sent.email.toLowerCase() !== email.toLowerCase();
      const phone = 'phone' in sent ? String(sent.phone) : null;
      if (asksEmail) {
        await askForEmail(user.id, sent.email);
        onEmailAsked(sent.email);
      }
      const saved = await Promise.all([
        saveNames(user, sent),
        company !== null && phone !== null && user.isContractorUser && savePhone(company, phone),
      ]).finally(refresh);
      onClose();
      if (asksEmail) tellSaved('Update successful! We sent an email with a link to confirm changing email.');
      else if (saved.some(Boolean)) tellSaved();
    },
    onFailure: tellNotSaved,
  });
}

/** Asks for the e-mail. One that is taken is the e-mail field's error. */
async function askForEmail(id: number, email: string): Promise<void> {
  try {
    await changeEmail({ params: { id }, body: { id, email } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'email_already_used') throw error;
    throw new ApiError(error.status, error.code, error.message, { email: error.message });
  }
}

/** Resolves to whether there was anything to save. */
async function saveNames({ id, ...user }: Profile & { id: number }, { firstname, lastname }: Profile): Promise<boolean> {
  if (firstname === user.firstname && lastname === user.lastname) return false;
  await saveProfile({ params: { id }, body: { id, firstname, lastname } });
  return true;
}

/** Resolves to whether there was anything to save. */
async function savePhone({ id, phone: stored }: { id: number; phone: string }, phone: string): Promise<boolean> {
  if (phone === stored) return false;
  await saveContractor({ params: { id }, body: { id, phone } });
  return true;
}
