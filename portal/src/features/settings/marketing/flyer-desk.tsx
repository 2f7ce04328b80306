import { Button } from '@mantine/core';
import type { FlyerTemplate } from '@lintel/contract/marketing-templates';
import { IconPlus } from '../../../ui/icons.ts';
import { DeskSection } from './desk-section.tsx';
import { FlyerBar } from './flyer-bar.tsx';
import { FlyerForm } from './flyer-form.tsx';
import { FlyerView } from './flyer-view.tsx';
import { TemplateGallery } from './template-gallery.tsx';
import { useDesk } from './use-desk.ts';
import classes from './marketing.module.css';

interface Props {
  /** One at least. */
  templates: readonly [FlyerTemplate, ...FlyerTemplate[]];
  mayChange: boolean;
}

const itemOf = ({
  id,
  title,
  inUse,
  previewImageFrontSide,
  previewImageBackSide,
}: FlyerTemplate) => ({
  id,
  title,
  pictures: { front: previewImageFrontSide, back: previewImageBackSide },
  ...(inUse && { badge: 'In use' }),
});

/** Choose a flyer template, look at it, change it, or make a new one of it. */
export function FlyerDesk({ templates, mayChange }: Props) {
  const desk = useDesk();
  const chosen =
    templates.find(({ id }) => id === desk.id) ??
    templates.find(({ inUse }) => inUse) ??
    templates[0];
  const back = (): void => desk.finish(chosen.id, 'open');
  return (
    <>
      <div className={classes.head}>
        <p className={classes.quiet}>
          Flyers are made from the template in use, with each contractor’s own words and logo.
        </p>
        {mayChange && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => desk.start(chosen.id, 'new')}
          >
            ADD TEMPLATE
          </Button>
        )}
      </div>
      <TemplateGallery
        label="Template"
        items={templates.map(itemOf)}
        value={chosen.id}
        onChange={desk.choose}
      />
      <DeskSection label={desk.mode === 'new' ? 'New template' : chosen.title} mode={desk.mode}>
        {desk.mode !== 'new' && <FlyerBar template={chosen} desk={desk} mayChange={mayChange} />}
        {desk.mode === 'open' && <FlyerView key={chosen.id} template={chosen} />}
        {desk.writing && (
          <FlyerForm
            key={`${chosen.id} ${desk.mode}`}
            template={chosen}
            isNew={desk.mode === 'new'}
            onSaved={({ id }) => desk.finish(id, 'open')}
            onCancel={back}
            onDirty={desk.reportDirty}
          />
        )}
      </DeskSection>
    </>
  );
}
