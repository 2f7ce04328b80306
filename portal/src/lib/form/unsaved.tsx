import { createContext, use, useEffect, useId, type ReactNode } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { createAtom, useCreateAtom, useSelector, type Atom } from '@tanstack/react-store';
import * as m from '#messages';
import { openDialog } from '../dialog.ts';
import { sessionQuery } from '../session.ts';

type Forms = Atom<readonly string[]>;

const Context = createContext<Forms>(createAtom<readonly string[]>([]));

/** Asks once before the user leaves the page while any form inside has unsaved input. */
export function UnsavedScope({ children }: { children: ReactNode }) {
  const forms = useCreateAtom<readonly string[]>([]);
  return (
    <Context value={forms}>
      <LeaveGuard forms={forms} />
      {children}
    </Context>
  );
}

/** Marks a form as having unsaved input. */
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
  const unsaved = useSelector(forms).length > 0;
  const client = useQueryClient();
  useBlocker({
    disabled: !unsaved,
    enableBeforeUnload: unsaved,
    shouldBlockFn: async ({ current, next }) => {
      // Another section of the page keeps the input; without a session, nothing could be saved.
      const stays = next.pathname === current.pathname;
      if (
        stays ||
        next.pathname === '/login' ||
        client.getQueryData(sessionQuery.queryKey) === undefined
      )
        return false;
      return !(await openDialog({
        title: m.common_unsaved_title(),
        text: m.common_unsaved_pageText(),
        confirm: m.common_unsaved_leave(),
        cancel: m.common_unsaved_stay(),
        tone: 'warning',
      }));
    },
  });
  return null;
}
