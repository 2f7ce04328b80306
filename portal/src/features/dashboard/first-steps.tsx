import { ActionIcon, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { Answer } from '@lintel/contract/core/endpoint';
import type { readFirstSteps } from '@lintel/contract/dashboard';
import { firstSteps, type FirstStep } from '@lintel/contract/identity/preference-constants';
import { usePreference } from '../../lib/preferences.ts';
import { may, useSession } from '../../lib/session.ts';
import { opens } from '../../routes/guard.ts';
import { screenNamed, type ScreenName } from '../../routes/screens.ts';
import { Card } from '../../ui/card.tsx';
import { IconX } from '../../ui/icons.ts';
import { Link } from '../../ui/link.tsx';
import { openSendSheet, sendingAccess } from '../links/index.ts';
import { stepsQuery } from './today/requests.ts';
import classes from './today/today.module.css';

interface StepTexts {
  title: string;
  text: string;
  action: string;
  /** The step's screen; sending a link opens here. */
  screen: ScreenName | null;
}

const words: Record<FirstStep, StepTexts> = {
  page: {
    title: m.dashboard_steps_page(),
    text: m.dashboard_steps_pageText(),
    action: m.dashboard_page_create(),
    screen: 'co-branded',
  },
  logo: {
    title: m.dashboard_steps_logo(),
    text: m.dashboard_steps_logoText(),
    action: m.dashboard_steps_logoAction(),
    screen: 'co-branded',
  },
  link: {
    title: m.dashboard_steps_link(),
    text: m.dashboard_steps_linkText(),
    action: m.common_sendLink(),
    screen: null,
  },
  flyer: {
    title: m.dashboard_steps_flyer(),
    text: m.dashboard_steps_flyerText(),
    action: m.dashboard_steps_flyerAction(),
    screen: 'homeowner-flyer',
  },
};

/**
 * The first steps of a new contractor, until the first application. A step disappears when it is
 * completed or the account dismisses it.
 */
export function FirstSteps({ contractorId }: { contractorId: number }) {
  const { data } = useQuery(stepsQuery(contractorId));
  return data?.isNew ? <StepsLeft done={data.done} /> : null;
}

function StepsLeft({ done }: Pick<Answer<typeof readFirstSteps>, 'done'>) {
  const session = useSession();
  const dismissed = usePreference('first-steps');
  if (dismissed.isPending) return null;
  const left = dismissed.value ?? [];
  const isOpen = ({ screen }: StepTexts): boolean =>
    screen === null ? may(session, sendingAccess) : opens(screenNamed(screen), session);
  // A logo, a link, and a flyer require a page.
  const shown = firstSteps.filter(
    (step) =>
      !done[step] && !left.includes(step) && isOpen(words[step]) && (step === 'page' || done.page),
  );
  if (shown.length === 0) return null;
  return (
    <Card
      title={m.dashboard_steps_title()}
      text={m.dashboard_steps_text()}
      action={
        <Button variant="subtle" size="compact-sm" onClick={() => dismissed.save([...firstSteps])}>
          {m.dashboard_steps_dismissAll()}
        </Button>
      }
    >
      <ol className={classes.list} aria-label={m.dashboard_steps_title()}>
        {shown.map((step) => (
          <li key={step} className={classes.item}>
            <div className={classes.who}>
              <strong>{words[step].title}</strong>
              <span className={classes.quiet}>{words[step].text}</span>
            </div>
            <Action words={words[step]} />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={m.dashboard_steps_dismissNamed({ step: words[step].title })}
              onClick={() => dismissed.save([...left, step])}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const Action = ({ words: { action, screen } }: { words: StepTexts }) =>
  screen === null ? (
    <Button variant="default" size="sm" onClick={() => openSendSheet()}>
      {action}
    </Button>
  ) : (
    <Link to={screenNamed(screen).path} look="outline">
      {action}
    </Link>
  );
