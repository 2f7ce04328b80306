import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FlyerTemplate } from '@lintel/contract/marketing-templates';
import { flyerSettingQuery } from './api/get-flyer-setting.ts';
import { DeskButtons } from './desk-buttons.tsx';
import { FlyerVersions } from './flyer-versions.tsx';
import { TemplateBar } from './template-bar.tsx';
import type { Desk } from './use-desk.ts';
import { useFlyerInUse } from './use-flyer-in-use.ts';

interface Props {
  template: FlyerTemplate;
  desk: Desk;
  mayChange: boolean;
}

/** The chosen flyer template: who changed it last, and what can be done with it. */
export function FlyerBar({ template, desk, mayChange }: Props) {
  const setting = useQuery(flyerSettingQuery).data;
  const { busy, ready, choose } = useFlyerInUse();
  const [showsVersions, setShowsVersions] = useState(false);
  return (
    <>
      <TemplateBar
        title={template.title}
        badge={template.inUse ? 'In use' : undefined}
        what="Template"
        known={setting !== undefined}
        change={setting?.value.lastUpdated.flyerTemplate[template.id]}
      >
        {mayChange && !template.inUse && !desk.writing && (
          <Button variant="light" loading={busy} disabled={!ready} onClick={() => choose(template)}>
            Use this template
          </Button>
        )}
        <DeskButtons
          desk={desk}
          id={template.id}
          mayChange={mayChange}
          onShowVersions={() => setShowsVersions(true)}
        />
      </TemplateBar>
      {showsVersions && (
        <FlyerVersions
          template={template}
          mayRestore={mayChange}
          onClose={() => setShowsVersions(false)}
        />
      )}
    </>
  );
}
