import { applicationFields, type ApplicationField } from '@lintel/contract/applications/fields';
import type { ApplicationDraft } from '@lintel/contract/applications/form';
import type { PageKey } from './storage.ts';

/**
 * The unsent input and its step. It is stored only for this tab, through a reload or a language
 * switch, because others may use the device.
 */
interface Typed {
  values: ApplicationDraft;
  step: number;
}

const keyOf = ({ pageId }: PageKey): string => `lintel.typed.page-${pageId}`;
const isField = (name: string): name is ApplicationField => Object.hasOwn(applicationFields, name);

/** The form's answers among these entries. */
function answersIn(entries: Iterable<[string, unknown]>): ApplicationDraft {
  const answers: ApplicationDraft = {};
  for (const [name, value] of entries)
    if (isField(name) && typeof value === 'string') answers[name] = value;
  return answers;
}

/** What was typed before the script loaded. */
export const typedInto = (form: HTMLFormElement): ApplicationDraft =>
  answersIn([...new FormData(form)].filter(([, value]) => value !== ''));

export function typedBefore(page: PageKey): Typed {
  try {
    const { values, step }: { values: object; step: unknown } = JSON.parse(
      sessionStorage.getItem(keyOf(page)) ?? '{"values":{}}',
    );
    return { values: answersIn(Object.entries(values)), step: typeof step === 'number' ? step : 0 };
  } catch {
    return { values: {}, step: 0 };
  }
}

/** Stores it; null removes it. */
export function keepTyped(page: PageKey, typed: Typed | null): void {
  try {
    if (typed === null) sessionStorage.removeItem(keyOf(page));
    else sessionStorage.setItem(keyOf(page), JSON.stringify(typed));
  } catch {
    // Private windows may block storage: then a reload starts with the server's data.
  }
}
