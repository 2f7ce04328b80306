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

/**
 * The Profile card's form: it sends what has changed, the e-mail first because it alone may be
 * refused to somebody careful.
 */
export function useProfileForm(options: ProfileFormOptions) {
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
      const asksEmail = sent.email.toLowerCase() !== email.toLowerCase();
      if (asksEmail) {
        await askForEmail(user.id, sent.email);
        onEmailAsked(sent.email);
      }
      try {
        await saveNames(user, sent);
        if ('phone' in sent) await savePhone(options, String(sent.phone));
      } finally {
        await refresh();
      }
      onClose();
      tellSaved(
        asksEmail
          ? 'Update successful! We sent an email with a link to confirm changing email.'
          : undefined,
      );
    },
    onFailure: tellNotSaved,
  });
}

/**
 * Asks for the e-mail. One that is taken is told as every failure is, and marks the e-mail field.
 */
async function askForEmail(id: number, email: string): Promise<void> {
  try {
    await changeEmail({ params: { id }, body: { id, email } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'email_already_used') throw error;
    tellNotSaved(error);
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
