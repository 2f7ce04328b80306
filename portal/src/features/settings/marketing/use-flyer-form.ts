import { useQueryClient } from '@tanstack/react-query';
import type { FlyerTemplate } from '@lintel/contract/marketing-templates';
import { flyerSettingQuery } from './api/get-flyer-setting.ts';
import { flyerTemplatesQuery } from './api/get-flyer-templates.ts';
import { saveFlyerTemplate } from './api/save-flyer-template.ts';
import { useTemplateForm } from './use-template-form.ts';

export interface FlyerFormProps {
  /** The template that is changed, or that a new one starts as a copy of. */
  template: FlyerTemplate;
  isNew: boolean;
  onSaved: (template: FlyerTemplate) => void;
  onDirty: (dirty: boolean) => void;
}

const labels = { title: 'Title', description: 'Description', body: 'HTML code' };
const rules = () =>
  import('@lintel/contract/marketing-templates').then((module) => module.createFlyerTemplate.body);

/** The form of a flyer template. */
export function useFlyerForm({ template, isNew, onSaved, onDirty }: FlyerFormProps) {
  const client = useQueryClient();
  return useTemplateForm({
    template: isNew ? null : template,
    labels,
    valuesOf: (stored) => {
      const { title, description, body } = stored ?? {
        title: '',
        description: '',
        body: template.body,
      };
      return { title, description, body: body.trim() };
    },
    rules,
    save: saveFlyerTemplate,
    reread: async () => {
      const setting = client.invalidateQueries(flyerSettingQuery);
      const stored = await client.fetchQuery({ ...flyerTemplatesQuery, staleTime: 0 });
      await setting;
      return stored;
    },
    onSaved,
    onDirty,
  });
}
