import { useQueryClient } from '@tanstack/react-query';
import { Checkbox, Radio, TextInput } from '@mantine/core';
import * as m from '#messages';
import type {
  addTeamUser as addTeamUserEndpoint,
  editTeamUser as editTeamUserEndpoint,
  TeamUser,
} from '@lintel/contract/identity/team';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { EditableForm } from '../../../ui/editable-card.tsx';
import { notifySaved } from './saving.ts';
import { teamQuery, type TeamSection, type Team } from './use-team.ts';
import classes from './personal-info.module.css';

/** Adds a team user and sends them an authorization link. */
const addTeamUser = call<typeof addTeamUserEndpoint>(
  { method: 'POST', path: '/contractor/{contractorId}/team/user', encoding: 'json' },
  { handles: [500] },
);

/** Changes a team user's names and access. */
const editTeamUser = call<typeof editTeamUserEndpoint>(
  { method: 'POST', path: '/contractor/{contractorId}/team/user/{userId}', encoding: 'json' },
  { handles: [500] },
);

interface TeamFormOptions {
  contractorId: number;
  /** The edited user; null adds one. */
  user: TeamUser | null;
  onClose: () => void;
}

type TeamAccess = TeamUser['access'];

const noSections: TeamAccess = { type: 'Limited', resourceCodes: [] };

const toValues = (user: TeamUser | null) => ({
  firstname: user?.firstname ?? '',
  lastname: user?.lastname ?? '',
  email: user?.email ?? '',
  contractorTeamAccess: user?.access ?? noSections,
});

/** A team user's form. It closes once the list shows the saved user. */
function useTeamForm({ contractorId, user, onClose }: TeamFormOptions) {
  const client = useQueryClient();
  const form = useContractForm({
    initial: toValues(user),
    rules: () =>
      import('@lintel/contract/identity/team').then((team) =>
        user === null ? team.newTeamUserForm : team.editTeamUserForm,
      ),
    onSubmit: async (sent) => {
      const body = { ...sent, contractorTeamAccess: tidy(sent.contractorTeamAccess) };
      if ('email' in body) await add(contractorId, { ...body, email: String(body.email) });
      else if (user !== null)
        await editTeamUser({ params: { contractorId, userId: user.id }, body });
      await client.invalidateQueries({ queryKey: teamQuery(contractorId).queryKey });
      onClose();
      notifySaved(user === null ? m.identity_team_linkSentToNew() : undefined);
    },
    onFailure: () => showToast(m.identity_team_error(), 'danger', toastLife.long, 'personal-info'),
  });
  /** The next choice clears the sections' error. */
  const setAccess = (access: TeamAccess): void => {
    form.setErrors(({ [sectionsField]: _old, ...others }) => others);
    form.setValue('contractorTeamAccess', access);
  };
  return { ...form, setAccess, sectionsError: form.errors[sectionsField] };
}

const sectionsField = 'contractorTeamAccess.resourceCodes';

/** Full access names no sections. */
const tidy = <Access extends TeamAccess>(access: Access) => ({
  ...access,
  resourceCodes: access.type === 'Full' ? [] : access.resourceCodes,
});

/** Adds a user. An e-mail in use shows the server's message at the e-mail field. */
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

interface TeamAccessFieldProps {
  value: TeamAccess;
  sections: readonly TeamSection[];
  error: string | undefined;
  onChange: (access: TeamAccess) => void;
}

/** Full access, or Limited with its sections. */
function TeamAccessField(props: TeamAccessFieldProps) {
  const { value, onChange } = props;
  return (
    <>
      <Radio.Group
        label={m.identity_team_access()}
        name="access"
        required
        value={value.type}
        onChange={(type) => onChange({ ...value, type })}
      >
        <div className={classes.choices}>
          <Radio
            value="Full"
            label={m.identity_team_full()}
            description={m.identity_team_fullHelp()}
          />
          <Radio
            value="Limited"
            label={m.identity_team_limited()}
            description={m.identity_team_limitedHelp()}
          />
        </div>
      </Radio.Group>
      {value.type === 'Limited' && <Sections {...props} />}
    </>
  );
}

function Sections({ value, sections, error, onChange }: TeamAccessFieldProps) {
  return (
    <Checkbox.Group
      label={m.common_sections()}
      required
      error={error}
      value={value.resourceCodes}
      onChange={(resourceCodes) => onChange({ ...value, resourceCodes })}
    >
      <div className={`${classes.choices} ${classes.sections}`}>
        {sections.map(({ code, name, description }) => (
          <Checkbox
            key={code}
            value={code}
            label={name}
            description={description}
            aria-invalid={error !== undefined || undefined}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

interface TeamFormProps {
  team: Team;
  /** The edited user; null adds one. */
  user: TeamUser | null;
  onClose: () => void;
}

/** A team user's details and access. */
export function TeamForm({ team, user, onClose }: TeamFormProps) {
  const used = useTeamForm({ contractorId: team.contractorId, user, onClose });
  const { form, field, values, errors, busy, setAccess, sectionsError } = used;
  return (
    <EditableForm
      form={form}
      busy={busy}
      submit={user === null ? m.identity_team_add() : m.common_save()}
      onCancel={onClose}
    >
      <h3 className={classes.formTitle}>
        {user === null
          ? m.identity_team_newTitle()
          : m.identity_editPerson({
              firstname: user.firstname,
              lastname: user.lastname,
            })}
      </h3>
      <TextInput
        {...field('firstname')}
        label={m.common_firstName()}
        required
        maxLength={100}
        autoComplete="off"
      />
      <TextInput
        {...field('lastname')}
        label={m.common_lastName()}
        required
        maxLength={100}
        autoComplete="off"
      />
      <TextInput
        {...field('email')}
        label={m.common_email()}
        type="email"
        required
        maxLength={250}
        autoComplete="off"
        disabled={user !== null}
        description={
          errors.email === undefined &&
          (user === null ? m.identity_team_emailHelp() : m.identity_team_emailLocked())
        }
      />
      <TeamAccessField
        value={values.contractorTeamAccess}
        sections={team.sections}
        error={sectionsError}
        onChange={setAccess}
      />
    </EditableForm>
  );
}
