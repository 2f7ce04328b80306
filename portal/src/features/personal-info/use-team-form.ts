import { useQueryClient } from '@tanstack/react-query';
import type { teamSections, TeamUser } from '@lintel/contract/identity-team';
import { ApiError } from '../../lib/api/api-error.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { addTeamUser } from './api/add-team-user.ts';
import { editTeamUser } from './api/edit-team-user.ts';
import { teamQuery } from './api/get-team.ts';
import { tellSaved } from './saving.ts';

export interface TeamFormOptions {
  contractorId: number;
  /** The user who is edited; null adds one. */
  user: TeamUser | null;
  onClose: () => void;
}

type SectionCode = (typeof teamSections)[number];
export interface TeamAccess {
  type: TeamUser['access']['type'];
  resourceCodes: SectionCode[];
}

const valuesOf = (user: TeamUser | null) => ({
  firstname: user?.firstname ?? '',
  lastname: user?.lastname ?? '',
  email: user?.email ?? '',
  contractorTeamAccess: (user?.access ?? { type: 'Limited', resourceCodes: [] }) as TeamAccess,
});

/** The form of a team user. It closes once the list shows what was saved. */
export function useTeamForm({ contractorId, user, onClose }: TeamFormOptions) {
  const client = useQueryClient();
  const form = useContractForm({
    initial: valuesOf(user),
    rules: () =>
      import('@lintel/contract/identity-team').then((team) =>
        user === null ? team.newTeamUserForm : team.editTeamUserForm,
      ),
    onSubmit: async (sent) => {
      const body = { ...sent, contractorTeamAccess: tidy(sent.contractorTeamAccess) };
      if ('email' in body) await add(contractorId, { ...body, email: String(body.email) });
      else if (user !== null)
        await editTeamUser({ params: { contractorId, userId: user.id }, body });
      await client.invalidateQueries({ queryKey: teamQuery(contractorId).queryKey });
      onClose();
      tellSaved(
        user === null ? 'We sent the added user an email with an authorization link.' : undefined,
      );
    },
    onFailure: () =>
      showToast(
        'Something went wrong. Please try again or contact support.',
        'danger',
        toastLife.long,
        'personal-info',
      ),
  });
  /** The sections' error goes with the next choice. */
  const setAccess = (access: TeamAccess): void => {
    form.setErrors(({ [sectionsField]: _old, ...others }) => others);
    form.setValue('contractorTeamAccess', access);
  };
  return { ...form, setAccess, sectionsError: form.errors[sectionsField] };
}

const sectionsField = 'contractorTeamAccess.resourceCodes';

/** Full access names no sections. */
const tidy = ({ type, resourceCodes }: TeamAccess): TeamAccess => ({
  type,
  resourceCodes: type === 'Full' ? [] : resourceCodes,
});

/** Adds a user. An e-mail that is taken is the e-mail field's error, in the server's words. */
async function add(
  contractorId: number,
  body: Parameters<typeof addTeamUser>[0]['body'],
): Promise<void> {
  try {
    await addTeamUser({ params: { contractorId }, body });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'email_already_exist') throw error;
    throw new ApiError(error.status, error.code, error.message, { email: error.message });
  }
}
