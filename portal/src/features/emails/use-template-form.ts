import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { output } from 'zod';
import type {
  createTemplate,
  newTemplateForm,
  Template,
  templateForm,
  updateTemplate,
} from '@lintel/contract/emails';
import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast } from '../../lib/toast.ts';
import { getTemplates, tellFailure, type Draft } from './requests.ts';

/** The form tells of every failure itself. */
const handles = { handles: [500] };
const create = call<typeof createTemplate>(
  { method: 'POST', path: '/manage/emails/templates', encoding: 'form' },
  handles,
);
const update = call<typeof updateTemplate>(
  { method: 'POST', path: '/manage/emails/templates/{id}', encoding: 'form' },
  handles,
);

type TemplateToSave = output<typeof templateForm> | output<typeof newTemplateForm>;

/**
 * Makes a template when it names its event, and changes the `existing` one otherwise; `version` is
 * the state that was seen.
 */
function saveTemplate(existing: { id: number; version: number }, sent: TemplateToSave) {
  if ('usedFor' in sent) return create({ body: sent });
  return update({ params: { id: existing.id }, body: { ...sent, version: existing.version } });
}

const perPage = 75;

/**
 * A template as it is stored now; undefined when it is gone. There is no call for one alone, so the
 * list is read.
 */
async function findTemplate(id: number): Promise<Template | undefined> {
  for (let page = 1; ; page += 1) {
    const { data, total } = await getTemplates({ query: { page, limit: perPage } });
    const found = data.find((template) => template.id === id);
    if (found !== undefined || page * perPage >= total) return found;
  }
}

/**
 * What somebody else saved since a template was opened. A save after `accept` is meant to replace
 * it.
 */
function useNewerVersion(template: Template | null) {
  const [found, setFound] = useState<Template | null>(null);
  const seen = useRef({ id: template?.id ?? 0, version: template?.version ?? 0 });
  const see = (version: number): void => {
    seen.current = { ...seen.current, version };
    setFound(null);
  };
  return {
    found,
    /** The template to change, with the version that the user has seen. */
    existing: () => seen.current,
    /** From now on this version counts as seen. */
    see,
    forget: (): void => setFound(null),
    accept: (): void => see(found?.version ?? seen.current.version),
    /** Looks up what is stored now, after a conflict. */
    async lookUp(): Promise<void> {
      const stored = await findTemplate(seen.current.id).catch(() => undefined);
      if (stored !== undefined && stored.version > seen.current.version) setFound(stored);
    },
  };
}

/** What the form holds; choices are the texts of their ids, empty when nothing is chosen. */
export interface TemplateValues {
  type: string;
  subject: string;
  from: string;
  to: string;
  bcc: string;
  body: string;
  category: string;
  usedFor: string;
  description: string;
  enabled: boolean;
  unsubscribe: boolean;
}

/** The fields that are a line of text. */
type LineName = 'subject' | 'from' | 'to' | 'bcc' | 'description';

const blank: TemplateValues = {
  type: '',
  subject: '',
  from: '',
  to: '',
  bcc: '',
  body: '',
  category: '',
  usedFor: '',
  description: '',
  enabled: false,
  unsubscribe: false,
};

/** What the form starts with; null is a new template. */
export function valuesOf(template: Template | null): TemplateValues {
  if (template === null) return blank;
  const {
    type,
    category,
    usedFor,
    subject,
    from,
    to,
    bcc,
    body,
    description,
    enabled,
    unsubscribe,
  } = template;
  const choices = {
    type: String(type),
    category: category === null ? '' : String(category.id),
    usedFor: String(usedFor),
  };
  return { ...choices, subject, from, to, bcc, body, description, enabled, unsubscribe };
}

export const draftOf = ({ subject, body, usedFor, unsubscribe }: TemplateValues): Draft => ({
  subject,
  body,
  usedFor,
  unsubscribe,
});

/** A line without white space around it, and with single spaces inside. */
const collapsed = (line: string): string => line.trim().replace(/\s+/g, ' ');

const differs = (values: TemplateValues, initial: TemplateValues): boolean =>
  (Object.keys(blank) as (keyof TemplateValues)[]).some((name) => values[name] !== initial[name]);

interface Options {
  /** The template that is changed; null makes a new one. */
  template: Template | null;
  onSaved(): void;
}

const rulesFor = (template: Template | null) => () =>
  import('@lintel/contract/emails').then((module) =>
    template === null ? module.newTemplateForm : module.templateForm,
  );

const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'conflict';

/**
 * The form of a template: its fields by the contract's rules, and what to do when somebody else was
 * faster.
 */
export function useTemplateForm({ template, onSaved }: Options) {
  const client = useQueryClient();
  const [initial] = useState(() => valuesOf(template));
  const newer = useNewerVersion(template);
  const used = useContractForm({
    initial,
    rules: rulesFor(template),
    onSubmit: async (sent) => {
      newer.forget();
      await saveTemplate(newer.existing(), sent).catch(tellFailure);
      showToast(template === null ? 'Success!' : 'Update successful!');
      // The list first: opened again, the form must start from what is stored now.
      await client.invalidateQueries({ queryKey: ['emails'] });
      onSaved();
    },
    // A toast has told it; a conflict needs a choice besides.
    onFailure: (error) => void (isConflict(error) && newer.lookUp()),
  });
  const { field, values, setValue, form } = used;
  const line = (name: LineName) => {
    const given = field(name);
    const leave = (): void => {
      if (collapsed(values[name]) !== values[name]) setValue(name, collapsed(values[name]));
      given.onBlur();
    };
    return { ...given, onBlur: leave };
  };
  const saveOver = (): void => {
    newer.accept();
    form.ref.current?.requestSubmit();
  };
  const takeTheirs = (): void => {
    if (newer.found !== null) used.reset(valuesOf(newer.found));
    newer.accept();
  };
  return { ...used, line, newer, takeTheirs, saveOver, dirty: differs(values, initial) };
}
export type TemplateForm = ReturnType<typeof useTemplateForm>;
