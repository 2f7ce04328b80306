import { TextInput } from '@mantine/core';
import type { TeamUser } from '@lintel/contract/identity-team';
import { EditableForm } from '../../ui/editable-form.tsx';
import { TeamAccessField } from './team-access-field.tsx';
import { useTeamForm } from './use-team-form.ts';
import type { Team } from './use-team.ts';
import classes from './personal-info.module.css';

interface Props {
  team: Team;
  /** The user who is edited; null adds one. */
  user: TeamUser | null;
  onClose: () => void;
}

/** A team user: who it is and what is open to them. */
export function TeamForm({ team, user, onClose }: Props) {
  const used = useTeamForm({ contractorId: team.contractorId, user, onClose });
  const { form, field, values, errors, busy, setAccess, sectionsError } = used;
  return (
    <EditableForm
      form={form}
      busy={busy}
      submit={user === null ? 'Add user' : 'Save'}
      onCancel={onClose}
    >
      <h3 className={classes.formTitle}>
        {user === null ? 'New user' : `Edit ${user.firstname} ${user.lastname}`}
      </h3>
      <TextInput
        {...field('firstname')}
        label="First name"
        required
        maxLength={100}
        autoComplete="off"
      />
      <TextInput
        {...field('lastname')}
        label="Last name"
        required
        maxLength={100}
        autoComplete="off"
      />
      <TextInput
        {...field('email')}
        label="E-mail"
        type="email"
        required
        maxLength={250}
        autoComplete="off"
        disabled={user !== null}
        description={
          errors.email === undefined &&
          (user === null ? 'We send a link to it that opens the account.' : 'It cannot be changed.')
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
