import { createContext, use, useEffect, useId, useState, type ReactNode } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { openDialog } from '../dialog.ts';
import { sessionQuery } from '../session.ts';
import { makeStore, useStore, type Store } from '../store.ts';

type Forms = Store<readonly string[]>;

const Context = createContext<Forms>(makeStore<readonly string[]>([]));

/** Asks once before the page is left while any form inside holds something unsaved. */
export function UnsavedScope({ children }: { children: ReactNode }) {
  const [forms] = useState(() => makeStore<readonly string[]>([]));
  return (
    <Context value={forms}>
      <LeaveGuard forms={forms} />
      {children}
    </Context>
  );
}

/** Tells the page that a form holds something unsaved. */
export function useUnsaved(unsaved: boolean): void {
  const forms = use(Context);
  const id = useId();
  useEffect(() => {
    if (!unsaved) return undefined;
    forms.set([...forms.get(), id]);
    return () => forms.set(forms.get().filter((form) => form !== id));
  }, [forms, id, unsaved]);
}

function LeaveGuard({ forms }: { forms: Forms }) {
  const unsaved = useStore(forms).length > 0;
  const client = useQueryClient();
  useBlocker({
    disabled: !unsaved,
    enableBeforeUnload: unsaved,
    shouldBlockFn: async ({ current, next }) => {
      // Going to another section leaves nothing; without a session there is nobody who could save.
      const stays = next.pathname === current.pathname;
      if (
        stays ||
        next.pathname === '/login' ||
        client.getQueryData(sessionQuery.queryKey) === undefined
      )
        return false;
      return !(await openDialog({
        title: m.common_leave_without_saving(),
        text: m.common_your_changes_to_this_page(),
        confirm: m.common_leave(),
        cancel: m.common_stay(),
        tone: 'warning',
      }));
    },
  });
  return null;
}
