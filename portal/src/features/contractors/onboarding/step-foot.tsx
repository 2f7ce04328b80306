import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Session } from '@lintel/contract/identity/sessions';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { brand, phoneLink } from '../../../lib/brand.ts';
import { sessionQuery } from '../../../lib/session.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import classes from './onboarding.module.css';

interface Outcome {
  error?: string | undefined;
  message: string;
}

/**
 * Waits for the answer to a step and tells it in the server's words, for 5 seconds. `conflict`
 * means that what was answered is no longer what is asked.
 */
export async function outcomeOf(
  request: Promise<Outcome>,
): Promise<'done' | 'refused' | 'conflict'> {
  try {
    const { error, message } = await request;
    showToast(message, error ? 'danger' : 'success', toastLife.long);
    return error ? 'refused' : 'done';
  } catch (error) {
    showToast(messageOf(error), 'danger', toastLife.long);
    return error instanceof ApiError && error.code === 'conflict' ? 'conflict' : 'refused';
  }
}

type Flag = 'needConfirmProviderAgreement' | 'needQuiz';

/** Goes on after a step: its flag is reset at once, and the session is asked for anew. */
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

/** The lower edge of a step: who helps, the way out, and the step's button. */
export function StepFoot({ onLogOut, children }: Props) {
  return (
    <div className={classes.foot}>
      <p className={classes.support}>
        Questions? Write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> or
        call <a href={phoneLink(brand.phone)}>{brand.phone}</a>.
      </p>
      <div className={classes.buttons}>
        <button type="button" className={classes.quiet} onClick={onLogOut}>
          Log out
        </button>
        {children}
      </div>
    </div>
  );
}
