import * as m from '#messages';
import { useEffect, useRef } from 'react';
import type { ApplicationDraft } from '@lintel/contract/applications/form';
import { wholeDollars } from '../money.ts';
import { AgreedLink, NoticesLink } from './use-consents.tsx';
import { FormSteps } from './form-steps.tsx';
import type { IslandData } from './island-data.ts';
import { lazyComponent } from './lazy-component.tsx';
import { Searching } from './results.tsx';
import { useApplication, type ApplicationControls } from './use-application.ts';

/** The results load while the form is filled in. */
const Outcome = lazyComponent(() => import('./outcome.tsx').then((module) => module.Outcome));
const ReturnLink = lazyComponent(() =>
  import('./return-link.tsx').then((module) => module.ReturnLink),
);
const Leave = lazyComponent(() => import('./leave.tsx').then((module) => module.Leave), {
  quiet: true,
});

/** The application states in which the homeowner can read their consents. */
const mayRead: readonly string[] = ['searching', 'offers', 'no_offers', 'withdrawn'];

/** The application form and its results: rendered on the server, interactive in the browser. */
export function ApplicationIsland(data: IslandData) {
  const used = useApplication(data);
  const status = used.application?.status ?? 'draft';
  const props = { data, used };
  return (
    <div className="card">
      {!used.ready && <p className="waiting">{m.form_busy()}</p>}
      {used.invitation && status === 'draft' && <Hello invitation={used.invitation} />}
      {used.isBack && <Welcome application={used.application} />}
      {used.problem !== null && <Problem text={used.problem} />}
      {used.link !== null ? (
        <ReturnLink {...props} link={used.link} />
      ) : (
        <>
          {status === 'draft' && <FormSteps {...props} />}
          {status === 'searching' && <Searching />}
          {status !== 'draft' && status !== 'searching' && <Outcome {...props} />}
          {used.application !== null && mayRead.includes(status) && (
            <AgreedLink data={data} token={used.application.token} />
          )}
          {used.application !== null && used.application.notices > 0 && (
            <NoticesLink data={data} token={used.application.token} />
          )}
          {used.application !== null && <Leave {...props} />}
        </>
      )}
    </div>
  );
}

/** Greets the homeowner by the name that the contractor filled in. */
function Hello({ invitation }: { invitation: ApplicationDraft }) {
  const name = invitation.firstName?.trim();
  if (!name) return null;
  const amount = Number(invitation.requestedAmount);
  return (
    <p className="welcome">
      {amount > 0
        ? m.form_hello_amount({ name, amount: wholeDollars(amount) })
        : m.form_hello({ name })}
    </p>
  );
}

/**
 * Why a call failed. The pressed button may be far below, so the focus moves here, except when the
 * message appears while the person waits.
 */
function Problem({ text }: { text: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (text !== m.problem_late()) line.current?.focus();
  }, [text]);
  return (
    <p className="problem" role="alert" id="problem" tabIndex={-1} ref={line}>
      {text}
    </p>
  );
}

/** Shows returning homeowners that nothing was lost. */
function Welcome({ application }: Pick<ApplicationControls, 'application'>) {
  const name = application?.draft.firstName?.trim();
  if (!name) return null;
  const isDraft = application?.status === 'draft';
  return (
    <p className="welcome">{isDraft ? m.form_welcome_draft({ name }) : m.form_welcome({ name })}</p>
  );
}
