import {
  useEffect,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { FormActions } from './form-actions.tsx';
import classes from './editable-card.module.css';

interface Props {
  /** Of `useContractForm`. */
  form: {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: boolean;
    onSubmit: (event: FormEvent) => void;
  };
  busy: boolean;
  submit?: string;
  onCancel: () => void;
  children: ReactNode;
}

/**
 * The form of a card that is edited: it takes the focus, and Escape cancels it unless it is being
 * saved.
 */
export function EditableForm({ form, busy, submit = 'Save', onCancel, children }: Props) {
  const { ref } = form;
  useEffect(() => firstField(ref.current)?.focus(), [ref]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || busy || isOpenList(event.target))
      return;
    event.preventDefault();
    onCancel();
  };
  return (
    <div onKeyDown={onKeyDown}>
      <form {...form} className={classes.form}>
        {children}
        <FormActions submit={submit} busy={busy} onCancel={onCancel} />
      </form>
    </div>
  );
}

/** Escape closes an open list first. */
const isOpenList = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true';

/** Where typing starts; of radio buttons, the one that is chosen. */
function firstField(root: HTMLElement | null): HTMLElement | null {
  const first =
    root?.querySelector<HTMLInputElement>(
      'input:not([hidden], :disabled, [readonly]), textarea, select',
    ) ?? null;
  if (first?.type !== 'radio') return first;
  return root?.querySelector<HTMLInputElement>(`input[name="${first.name}"]:checked`) ?? first;
}
