import type { SocialTemplate } from '@lintel/contract/marketing-templates';
import { DeskSection } from './desk-section.tsx';
import { SocialBar } from './social-bar.tsx';
import { SocialForm } from './social-form.tsx';
import { SocialView } from './social-view.tsx';
import type { Desk } from './use-desk.ts';

interface Props {
  desk: Desk;
  /** The one that is chosen. */
  template: SocialTemplate;
  templates: readonly SocialTemplate[];
  mayChange: boolean;
  onSaved: (template: SocialTemplate) => void;
}

/** The chosen image template, and what is done with it. */
export const SocialWork = ({ desk, template, templates, mayChange, onSaved }: Props) => (
  <DeskSection label={desk.mode === 'new' ? 'New template' : template.title} mode={desk.mode}>
    {desk.mode !== 'new' && <SocialBar template={template} desk={desk} mayChange={mayChange} />}
    {desk.mode === 'open' && <SocialView key={template.id} template={template} />}
    {desk.writing && (
      <SocialForm
        key={`${template.id} ${desk.mode}`}
        template={template}
        templates={templates}
        isNew={desk.mode === 'new'}
        onSaved={onSaved}
        onCancel={() => desk.finish(template.id, 'open')}
        onDirty={desk.reportDirty}
      />
    )}
  </DeskSection>
);
