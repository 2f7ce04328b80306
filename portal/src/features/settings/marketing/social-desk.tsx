import type { SocialTemplate } from '@lintel/contract/marketing-templates';
import { formatWords } from './social-format.ts';
import { SocialHead } from './social-head.tsx';
import { SocialWork } from './social-work.tsx';
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
  pictures: { image: template.previewImage },
});

/** Choose an image template, look at it, change it, or make a new one of it. */
export function SocialDesk({ templates, mayChange }: Props) {
  const desk = useDesk();
  const filter = useFormatFilter(templates);
  const { left } = filter;
  // What is written stays on the desk, whatever the filter shows.
  const within = desk.writing ? templates : left;
  const chosen = within.find(({ id }) => id === desk.id) ?? left[0] ?? templates[0];
  const saved = ({ id }: SocialTemplate): void => {
    filter.clear();
    desk.finish(id, 'open');
  };
  return (
    <>
      <SocialHead
        filter={filter}
        onAdd={mayChange ? () => desk.start(chosen.id, 'new') : undefined}
      />
      <TemplateGallery
        label="Image template"
        items={left.map(itemOf)}
        value={chosen.id}
        onChange={desk.choose}
      />
      {left.length === 0 && (
        <p className={classes.quiet}>There is no template in this format yet.</p>
      )}
      <SocialWork
        desk={desk}
        template={chosen}
        templates={templates}
        mayChange={mayChange}
        onSaved={saved}
      />
    </>
  );
}
