import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { SocialTemplate } from '@lintel/contract/marketing-templates';
import { flyerSettingQuery } from './api/get-flyer-setting.ts';
import { DeskButtons } from './desk-buttons.tsx';
import { EngineNote } from './engine-note.tsx';
import { SocialVersions } from './social-versions.tsx';
import { TemplateBar } from './template-bar.tsx';
import type { Desk } from './use-desk.ts';

interface Props {
  template: SocialTemplate;
  desk: Desk;
  mayChange: boolean;
}

/** The chosen image template: what draws it, who changed it last, and what can be done with it. */
export function SocialBar({ template, desk, mayChange }: Props) {
  const setting = useQuery(flyerSettingQuery).data;
  const [showsVersions, setShowsVersions] = useState(false);
  return (
    <>
      <TemplateBar
        title={template.title}
        text={<EngineNote template={template} />}
        what="Image"
        known={setting !== undefined}
        change={setting?.value.lastUpdated.socialMediaImageTemplates[template.id]}
      >
        <DeskButtons
          desk={desk}
          id={template.id}
          mayChange={mayChange}
          onShowVersions={() => setShowsVersions(true)}
        />
      </TemplateBar>
      {showsVersions && (
        <SocialVersions
          template={template}
          mayRestore={mayChange}
          onClose={() => setShowsVersions(false)}
        />
      )}
    </>
  );
}
