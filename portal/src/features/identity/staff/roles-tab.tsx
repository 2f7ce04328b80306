import { useState } from 'react';
import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { privilegeGroups } from '@lintel/contract/identity/privileges';
import type { deleteRole as endpoint, StaffRole } from '@lintel/contract/identity/roles';
import { call } from '../../../lib/api/call.ts';
import { confirmDelete } from '../../../lib/form/confirmations.ts';
import { formatCount } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { IconCopy, IconPencil, IconTrash } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { RoleModal, type RoleDraft } from './role-modal.tsx';
import { privilegeSummary } from './staff-modal.tsx';
import { staffKey, staffRolesQuery } from './staff-view.ts';
import classes from './staff.module.css';

interface Tools {
  mayChange: boolean;
  onShowHolders(roleId: number): void;
}

const remove = call<typeof endpoint>({ method: 'DELETE', path: '/manage/roles/{id}' });

const blank: RoleDraft = { role: null, name: '', audience: 'staff', privileges: [] };
const copyRole = ({ name, audience, privileges }: StaffRole): RoleDraft => ({
  role: null,
  name: m.identity_role_copyName({ name }).slice(0, 60),
  audience,
  privileges,
});
const toDraft = (role: StaffRole): RoleDraft => ({ ...role, role });

/** The roles with their privileges and holders; create, copy, edit, and delete. */
export function RolesTab({ mayChange, onShowHolders }: Tools) {
  const roles = useQuery(staffRolesQuery);
  const [draft, setDraft] = useState<RoleDraft | null>(null);
  const tools = { mayChange, onShowHolders, onDraft: setDraft };
  if (roles.isError)
    return <ErrorState text={m.identity_roles_loadFailed()} onRetry={() => void roles.refetch()} />;
  if (roles.data === undefined) return <SkeletonRows columns={2} rows={6} />;
  const rolesFor = (audience: StaffRole['audience']) =>
    roles.data.filter((role) => role.audience === audience);
  return (
    <div className={classes.roles}>
      <RoleGroup
        title={m.identity_roles_staffTitle()}
        text={m.identity_roles_staffText()}
        roles={rolesFor('staff')}
        tools={tools}
        action={
          mayChange && (
            <Button onClick={() => setDraft(blank)} className={classes.main ?? ''}>
              {m.identity_role_add()}
            </Button>
          )
        }
      />
      <RoleGroup
        title={m.identity_roles_plansTitle()}
        text={m.identity_roles_plansText()}
        roles={rolesFor('plan')}
        tools={tools}
      />
      {draft !== null && <RoleModal draft={draft} onClose={() => setDraft(null)} />}
    </div>
  );
}

type RoleTools = Tools & { onDraft(draft: RoleDraft): void };

interface GroupProps {
  title: string;
  text: string;
  roles: readonly StaffRole[];
  tools: RoleTools;
  action?: React.ReactNode;
}

const RoleGroup = ({ title, text, roles, tools, action }: GroupProps) => (
  <section aria-label={title}>
    <div className={classes.groupHead}>
      <div>
        <h2 className={classes.groupTitle}>{title}</h2>
        <p className={classes.quiet}>{text}</p>
      </div>
      {action}
    </div>
    <ul className={classes.roleList}>
      {roles.map((role) => (
        <RoleCard key={role.id} role={role} tools={tools} />
      ))}
    </ul>
  </section>
);

function RoleCard({ role, tools }: { role: StaffRole; tools: RoleTools }) {
  return (
    <li className={classes.role}>
      <div className={classes.cardHead}>
        <div className={classes.cell}>
          <h3 className={classes.roleName}>
            {role.name}
            {role.isBuiltIn && <StatusBadge status={m.identity_roles_builtIn()} />}
          </h3>
          <span className={classes.quiet}>{privilegeSummary(role)}</span>
        </div>
        {tools.mayChange && <RoleActions role={role} onDraft={tools.onDraft} />}
      </div>
      <RoleHolders role={role} onShow={tools.onShowHolders} />
      <details>
        <summary className={classes.summary}>
          {formatCount(
            role.privileges.length,
            m.identity_privilege_one(),
            m.identity_privilege_many(),
          )}
        </summary>
        <Privileges role={role} />
      </details>
    </li>
  );
}

/** The first holders by name, and a link to all of them. */
function RoleHolders({ role, onShow }: { role: StaffRole; onShow(roleId: number): void }) {
  const { id, audience, holderCount, holders, plans } = role;
  if (audience === 'plan' && holderCount === 0)
    return (
      <p className={classes.holders}>
        {plans.length === 0
          ? m.identity_roles_noPlan()
          : `${formatCount(plans.length, m.billing_plans_count_one(), m.billing_plans_count_many())}: ${plans.map(({ name }) => name).join(', ')}`}
      </p>
    );
  if (holderCount === 0) return <p className={classes.holders}>{m.identity_roles_noOne()}</p>;
  const names = holders.map(({ name }) => name).join(', ');
  const others = holderCount - holders.length;
  return (
    <p className={classes.holders}>
      <button type="button" className={classes.link} onClick={() => onShow(id)}>
        {formatCount(holderCount, m.identity_person_one(), m.identity_person_many())}
      </button>
      : {names}
      {others > 0 && ` ${m.identity_roles_othersMore({ others })}`}
    </p>
  );
}

/** A role's privileges, in plain words. */
const Privileges = ({ role: { privileges } }: { role: StaffRole }) => (
  <dl className={classes.privileges}>
    {privilegeGroups
      .map((group) => ({
        ...group,
        held: group.privileges.filter(({ key }) => privileges.includes(key)),
      }))
      .filter(({ held }) => held.length > 0)
      .map(({ resource, name, held }) => (
        <div key={resource}>
          <dt>{name}</dt>
          {held.map(({ key, text }) => (
            <dd key={key}>{text}</dd>
          ))}
        </div>
      ))}
  </dl>
);

function RoleActions({ role, onDraft }: { role: StaffRole; onDraft(draft: RoleDraft): void }) {
  const { busy, run } = useAction({
    ask: () =>
      confirmDelete(
        m.identity_roles_deleteTitle(),
        m.identity_roles_deleteQuestion({ role: role.name }),
      ),
    call: () => remove({ params: { id: role.id } }),
    successToast: ({ message }) => message,
    refresh: [staffKey],
    refreshAlways: true,
  });
  const isOpen = !role.isBuiltIn && role.isWithinReach;
  return (
    <Group gap={6} wrap="nowrap">
      <Action
        label={m.identity_roles_copyNamed({ role: role.name })}
        onClick={() => onDraft(copyRole(role))}
      >
        <IconCopy size={16} aria-hidden />
      </Action>
      {isOpen && (
        <>
          <Action
            label={m.identity_roles_editNamed({ role: role.name })}
            onClick={() => onDraft(toDraft(role))}
          >
            <IconPencil size={16} aria-hidden />
          </Action>
          <Action
            label={m.identity_roles_deleteNamed({ role: role.name })}
            onClick={() => void run()}
            busy={busy}
          >
            <IconTrash size={16} aria-hidden />
          </Action>
        </>
      )}
    </Group>
  );
}

interface ActionProps {
  label: string;
  onClick(): void;
  busy?: boolean;
  children: React.ReactNode;
}

const Action = ({ label, onClick, busy = false, children }: ActionProps) => (
  <Tooltip label={label}>
    <ActionIcon variant="default" size={32} aria-label={label} onClick={onClick} loading={busy}>
      {children}
    </ActionIcon>
  </Tooltip>
);
