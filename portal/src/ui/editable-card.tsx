import {
  createContext,
  use,
  useEffect,
  useRef,
  useState,
  type ReactNode,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { Button } from '@mantine/core';
import * as m from '#messages';
import { Card } from './card.tsx';
import { FormActions } from './form-actions.tsx';
import { IconPencil } from './icons.ts';
import classes from './editable-card.module.css';

interface Place {
  card: string;
  /** The part of the card being edited. */
  part: string;
}

const Context = createContext<
  readonly [Place | null, (change: (now: Place | null) => Place | null) => void]
>([null, () => undefined]);

/** Tracks which card inside is being edited, one at a time. Resets on unmount. */
export function EditingScope({ children }: { children: ReactNode }) {
  const state = useState<Place | null>(null);
  return <Context value={state}>{children}</Context>;
}

/**
 * Whether this card is being edited (`part` says which part) or locked because another one is.
 * Starting here ends editing elsewhere.
 */
export function useEditing(card: string) {
  const [place, change] = use(Context);
  const part = place?.card === card ? place.part : null;
  return {
    part,
    locked: place !== null && part === null,
    start: (part: string): void => change(() => ({ card, part })),
    stop: (): void => change((now) => (now?.card === card ? null : now)),
  };
}

/**
 * A ref for a card: when editing ends, focus returns to the button inside it whose `data-opens`
 * names the part.
 */
export function useFocusBack(part: string | null) {
  const root = useRef<HTMLDivElement>(null);
  const last = useRef(part);
  useEffect(() => {
    const before = last.current;
    last.current = part;
    if (before !== null && part === null)
      root.current?.querySelector<HTMLElement>(`[data-opens="${before}"]`)?.focus();
  }, [part]);
  return root;
}

interface LockableProps {
  /** Identifies the card within its `EditingScope`. */
  name: string;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A card that is dimmed and inert while another card of its `EditingScope` is being edited. */
export function LockableCard({ name, title, text, action, children }: LockableProps) {
  const { part, locked } = useEditing(name);
  const root = useFocusBack(part);
  return (
    <div
      ref={root}
      className={classes.lockable}
      role="group"
      aria-label={title}
      aria-disabled={locked || undefined}
      inert={locked}
      data-editing={part !== null || undefined}
    >
      <Card title={title} text={text} action={action}>
        {children}
      </Card>
    </div>
  );
}

interface EditableProps extends Omit<LockableProps, 'action'> {
  /** Replaces the stored values during editing. Remounts each time. */
  renderForm: (close: () => void) => ReactNode;
  /** Removes the Edit button. */
  readOnly?: boolean;
}

/** A card that shows stored values (its children) and, after Edit, a form for them. */
export function EditableCard({ renderForm, readOnly = false, children, ...card }: EditableProps) {
  const { part, start, stop } = useEditing(card.name);
  const edit = (
    <Button
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden />}
      aria-label={m.common_editCard({ card: card.title })}
      data-opens="edit"
      onClick={() => start('edit')}
    >
      {m.common_edit()}
    </Button>
  );
  return (
    <LockableCard {...card} action={part === null && !readOnly ? edit : undefined}>
      {part === null ? children : renderForm(stop)}
    </LockableCard>
  );
}

interface Props {
  /** From `useContractForm`. */
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
 * The form of a card being edited: it takes the focus, and Escape cancels unless a save is in
 * progress.
 */
export function EditableForm({ form, busy, submit = m.common_save(), onCancel, children }: Props) {
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

/** The first field to type in; for radio buttons, the selected one. */
function firstField(root: HTMLElement | null): HTMLElement | null {
  const first =
    root?.querySelector<HTMLInputElement>(
      'input:not([hidden], :disabled, [readonly]), textarea, select',
    ) ?? null;
  if (first?.type !== 'radio') return first;
  return root?.querySelector<HTMLInputElement>(`input[name="${first.name}"]:checked`) ?? first;
}
