import type { QueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { signOut, switchBack, switchUser } from '@lintel/contract/identity/sessions';
import { errorMessage } from '../lib/api/api-error.ts';
import { call } from '../lib/api/call.ts';
import { setSwitchedUser } from '../lib/api/send.ts';
import { openDialog } from '../lib/dialog.ts';
import { forgetSession, sessionQuery } from '../lib/session.ts';
import { dropHint } from '../lib/session-hint.ts';
import { broadcastSessionEnd } from '../lib/session-end.ts';
import { withSplash } from '../lib/splash.ts';
import { drafts, removeDrafts } from '../lib/drafts.ts';
import { showToast } from '../lib/toast.ts';

const endSession = call<typeof signOut>({ method: 'POST', path: '/logout' });
const startSwitch = call<typeof switchUser>(
  { method: 'POST', path: '/user/{id}/switch', encoding: 'form' },
  { handles: [403, 500] },
);
const endSwitch = call<typeof switchBack>({ method: 'POST', path: '/user/switch-back' });

export interface AccountTools {
  client: QueryClient;
  go(to: '/' | '/login' | '/personal-info'): Promise<void>;
}

/** Whether the user accepts that signing out deletes drafts in this browser. */
function confirmLosingDrafts(): Promise<boolean> | boolean {
  const count = drafts.names().length;
  if (count === 0) return true;
  return openDialog({
    title: m.shell_signOut_title(),
    text: count === 1 ? m.shell_signOut_oneDraft() : m.shell_signOut_drafts({ count }),
    confirm: count === 1 ? m.shell_signOut_discardOne() : m.shell_signOut_discardAll(),
    cancel: m.common_unsaved_stay(),
    tone: 'warning',
  });
}

/** Signs out, after confirmation if drafts would be lost. */
export async function logOut(tools: AccountTools): Promise<void> {
  if (await confirmLosingDrafts()) await endOwnSession(tools);
}

/** Signs out behind a splash, clears the user's data, and opens the sign-in page. */
const endOwnSession = ({ client, go }: AccountTools): Promise<void> =>
  withSplash(m.shell_signingOut(), async () => {
    try {
      await endSession();
    } catch (error) {
      showToast(errorMessage(error), 'danger');
      return;
    }
    broadcastSessionEnd('signed-out');
    removeDrafts();
    dropHint();
    await go('/login');
    forgetSession(client);
  });

/** Reloads the session and drops the other account's cached data. */
async function changeAccount({ client, go }: AccountTools): Promise<void> {
  await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
  await go('/');
  client.removeQueries({
    predicate: ({ queryKey }) => queryKey[0] !== 'session',
    type: 'inactive',
  });
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
}

/** Switches back to the user's own account and opens the dashboard. */
export const switchBackToOwn = (tools: AccountTools): Promise<void> =>
  withSplash(m.shell_switch_returning(), async () => {
    try {
      await endSwitch();
    } catch (error) {
      showToast(errorMessage(error), 'danger');
      return;
    }
    setSwitchedUser(null);
    await changeAccount(tools);
  });

interface SwitchTarget {
  /** The user's id. */
  id: number;
  name: string;
  /** The purpose of the visit; may be empty. */
  reason: string;
}

/**
 * Switches into a user's account. On failure, shows a message whose confirmation returns to the
 * user's own account.
 */
export async function switchInto(
  tools: AccountTools,
  { id, name, reason }: SwitchTarget,
): Promise<void> {
  try {
    await withSplash(m.shell_switch_opening({ name }), async () => {
      await startSwitch({ params: { id }, body: { reason } });
      await changeAccount(tools);
    });
  } catch (error) {
    const confirmed = await openDialog({
      title: m.shell_switch_error(),
      text: m.shell_switch_errorBack({ error: errorMessage(error) }),
      tone: 'danger',
    });
    if (confirmed) await switchBackToOwn(tools);
  }
}
