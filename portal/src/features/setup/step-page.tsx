import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import * as m from '#messages';
import type { ChecklistStep } from '@lintel/contract/setup/checklist';
import { setupStep, setupStepNames } from '@lintel/contract/setup/steps';
import { UnsavedScope } from '../../lib/form/unsaved.tsx';
import { useSession } from '../../lib/session.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { CheckCard } from './check-card.tsx';
import { checklistQuery, mayChangeSetup, settingsQuery } from './requests.ts';
import { SettingsForm } from './settings-form.tsx';
import { stateNames, stateTones } from './state-names.ts';
import classes from './setup.module.css';

export const load = ({ client }: LoadContext): Promise<unknown> =>
  Promise.all([client.prefetchQuery(checklistQuery), client.prefetchQuery(settingsQuery)]);

const route = getRouteApi('/portal/manage/setup/$step');

const back = <Link to="/manage/setup">{m.setup_allSteps()}</Link>;

/** One step of setting up: what is left to do, its settings, and its check. */
export function SetupStepPage() {
  const params = route.useParams();
  const name = setupStepNames.find((one) => one === params.step);
  const checklist = useQuery(checklistQuery);
  const step = checklist.data?.steps.find((one) => one.step === name);
  if (step !== undefined) return <Step step={step} />;
  return (
    <>
      <PageHeader title={m.screens_setup()} purpose={back} />
      <Card>
        {checklist.isPending && <SkeletonRows columns={1} rows={4} />}
        {checklist.isError && <ErrorState onRetry={() => void checklist.refetch()} />}
        {checklist.data && (
          <EmptyState title={m.setup_noStep()} text={m.setup_noStepText()} action={back} />
        )}
      </Card>
    </>
  );
}

function Step({ step }: { step: ChecklistStep }) {
  const mayChange = mayChangeSetup(useSession());
  const settings = useQuery(settingsQuery);
  const { label, purpose, groups, screen, check } = setupStep(step.step);
  const notes = [...step.problems, ...step.testMode];
  return (
    <>
      <PageHeader title={label} purpose={back} />
      <div className={classes.cards}>
        <Card
          title={m.setup_status()}
          text={purpose}
          action={<StatusBadge status={stateNames[step.state]} tone={stateTones[step.state]} />}
        >
          {notes.length > 0 && (
            <ul className={classes.notes}>
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
          {screen !== undefined && <Link to={screen}>{m.setup_openScreen()}</Link>}
        </Card>
        {groups.length > 0 && settings.isPending && (
          <Card>
            <SkeletonRows columns={1} rows={4} />
          </Card>
        )}
        {settings.isError && (
          <Card>
            <ErrorState onRetry={() => void settings.refetch()} />
          </Card>
        )}
        <UnsavedScope>
          {settings.data?.groups
            .filter(({ group }) => groups.includes(group))
            .map((group) => (
              <SettingsForm key={group.version} group={group} mayChange={mayChange} />
            ))}
        </UnsavedScope>
        {check !== undefined && <CheckCard step={step} mayChange={mayChange} />}
      </div>
    </>
  );
}
