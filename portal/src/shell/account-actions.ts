import type { QueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { signOut, switchBack, switchUser } from '@lintel/contract/identity/sessions';
import { messageOf } from '../lib/api/api-error.ts';
import { call } from '../lib/api/call.ts';
import { speakFor } from '../lib/api/send.ts';
import { openDialog } from '../lib/dialog.ts';
import { forgetSession, sessionQuery } from '../lib/session.ts';
import { dropHint } from '../lib/session-hint.ts';
import { tellOtherTabs } from '../lib/session-end.ts';
import { withSplash } from '../lib/splash.ts';
import { drafts, forgetDrafts } from '../lib/drafts.ts';
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

/** Whether the user signs out although drafts in this browser are lost. */
function mayLoseDrafts(): Promise<boolean> | boolean {
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

/** Signs out, after a question when drafts are lost. */
export async function logOut(tools: AccountTools): Promise<void> {
  if (await mayLoseDrafts()) await endOwnSession(tools);
}

/** Signs out behind a splash, clears what is known of the user and goes to the sign-in page. */
const endOwnSession = ({ client, go }: AccountTools): Promise<void> =>
  withSplash(m.shell_signingOut(), async () => {
    try {
      await endSession();
    } catch (error) {
      showToast(messageOf(error), 'danger');
      return;
    }
    tellOtherTabs('signed-out');
    forgetDrafts();
    dropHint();
    await go('/login');
    forgetSession(client);
  });

/** Loads the session anew and drops what was answered for the other account. */
async function changeAccount({ client, go }: AccountTools): Promise<void> {
  await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
  await go('/');
  client.removeQueries({
    predicate: ({ queryKey }) => queryKey[0] !== 'session',
    type: 'inactive',
  });
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
}

/** Switches back to the own account and returns to the dashboard. */
export const switchBackToOwn = (tools: AccountTools): Promise<void> =>
  withSplash(m.shell_switch_returning(), async () => {
    try {
      await endSwitch();
    } catch (error) {
      showToast(messageOf(error), 'danger');
      return;
    }
    speakFor(null);
    await changeAccount(tools);
  });

interface SwitchTarget {
  /** The user's id. */
  id: number;
  name: string;
  /** What the visit is for; may be empty. */
  reason: string;
}

/**
 * Switches into a user's account. When that fails the user is told, and confirming returns to the
 * own account.
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
      text: m.shell_switch_errorBack({ error: messageOf(error) }),
      tone: 'danger',
    });
    if (confirmed) await switchBackToOwn(tools);
  }
}
