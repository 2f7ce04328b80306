import type { MouseEvent } from 'react';
import { Select } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { SectionFrame } from './section-frame.tsx';
import type { SettingsSection } from './settings-section.ts';
import { useSectionInView } from './use-section-in-view.ts';
import classes from './settings.module.css';

const path = '/manage/settings';

interface Props {
  sections: readonly SettingsSection[];
  /**
   * Whether the banner of a switched account stays at the top, where the choice of a section would.
   */
  switched?: boolean;
}

/** The sections below each other, with a way to get to each of them when there are several. */
export function SectionList({ sections, switched = false }: Props) {
  const several = sections.length > 1;
  return (
    <div className={classes.layout} data-several={several || undefined}>
      {several && <SectionLinks sections={sections} switched={switched} />}
      <div className={classes.sections}>
        {sections.map((section) => (
          <SectionFrame key={section.id} section={section} />
        ))}
      </div>
    </div>
  );
}

/** Links in a wide window, a choice in a narrow one. */
function SectionLinks({ sections, switched }: Props) {
  const inView = useSectionInView(sections.map(({ id }) => id).join(' '));
  const navigate = useNavigate();
  // The router scrolls to a new anchor alone, and the same one may be asked for again.
  const go = (id: string): void => {
    document.querySelector(`#${id}`)?.scrollIntoView();
    void navigate({
      to: path,
      hash: id,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    });
  };
  const follow = (event: MouseEvent, id: string): void => {
    event.preventDefault();
    go(id);
  };
  return (
    <nav className={classes.navigation} aria-label="Sections" data-switched={switched || undefined}>
      <ul className={classes.links}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === inView ? 'true' : undefined}
              onClick={(event) => follow(event, id)}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
      <Select
        className={classes.choice ?? ''}
        aria-label="Section"
        data={sections.map(({ id, title }) => ({ value: id, label: title }))}
        value={inView}
        onChange={(id) => id !== null && go(id)}
      />
    </nav>
  );
}
