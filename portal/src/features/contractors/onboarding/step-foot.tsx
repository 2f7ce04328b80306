import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { Session } from '@lintel/contract/identity/sessions';
import { accepted } from '../../../lib/api/accepted.ts';
import { isConflict, errorMessage } from '../../../lib/api/api-error.ts';
import { brand, phoneLink } from '../../../lib/brand.ts';
import { sessionQuery } from '../../../lib/session.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Rich } from '../../../ui/rich.tsx';
import classes from './onboarding.module.css';

interface Step {
  call: () => Promise<{ error?: string | undefined; message: string }>;
  onDone: () => void;
  /** The answer no longer matches the current question. */
  onConflict: () => void;
}

/** Submits a step and shows the server's message for 5 seconds. */
export const useStep = ({ call, onDone, onConflict }: Step) =>
  useAction({
    call: async () => accepted(await call()),
    successToast: ({ message }) => [message, 'success', toastLife.long],
    onDone,
    onFailure: (error) => {
      showToast(errorMessage(error), 'danger', toastLife.long);
      if (isConflict(error)) onConflict();
    },
  });

type Flag = 'needConfirmProviderAgreement' | 'needQuiz';

/** Completes a step: resets its flag at once and reloads the session. */
export function useStepDone(): (flag: Flag) => void {
  const client = useQueryClient();
  return (flag) => {
    client.setQueryData<Session>(
      sessionQuery.queryKey,
      (session) => session && { ...session, [flag]: false },
    );
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
}

interface Props {
  onLogOut: () => void;
  children: ReactNode;
}

/** A step's footer: the support contact, the logout, and the step's button. */
export function StepFoot({ onLogOut, children }: Props) {
  return (
    <div className={classes.foot}>
      <p className={classes.support}>
        <Rich
          text={m.contractors_onboarding_questions({
            supportEmail: brand.supportEmail,
            phone: brand.phone,
          })}
          parts={{
            link: (words) => <a href={`mailto:${brand.supportEmail}`}>{words}</a>,
            link2: (words) => <a href={phoneLink(brand.phone)}>{words}</a>,
          }}
        />
      </p>
      <div className={classes.buttons}>
        <button type="button" className={classes.quiet} onClick={onLogOut}>
          {m.contractors_onboarding_logOut()}
        </button>
        {children}
      </div>
    </div>
  );
}
