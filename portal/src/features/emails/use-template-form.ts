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
import { useEditForm, type Labels, type VersionRef } from '../../lib/edit-form/use-edit-form.ts';
import { useDraftName } from '../../lib/form/form-draft.ts';
import { showToast } from '../../lib/toast.ts';
import { notifyAndThrow } from '../../lib/failure.ts';
import { getTemplates, type Draft } from './requests.ts';

/** The form itself shows every failure. */
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
 * Creates a template if the form names its event, else edits the `existing` one; `version` is the loaded
 * version.
 */
async function saveTemplate(existing: VersionRef | null, sent: TemplateToSave): Promise<void> {
  if ('usedFor' in sent) await create({ body: sent });
  else if (existing !== null)
    await update({ params: { id: existing.id }, body: { ...sent, version: existing.version } });
}

const perPage = 75;

/**
 * A template as currently stored; undefined if deleted. No endpoint returns a single one, so this
 * reads the list.
 */
async function findTemplate(id: number): Promise<Template | undefined> {
  for (let page = 1; ; page += 1) {
    const { data, total } = await getTemplates({ query: { page, limit: perPage } });
    const found = data.find((template) => template.id === id);
    if (found !== undefined || page * perPage >= total) return found;
  }
}

/** The form's values; choices are ids as text, empty without a choice. */
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

/** The single-line text fields. */
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

/** The form's initial values; null is a new template. */
function toValues(template: Template | null): TemplateValues {
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

export const toDraft = ({ subject, body, usedFor, unsubscribe }: TemplateValues): Draft => ({
  subject,
  body,
  usedFor,
  unsubscribe,
});

/** Trims a line and collapses its white space. */
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
  /** The template to edit; null creates one. */
  template: Template | null;
  onSaved(): void;
}

const rulesFor = (template: Template | null) => () =>
  import('@lintel/contract/emails/templates').then((module) =>
    template === null ? module.newTemplateForm : module.templateForm,
  );

export function useTemplateForm({ template, onSaved }: Options) {
  const client = useQueryClient();
  const draftName = useDraftName(`template.${template?.id ?? 'new'}`);
  const used = useEditForm({
    draftName,
    item: template,
    toValues,
    labels,
    rules: rulesFor(template),
    save: (seen, sent) => saveTemplate(seen, sent).catch(notifyAndThrow),
    find: findTemplate,
    onSaved: async () => {
      showToast(template === null ? m.common_success() : m.common_updated());
      // Refresh the list first: a reopened form must start from the stored template.
      await client.invalidateQueries({ queryKey: ['emails'] });
      onSaved();
    },
    // Already shown.
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
