import { applicationFields, type ApplicationField } from '@lintel/contract/applications/fields';
import type { ApplicationDraft } from '@lintel/contract/applications/form';
import type { PageKey } from './storage.ts';

/**
 * The unsent input and its step. It is stored only for this tab, through a reload or a language
 * switch, because others may use the device.
 */
interface TypedInput {
  values: ApplicationDraft;
  step: number;
}

const storageKey = ({ pageId }: PageKey): string => `lintel.typed.page-${pageId}`;
const isField = (name: string): name is ApplicationField => Object.hasOwn(applicationFields, name);

/** The form's answers among these entries. */
function pickAnswers(entries: Iterable<[string, unknown]>): ApplicationDraft {
  const answers: ApplicationDraft = {};
  for (const [name, value] of entries)
    if (isField(name) && typeof value === 'string') answers[name] = value;
  return answers;
}

/** What was typed before the script loaded. */
export const readForm = (form: HTMLFormElement): ApplicationDraft =>
  pickAnswers([...new FormData(form)].filter(([, value]) => value !== ''));

export function loadTyped(page: PageKey): TypedInput {
  try {
    const { values, step }: { values: object; step: unknown } = JSON.parse(
      sessionStorage.getItem(storageKey(page)) ?? '{"values":{}}',
    );
    return {
      values: pickAnswers(Object.entries(values)),
      step: typeof step === 'number' ? step : 0,
    };
  } catch {
    return { values: {}, step: 0 };
  }
}

/** Stores it; null removes it. */
export function storeTyped(page: PageKey, typed: TypedInput | null): void {
  try {
    if (typed === null) sessionStorage.removeItem(storageKey(page));
    else sessionStorage.setItem(storageKey(page), JSON.stringify(typed));
  } catch {
    // Private windows may block storage: then a reload starts with the server's data.
  }
}
