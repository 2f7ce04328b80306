import { useQueryClient } from '@tanstack/react-query';
import type { output } from 'zod';
import * as m from '#messages';
import type {
  createTemplate,
  newTemplateForm,
  Template,
  templateForm,
  updateTemplate,
} from '@lintel/contract/emails/templates';
import { call } from '../../lib/api/call.ts';
import { useEditForm, type Labels, type Stored } from '../../lib/edit-form/use-edit-form.ts';
import { useKeepAs } from '../../lib/form/form-draft.ts';
import { showToast } from '../../lib/toast.ts';
import { tellAndThrow } from '../../lib/unexpected.ts';
import { getTemplates, type Draft } from './requests.ts';

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
async function saveTemplate(existing: Stored | null, sent: TemplateToSave): Promise<void> {
  if ('usedFor' in sent) await create({ body: sent });
  else if (existing !== null)
    await update({ params: { id: existing.id }, body: { ...sent, version: existing.version } });
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

/** What the form holds; choices are the texts of their ids, empty when nothing is chosen. */
interface TemplateValues {
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
function valuesOf(template: Template | null): TemplateValues {
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

const labels: Labels<TemplateValues> = {
  type: m.common_type(),
  category: m.common_category(),
  subject: m.common_subject(),
  from: m.emails_template_from(),
  to: m.common_to(),
  bcc: m.emails_template_bcc(),
  description: m.common_description(),
  body: m.emails_template_body(),
  unsubscribe: m.emails_template_unsubscribe(),
  enabled: m.emails_template_enabled(),
};

interface Options {
  /** The template that is changed; null makes a new one. */
  template: Template | null;
  onSaved(): void;
}

const rulesFor = (template: Template | null) => () =>
  import('@lintel/contract/emails/templates').then((module) =>
    template === null ? module.newTemplateForm : module.templateForm,
  );

/** The form of a template. */
export function useTemplateForm({ template, onSaved }: Options) {
  const client = useQueryClient();
  const keepAs = useKeepAs(`template.${template?.id ?? 'new'}`);
  const used = useEditForm({
    keepAs,
    item: template,
    valuesOf,
    labels,
    rules: rulesFor(template),
    save: (seen, sent) => saveTemplate(seen, sent).catch(tellAndThrow),
    find: findTemplate,
    onSaved: async () => {
      showToast(template === null ? m.common_success() : m.common_updated());
      // The list first: opened again, the form must start from what is stored now.
      await client.invalidateQueries({ queryKey: ['emails'] });
      onSaved();
    },
    // Told already.
    onFailure: () => undefined,
  });
  const { field, values, setValue } = used;
  const line = (name: LineName) => {
    const given = field(name);
    const leave = (): void => {
      if (collapsed(values[name]) !== values[name]) setValue(name, collapsed(values[name]));
      given.onBlur();
    };
    return { ...given, onBlur: leave };
  };
  return { ...used, line };
}
export type TemplateForm = ReturnType<typeof useTemplateForm>;
