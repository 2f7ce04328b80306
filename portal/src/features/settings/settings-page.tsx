import {
  createContext,
  lazy,
  Suspense,
  use,
  useEffect,
  useReducer,
  useState,
  type MouseEvent,
} from 'react';
import { Select, Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { CatchBoundary, useNavigate } from '@tanstack/react-router';
import * as m from '#messages';
import type { Access } from '@lintel/contract/core/access';
import type { Session } from '@lintel/contract/identity/sessions';
import { UnsavedScope } from '../../lib/form/unsaved.tsx';
import { may, useSession } from '../../lib/session.ts';
import { useNear } from '../../lib/use-near.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { settingsSections, type SettingsSection } from './settings-sections.ts';
import classes from './settings.module.css';

/** Height of the top bar plus a little of the previous section, in pixels. */
const edge = 200;

const isAtEnd = (): boolean =>
  window.scrollY > 0 && window.innerHeight + window.scrollY >= document.body.scrollHeight - 2;

/** The section in view. `joined` has the ids in display order, separated by spaces. */
function useSectionInView(joined: string): string {
  const [first = ''] = joined.split(' ');
  const [inView, setInView] = useState(first);
  useEffect(() => {
    const ids = joined.split(' ');
    const updateCurrent = (): void => {
      const above = ids.filter(
        (id) => (document.querySelector(`#${id}`)?.getBoundingClientRect().top ?? edge) < edge,
      );
      // The last section may be too short to reach the top edge.
      setInView((isAtEnd() ? ids.at(-1) : above.at(-1)) ?? ids[0] ?? '');
    };
    // Sections grow as they load; the observer also fires once at the start.
    const growth = new ResizeObserver(updateCurrent);
    growth.observe(document.body);
    window.addEventListener('scroll', updateCurrent, { passive: true });
    return () => {
      growth.disconnect();
      window.removeEventListener('scroll', updateCurrent);
    };
  }, [joined]);
  return inView;
}

const visibleSections = (session: Session): SettingsSection[] =>
  settingsSections.filter(({ access }) => may(session, access));

const isCurrent = ({ id }: SettingsSection): boolean => `#${id}` === window.location.hash;

/**
 * Loads the first visible section with its data, so nothing moves when the page appears. The others
 * load as they come near the window.
 */
export const load = async ({ client, session }: LoadContext): Promise<void> => {
  const sections = visibleSections(session);
  const current = sections.find(isCurrent) ?? sections[0];
  // The section itself shows the failure and a retry button.
  await Promise.allSettled([current?.load(), current?.prefetch?.(client)]);
};

export function SettingsPage() {
  const session = useSession();
  return (
    <>
      <PageHeader title={m.screens_settings()} purpose={m.common_settingsPurpose()} />
      <UnsavedScope>
        <SectionList sections={visibleSections(session)} switched={session.switched} />
      </UnsavedScope>
    </>
  );
}

const path = '/manage/settings';

interface Props {
  sections: readonly SettingsSection[];
  /** Whether the switched account's banner stays at the top, where the section select would be. */
  switched?: boolean;
}

/** The sections in one column, with navigation if there are several. */
export function SectionList({ sections, switched = false }: Props) {
  const several = sections.length > 1;
  return (
    <div className={classes.layout} data-several={several || undefined}>
      {several && <SectionLinks sections={sections} switched={switched} />}
      <div className={classes.sections}>
        {sections.map((section, index) => (
          <SectionFrame
            key={section.id}
            section={section}
            first={index === 0 || isCurrent(section)}
          />
        ))}
      </div>
    </div>
  );
}

/** Links in a wide window, a select in a narrow one. */
function SectionLinks({ sections, switched }: Props) {
  const inView = useSectionInView(sections.map(({ id }) => id).join(' '));
  const navigate = useNavigate();
  // The router scrolls only when the anchor changes, but users can pick the same one again.
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
    <nav
      className={classes.navigation}
      aria-label={m.common_sections()}
      data-switched={switched || undefined}
    >
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
        aria-label={m.settings_section_label()}
        data={sections.map(({ id, title }) => ({ value: id, label: title }))}
        value={inView}
        onChange={(id) => id !== null && go(id)}
      />
    </nav>
  );
}

/** Reloads the surrounding section, which would otherwise keep its failed import. */
const Retry = createContext<() => void>(() => undefined);

const Failed = () => <ErrorState text={m.settings_section_loadFailed()} onRetry={use(Retry)} />;

/** Explains to staff with read-only access that their role is the reason. */
const ReadOnlyNote = ({ changing }: { changing: Access }) =>
  may(useSession(), changing) ? null : (
    <span className={classes.readOnly}>{m.settings_readOnly()}</span>
  );

/**
 * A section under its title, loaded when it comes near the window. It shows its own error if its
 * code fails to load or throws.
 */
function SectionFrame({ section, first }: { section: SettingsSection; first: boolean }) {
  const { id, title, purpose, changing, load, prefetch } = section;
  const [Content, retry] = useReducer(() => lazy(load), load, lazy);
  const { ref, near } = useNear<HTMLElement>(first);
  const client = useQueryClient();
  useEffect(() => {
    if (near) void prefetch?.(client);
  }, [near, prefetch, client]);
  const skeleton = (
    <Skeleton
      height={320}
      radius="lg"
      role="status"
      aria-label={m.settings_section_loading({ title })}
    />
  );
  return (
    <section id={id} ref={ref} className={classes.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={classes.title}>
        {title}
      </h2>
      <p className={classes.purpose}>
        {purpose}
        {changing && <ReadOnlyNote changing={changing} />}
      </p>
      <Retry value={retry}>
        <CatchBoundary
          getResetKey={() => Content}
          errorComponent={Failed}
          onCatch={() => undefined}
        >
          <Suspense fallback={skeleton}>{near ? <Content /> : skeleton}</Suspense>
        </CatchBoundary>
      </Retry>
    </section>
  );
}
