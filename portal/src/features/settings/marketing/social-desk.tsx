import { Button } from '@mantine/core';
import type { SocialTemplate } from '@lintel/contract/marketing-templates';
import { IconPlus } from '../../../ui/icons.ts';
import { OptionPills } from '../../../ui/option-pills.tsx';
import { DeskSection } from './desk-section.tsx';
import { SocialBar } from './social-bar.tsx';
import { SocialForm } from './social-form.tsx';
import { formatWords } from './social-format.ts';
import { SocialView } from './social-view.tsx';
import { TemplateGallery } from './template-gallery.tsx';
import { useDesk } from './use-desk.ts';
import { useFormatFilter } from './use-format-filter.ts';
import classes from './marketing.module.css';

interface Props {
  /** One at least. */
  templates: readonly [SocialTemplate, ...SocialTemplate[]];
  mayChange: boolean;
}

const itemOf = (template: SocialTemplate) => ({
  id: template.id,
  title: template.title,
  text: formatWords(template),
  pictures: [template.previewImage],
});

/** Choose an image template, look at it, change it, or make a new one of it. */
export function SocialDesk({ templates, mayChange }: Props) {
  const desk = useDesk();
  const { network, type, left, clear } = useFormatFilter(templates);
  // What is written stays on the desk, whatever the filter shows.
  const within = desk.writing ? templates : left;
  const chosen = within.find(({ id }) => id === desk.id) ?? left[0] ?? templates[0];
  const saved = ({ id }: SocialTemplate): void => {
    clear();
    desk.finish(id, 'open');
  };
  return (
    <>
      <div className={classes.head}>
        <div className={classes.filters}>
          <OptionPills label="Network" {...network} />
          <OptionPills label="Content type" {...type} />
        </div>
        {mayChange && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => desk.start(chosen.id, 'new')}>
            ADD TEMPLATE
          </Button>
        )}
      </div>
      <TemplateGallery label="Image template" items={left.map(itemOf)} value={chosen.id} onChange={desk.choose} />
      {left.length === 0 && <p className={classes.quiet}>There is no template in this format yet.</p>}
      <DeskSection label={desk.mode === 'new' ? 'New template' : chosen.title} mode={desk.mode}>
        {desk.mode !== 'new' && <SocialBar template={chosen} desk={desk} mayChange={mayChange} />}
        {desk.mode === 'open' && <SocialView key={chosen.id} template={chosen} />}
        {desk.writing && (
          <SocialForm
            key={`${chosen.id} ${desk.mode}`}
            template={chosen}
            templates={templates}
            isNew={desk.mode === 'new'}
            onSaved={saved}
            onCancel={() => desk.finish(chosen.id, 'open')}
            onDirty={desk.reportDirty}
          />
        )}
      </DeskSection>
    </>
  );
}
