import * as m from '#messages';
import { LockableCard, useEditing } from '../../../ui/editable-card.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { LimitedButton } from './limited-button.tsx';
import { TeamForm } from './team-form.tsx';
import { TeamList } from './team-list.tsx';
import { useTeam, type Team } from './use-team.ts';
import classes from './personal-info.module.css';

const name = 'team';
const title = m.identity_team_title();

/** The contractor's team users; hidden without a team limit. */
export function TeamCard({ contractorId }: { contractorId: number }) {
  const { exists, team, failed, retry } = useTeam(contractorId);
  if (!exists) return null;
  return (
    <div className={classes.wide}>
      {team ? (
        <TeamMembers team={team} />
      ) : (
        <LockableCard name={name} title={title}>
          {failed ? (
            <ErrorState text={m.identity_team_loadFailed()} onRetry={retry} />
          ) : (
            <SkeletonRows columns={3} rows={3} />
          )}
        </LockableCard>
      )}
    </div>
  );
}

/** The list, or the form of one user or a new one. */
function TeamMembers({ team }: { team: Team }) {
  const { part, start, stop } = useEditing(name);
  const add = (
    <LimitedButton full={team.count >= team.limit} data-opens="new" onClick={() => start('new')}>
      {m.identity_team_add()}
    </LimitedButton>
  );
  return (
    <LockableCard
      name={name}
      title={m.identity_team_titleCount({ title, count: team.count, limit: team.limit })}
      text={m.identity_team_purpose()}
      action={part === null && add}
    >
      {part !== null ? (
        <TeamForm
          team={team}
          user={team.users.find(({ id }) => String(id) === part) ?? null}
          onClose={stop}
        />
      ) : team.users.length > 0 ? (
        <TeamList team={team} onEdit={({ id }) => start(String(id))} />
      ) : (
        <EmptyState title={m.identity_team_none()} text={m.identity_team_noneText()} />
      )}
    </LockableCard>
  );
}
