import { Checkbox, Modal, Radio, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import {
  isForStaff,
  privilegeGroups,
  findPrivilegeKey,
  type PrivilegeGroup,
} from '@lintel/contract/identity/privileges';
import type { changeRole, createRole, StaffRole } from '@lintel/contract/identity/roles';
import { roleAudiences } from '@lintel/contract/identity/staff-constants';
import { call } from '../../../lib/api/call.ts';
import { useEditForm, type Labels } from '../../../lib/edit-form/use-edit-form.ts';
import { closeForm } from '../../../lib/form/confirmations.ts';
import { useSession } from '../../../lib/session.ts';
import { showToast } from '../../../lib/toast.ts';
import { notifyFailure } from '../../../lib/failure.ts';
import { ChangedNotice } from '../../../ui/changed-notice.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { findRole, staffKey } from './staff-view.ts';
import classes from './staff.module.css';

const create = call<typeof createRole>(
  { method: 'POST', path: '/manage/roles', encoding: 'json' },
  { handles: [500] },
);
const change = call<typeof changeRole>(
  { method: 'POST', path: '/manage/roles/{id}', encoding: 'json' },
  { handles: [500] },
);

/** The form's initial values; without a `role` it creates one. */
export interface RoleDraft extends Pick<StaffRole, 'name' | 'audience' | 'privileges'> {
  role: StaffRole | null;
}

interface Props {
  draft: RoleDraft;
  onClose(): void;
}

interface Values extends Pick<StaffRole, 'name' | 'audience'> {
  privileges: string[];
}

const labels: Labels<Values> = { name: m.common_name(), privileges: m.identity_role_privileges() };

function useRoleForm({ draft, onClose }: Props) {
  const client = useQueryClient();
  return useEditForm({
    item: draft.role,
    toValues: (role): Values => {
      const { name, audience, privileges } = role ?? draft;
      return { name, audience, privileges };
    },
    labels,
    rules: () => import('@lintel/contract/identity/roles').then((roles) => roles.roleForm),
    save: (seen, { audience, ...sent }) =>
      seen === null
        ? create({ body: { ...sent, audience } })
        : change({ params: { id: seen.id }, body: { ...sent, version: seen.version } }),
    find: findRole,
    onSaved: async ({ message }) => {
      showToast(message);
      // Refresh the list first: a reopened form must start from the stored role.
      await client.invalidateQueries({ queryKey: staffKey });
      onClose();
    },
    onFailure: (error, isChoice) => {
      if (!isChoice) notifyFailure(error);
    },
    fieldFor: (name) => name.split('.')[0] ?? name,
  });
}
type RoleFormState = ReturnType<typeof useRoleForm>;

/** Creates a role, empty or as a copy, or edits one. */
export function RoleModal({ draft, onClose }: Props) {
  const used = useRoleForm({ draft, onClose });
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  const { conflict } = used;
  const close = (): void =>
    void closeForm(onClose, {
      dirty: used.dirty,
      lost: m.identity_role_unsaved(),
    });
  return (
    <Modal
      opened
      onClose={close}
      title={
        draft.role === null ? m.identity_role_add() : m.common_editNamed({ name: draft.role.name })
      }
      size={760}
      fullScreen={narrow}
      closeOnClickOutside={false}
    >
      <form {...used.form}>
        {conflict && (
          <ChangedNotice
            differing={conflict.differing}
            onKeep={used.overwriteStored}
            onDiscardOwn={used.discardOwn}
          />
        )}
        <div className={classes.roleFields}>
          <TextInput
            {...used.field('name')}
            label={m.common_name()}
            required
            maxLength={60}
            autoComplete="off"
            data-autofocus
          />
          {draft.role === null && <AudienceField used={used} />}
          <PrivilegesField used={used} />
        </div>
        <FormActions
          submit={draft.role === null ? m.identity_role_add() : m.common_save()}
          busy={used.busy}
          onCancel={close}
        />
      </form>
    </Modal>
  );
}

const audienceNames = { staff: m.common_staff(), plan: m.billing_plans_label() } as const;
const audienceTexts = {
  staff: m.identity_role_forStaff(),
  plan: m.identity_role_forPlans(),
} as const;

function AudienceField({ used: { values, setValue } }: { used: RoleFormState }) {
  return (
    <Radio.Group
      label={m.identity_role_for()}
      name="audience"
      value={values.audience}
      onChange={(chosen) => {
        const audience = roleAudiences.find((one) => one === chosen) ?? 'staff';
        setValue('audience', audience);
        const offered = groupsFor(audience).flatMap(({ privileges }) => privileges);
        setValue(
          'privileges',
          values.privileges.filter((key) => offered.some((one) => one.key === key)),
        );
      }}
    >
      <div className={classes.choices}>
        {roleAudiences.map((audience) => (
          <Radio
            key={audience}
            value={audience}
            label={audienceNames[audience]}
            description={audienceTexts[audience]}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

/** The privileges to choose from; plan roles exclude staff privileges. */
const groupsFor = (audience: StaffRole['audience']): PrivilegeGroup[] =>
  privilegeGroups
    .map((group) => ({
      ...group,
      privileges: group.privileges.filter((one) => audience === 'staff' || !isForStaff(one)),
    }))
    .filter(({ privileges }) => privileges.length > 0);

/** Every privilege in plain words; the ones that the user lacks are disabled. */
function PrivilegesField({ used: { values, errors, setValue } }: { used: RoleFormState }) {
  const session = useSession();
  const ownPrivileges = session.privileges.map(findPrivilegeKey);
  const error = errors['privileges'];
  return (
    <Checkbox.Group
      label={m.identity_role_allows()}
      description={m.identity_role_privilegeHelp()}
      required
      error={error}
      value={values.privileges}
      onChange={(chosen) => setValue('privileges', chosen)}
    >
      <div className={classes.groups}>
        {groupsFor(values.audience).map(({ resource, name, privileges }) => (
          <fieldset key={resource} className={classes.group}>
            <legend>{name}</legend>
            {privileges.map(({ key, text }) => (
              <Checkbox
                key={key}
                value={key}
                label={text}
                disabled={!ownPrivileges.includes(key)}
                aria-invalid={error !== undefined || undefined}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </Checkbox.Group>
  );
}
