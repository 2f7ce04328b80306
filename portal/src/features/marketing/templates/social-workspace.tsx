import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { contentTypes, socialMedia } from '@lintel/contract/marketing/constants';
import type { SocialTemplate } from '@lintel/contract/marketing/templates';
import { useSession } from '../../../lib/session.ts';
import { IconPlus } from '../../../ui/icons.ts';
import { OptionPills } from '../../../ui/option-pills.tsx';
import { TemplatesTab, useWorkspace } from './template-workspace.tsx';
import { formatName, networkLabel, typeLabel, networkContentTypes } from './pictures.ts';
import { mayChangeImages, socialTemplatesQuery } from './requests.ts';
import { SocialSection } from './social-section.tsx';
import { TemplateGallery } from './template-gallery.tsx';
import classes from './templates.module.css';

interface Option {
  value: string;
  label: string;
}

const all: Option = { value: 'all', label: m.common_all() };

const networks: Option[] = [
  all,
  ...socialMedia.map((key) => ({ value: key, label: networkLabel(key) })),
];
const typesFor = (network: string): Option[] => {
  const known = socialMedia.find((key) => key === network);
  const types = known === undefined ? contentTypes : networkContentTypes(known);
  return [all, ...types.map((type) => ({ value: type, label: typeLabel(type) }))];
};

const fits = (chosen: string, value: string): boolean => chosen === all.value || chosen === value;

/** A filter by network and content type, and the matching templates. */
function useFormatFilter(templates: readonly SocialTemplate[]) {
  const [{ network, type }, setFilter] = useState({ network: 'all', type: 'all' });
  const types = typesFor(network);
  return {
    network: {
      options: networks,
      value: network,
      onChange: (next: string): void =>
        setFilter({
          network: next,
          type: typesFor(next).some(({ value }) => value === type) ? type : 'all',
        }),
    },
    type: {
      options: types,
      value: type,
      onChange: (next: string): void => setFilter({ network, type: next }),
    },
    left: templates.filter(
      ({ socialMedia, contentType }) => fits(network, socialMedia) && fits(type, contentType),
    ),
    /** Resets the filter. */
    clear: (): void => setFilter({ network: 'all', type: 'all' }),
  };
}
type FormatFilter = ReturnType<typeof useFormatFilter>;

/** Social media image templates. */
export function SocialTab() {
  const mayChange = mayChangeImages(useSession());
  return (
    <TemplatesTab list={useQuery(socialTemplatesQuery)} empty={m.marketing_templates_noImages()}>
      {(templates) => <SocialWorkspace templates={templates} mayChange={mayChange} />}
    </TemplatesTab>
  );
}

interface Props {
  /** At least one. */
  templates: readonly [SocialTemplate, ...SocialTemplate[]];
  mayChange: boolean;
}

const toItem = (template: SocialTemplate) => ({
  id: template.id,
  title: template.title,
  text: formatName(template),
  pictures: { image: template.previewImage },
});

/** Select, view, or edit an image template, or create one from it. */
function SocialWorkspace({ templates, mayChange }: Props) {
  const workspace = useWorkspace();
  const filter = useFormatFilter(templates);
  const { left } = filter;
  // An open form keeps its template, whatever the filter matches.
  const within = workspace.writing ? templates : left;
  const chosen = within.find(({ id }) => id === workspace.id) ?? left[0] ?? templates[0];
  const saved = ({ id }: SocialTemplate): void => {
    filter.clear();
    workspace.finish(id, 'open');
  };
  return (
    <>
      <SocialHead
        filter={filter}
        onAdd={mayChange ? () => workspace.start(chosen.id, 'new') : undefined}
      />
      <TemplateGallery
        label={m.marketing_template_image()}
        items={left.map(toItem)}
        value={chosen.id}
        onChange={workspace.choose}
      />
      {left.length === 0 && <p className={classes.quiet}>{m.marketing_templates_noFormat()}</p>}
      <SocialSection
        workspace={workspace}
        template={chosen}
        templates={templates}
        mayChange={mayChange}
        onSaved={saved}
      />
    </>
  );
}

interface SocialHeadProps {
  filter: FormatFilter;
  /** Undefined if the user can't add templates. */
  onAdd: (() => void) | undefined;
}

/** The filter, and a button to add a template. */
const SocialHead = ({ filter: { network, type }, onAdd }: SocialHeadProps) => (
  <div className={classes.head}>
    <div className={classes.filters}>
      <OptionPills label={m.marketing_social_network()} {...network} />
      <OptionPills label={m.marketing_template_contentType()} {...type} />
    </div>
    {onAdd && (
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        {m.common_addTemplate_upper()}
      </Button>
    )}
  </div>
);
