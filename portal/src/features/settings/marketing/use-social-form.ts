import { useQueryClient } from '@tanstack/react-query';
import type { SocialTemplate } from '@lintel/contract/marketing-templates';
import { flyerSettingQuery } from './api/get-flyer-setting.ts';
import { socialTemplatesQuery } from './api/get-social-templates.ts';
import { saveSocialTemplate } from './api/save-social-template.ts';
import { useTemplateForm } from './use-template-form.ts';

export interface SocialFormProps {
  /** The template that is changed, or that a new one starts as a copy of. */
  template: SocialTemplate;
  isNew: boolean;
  onSaved: (template: SocialTemplate) => void;
  onDirty: (dirty: boolean) => void;
}

const labels = {
  title: 'Title',
  socialMedia: 'Network',
  contentType: 'Content type',
  body: 'HTML code',
};
const rules = () =>
  import('@lintel/contract/marketing-templates').then((module) => module.createSocialTemplate.body);

/** The form of an image template. */
export function useSocialForm({ template, isNew, onSaved, onDirty }: SocialFormProps) {
  const client = useQueryClient();
  return useTemplateForm({
    template: isNew ? null : template,
    labels,
    valuesOf: (stored) => {
      const { socialMedia, contentType, body } = stored ?? template;
      return { title: stored?.title ?? '', socialMedia, contentType, body: body.trim() };
    },
    rules,
    save: saveSocialTemplate,
    reread: async () => {
      const setting = client.invalidateQueries(flyerSettingQuery);
      const stored = await client.fetchQuery({ ...socialTemplatesQuery, staleTime: 0 });
      await setting;
      return stored;
    },
    onSaved,
    onDirty,
  });
}
export type SocialFormState = ReturnType<typeof useSocialForm>;
