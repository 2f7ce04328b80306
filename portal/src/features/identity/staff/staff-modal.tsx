import { Checkbox, Modal, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { privilegeGroups, privilegeKeys } from '@lintel/contract/identity/privileges';
import type { StaffRole } from '@lintel/contract/identity/roles';
import type { changeStaff, inviteStaff, StaffAccount } from '@lintel/contract/identity/staff';
import { call } from '../../../lib/api/call.ts';
import { useEditForm, type Labels } from '../../../lib/edit-form/use-edit-form.ts';
import { closeForm } from '../../../lib/form/confirmations.ts';
import { showToast } from '../../../lib/toast.ts';
import { notifyFailure } from '../../../lib/failure.ts';
import { ChangedNotice } from '../../../ui/changed-notice.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { findAccount, staffKey, staffRolesQuery } from './staff-view.ts';
import classes from './staff.module.css';

const invite = call<typeof inviteStaff>(
  { method: 'POST', path: '/manage/staff', encoding: 'json' },
  { handles: [500] },
);
const change = call<typeof changeStaff>(
  { method: 'POST', path: '/manage/staff/{id}', encoding: 'json' },
  { handles: [500] },
);

interface Values {
  firstname: string;
  lastname: string;
  email: string;
  /** The roles' ids as text. */
  roles: string[];
}

const toValues = (account: StaffAccount | null): Values => ({
  firstname: account?.firstname ?? '',
  lastname: account?.lastname ?? '',
  email: account?.email ?? '',
  roles: (account?.roles ?? []).map(({ id }) => String(id)),
});

const labels: Labels<Values> = {
  firstname: m.common_firstName(),
  lastname: m.common_lastName(),
  roles: m.identity_roles_title(),
};

interface Props {
  /** The edited account; null invites one. */
  account: StaffAccount | null;
  onClose(): void;
}

function useStaffForm({ account, onClose }: Props) {
  const client = useQueryClient();
  return useEditForm({
    item: account,
    toValues,
    labels,
    rules: () => import('@lintel/contract/identity/staff').then((staff) => staff.invitationForm),
    save: (seen, { email, ...sent }) =>
      seen === null
        ? invite({ body: { ...sent, email } })
        : change({ params: { id: seen.id }, body: { ...sent, version: seen.version } }),
    find: findAccount,
    onSaved: async ({ message }) => {
      showToast(message);
      // Refresh the list first: a reopened form must start from the stored account.
      await client.invalidateQueries({ queryKey: staffKey });
      onClose();
    },
    onFailure: (error, isChoice) => {
      if (!isChoice) notifyFailure(error);
    },
    // A single invalid role is the field's error.
    fieldFor: (name) => name.split('.')[0] ?? name,
  });
}

/** Invites a staff user, or edits the names and roles of an account. */
export function StaffModal({ account, onClose }: Props) {
  const used = useStaffForm({ account, onClose });
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  const { field, errors, conflict } = used;
  const close = (): void =>
    void closeForm(onClose, { dirty: used.dirty, lost: m.common_unsavedChanges() });
  return (
    <Modal
      opened
      onClose={close}
      title={
        account === null
          ? m.identity_staff_inviteTitle()
          : m.identity_editPerson({
              firstname: account.firstname,
              lastname: account.lastname,
            })
      }
      size={620}
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
        <div className={classes.fields}>
          <TextInput
            {...field('firstname')}
            label={m.common_firstName()}
            required
            maxLength={100}
            autoComplete="off"
            data-autofocus
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
            className={classes.wide ?? ''}
            label={m.common_email()}
            type="email"
            required
            maxLength={250}
            autoComplete="off"
            disabled={account !== null}
            description={
              errors['email'] === undefined &&
              (account === null ? m.identity_staff_emailHelp() : m.identity_staff_emailOwnerOnly())
            }
          />
          <RolesField used={used} isOwn={account?.locked === 'self'} />
        </div>
        <FormActions
          submit={account === null ? m.identity_staff_invite() : m.common_save()}
          busy={used.busy}
          onCancel={close}
        />
      </form>
    </Modal>
  );
}

/** A role's summary. */
export function privilegeSummary({ privileges }: Pick<StaffRole, 'privileges'>): string {
  if (privileges.length === privilegeKeys.length) return m.identity_staff_everything();
  return privilegeGroups
    .filter((group) => group.privileges.some(({ key }) => privileges.includes(key)))
    .map(({ name }) => name)
    .join(', ');
}

interface RolesProps {
  used: Pick<ReturnType<typeof useStaffForm>, 'values' | 'errors' | 'setValue'>;
  isOwn: boolean;
}

/** The staff roles; ones with more privileges than the user's are disabled. */
function RolesField({ used: { values, errors, setValue }, isOwn }: RolesProps) {
  const roles = useQuery(staffRolesQuery);
  const found = roles.data?.filter(
    ({ id, audience }) => audience === 'staff' || values.roles.includes(String(id)),
  );
  const error = errors['roles'];
  return (
    <Checkbox.Group
      className={classes.wide ?? ''}
      label={m.identity_roles_title()}
      description={isOwn ? m.identity_staff_ownRoles() : undefined}
      required
      error={error}
      value={values.roles}
      onChange={(chosen) => setValue('roles', chosen)}
    >
      <div className={classes.choices}>
        {found?.map((role) => (
          <Checkbox
            key={role.id}
            value={String(role.id)}
            label={role.name}
            description={
              role.isWithinReach ? privilegeSummary(role) : m.identity_staff_roleTooHigh()
            }
            disabled={isOwn || !role.isWithinReach}
            aria-invalid={error !== undefined || undefined}
          />
        ))}
        {roles.isError && (
          <ErrorState text={m.identity_roles_loadFailed()} onRetry={() => void roles.refetch()} />
        )}
        {roles.isPending && <SkeletonRows columns={1} rows={3} />}
      </div>
    </Checkbox.Group>
  );
}
