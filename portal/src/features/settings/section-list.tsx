import type { MouseEvent } from 'react';
import { Select } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { SectionFrame } from './section-frame.tsx';
import type { SettingsSection } from './settings-section.ts';
import { useSectionInView } from './use-section-in-view.ts';
import classes from './settings.module.css';

const path = '/manage/settings';

/** The sections below each other, with a way to get to each of them when there are several. */
export function SectionList({ sections }: { sections: readonly SettingsSection[] }) {
  const several = sections.length > 1;
  return (
    <div className={classes.layout} data-several={several || undefined}>
      {several && <SectionLinks sections={sections} />}
      <div className={classes.sections}>
        {sections.map((section) => (
          <SectionFrame key={section.id} section={section} />
        ))}
      </div>
    </div>
  );
}

/** Links in a wide window, a choice in a narrow one. */
function SectionLinks({ sections }: { sections: readonly SettingsSection[] }) {
  const inView = useSectionInView(sections.map(({ id }) => id).join(' '));
  const navigate = useNavigate();
  const go = (id: string): void => void navigate({ to: path, hash: id });
  const follow = (event: MouseEvent, id: string): void => {
    event.preventDefault();
    go(id);
  };
  return (
    <nav className={classes.navigation} aria-label="Sections">
      <ul className={classes.links}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === inView ? 'true' : undefined} onClick={(event) => follow(event, id)}>
              {title}
            </a>
          </li>
        ))}
      </ul>
      <Select
        className={classes.choice ?? ''}
        label="Go to"
        data={sections.map(({ id, title }) => ({ value: id, label: title }))}
        value={inView}
        onChange={(id) => id !== null && go(id)}
      />
    </nav>
  );
}
