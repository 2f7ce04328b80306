import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { SocialTemplate } from '@lintel/contract/marketing/templates';
import { failureText } from '../../../lib/failure.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import {
  WorkspaceButtons,
  WorkspaceSection,
  HtmlField,
  TemplateBar,
  type Workspace,
} from './template-workspace.tsx';
import { formatName, versionPictureQuery } from './pictures.ts';
import { flyerSettingQuery, type TemplateVersion } from './requests.ts';
import { SocialForm } from './social-form.tsx';
import { SocialPicture, StoredPicture } from './social-picture.tsx';
import { VersionsModal } from './versions-modal.tsx';
import classes from './templates.module.css';

interface Props {
  workspace: Workspace;
  /** The selected template. */
  template: SocialTemplate;
  templates: readonly SocialTemplate[];
  mayChange: boolean;
  onSaved: (template: SocialTemplate) => void;
}

/** The selected image template in its current mode. */
export const SocialSection = ({ workspace, template, templates, mayChange, onSaved }: Props) => (
  <WorkspaceSection
    label={workspace.mode === 'new' ? m.marketing_template_new() : template.title}
    mode={workspace.mode}
  >
    {workspace.mode !== 'new' && (
      <SocialBar template={template} workspace={workspace} mayChange={mayChange} />
    )}
    {workspace.mode === 'open' && <SocialView key={template.id} template={template} />}
    {workspace.writing && (
      <SocialForm
        key={`${template.id} ${workspace.mode}`}
        template={template}
        templates={templates}
        isNew={workspace.mode === 'new'}
        onSaved={onSaved}
        onCancel={() => workspace.finish(template.id, 'open')}
        onDirty={workspace.reportDirty}
      />
    )}
  </WorkspaceSection>
);

/** An image template in view mode: its code and its image. */
const SocialView = ({ template }: { template: SocialTemplate }) => (
  <div className={classes.columns}>
    <div className={classes.fields}>
      <HtmlField key={template.version} value={template.body} />
    </div>
    <StoredPicture template={template} />
  </div>
);

interface SocialBarProps {
  template: SocialTemplate;
  workspace: Workspace;
  mayChange: boolean;
}

/** The selected image template's engine, last editor, and actions. */
function SocialBar({ template, workspace, mayChange }: SocialBarProps) {
  const setting = useQuery(flyerSettingQuery).data;
  const [showsVersions, setShowsVersions] = useState(false);
  return (
    <>
      <TemplateBar
        title={template.title}
        text={<EngineNote template={template} />}
        what={m.common_image()}
        known={setting !== undefined}
        change={setting?.value.lastUpdated.socialMediaImageTemplates[template.id]}
      >
        <WorkspaceButtons
          workspace={workspace}
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

interface SocialVersionsProps {
  template: SocialTemplate;
  mayRestore: boolean;
  onClose: () => void;
}

/** The versions of an image template, each with its image. */
const SocialVersions = ({ template, mayRestore, onClose }: SocialVersionsProps) => (
  <VersionsModal
    kind="social"
    template={template}
    mayRestore={mayRestore}
    onClose={onClose}
    renderPreview={(version) => (
      <VersionPicture key={version.version} template={template} version={version} />
    )}
  />
);

function VersionPicture({
  template,
  version,
}: {
  template: SocialTemplate;
  version: TemplateVersion;
}) {
  const { data, error } = useQuery(versionPictureQuery(template.id, version));
  return (
    <SocialPicture
      template={template}
      file={data}
      failure={error === null ? undefined : failureText(error)}
      caption={formatName(template)}
      tallest={320}
    />
  );
}

/** The engine that renders a template, and why. */
const EngineNote = ({ template: { engine, engineReason } }: { template: SocialTemplate }) => (
  <p className={classes.engine}>
    {engine === 'takumi' ? (
      <>
        <StatusBadge status="Takumi" tone="green" />
        {m.marketing_template_fastEngine()}
      </>
    ) : (
      <>
        <StatusBadge status="Chromium" tone="amber" />
        {m.marketing_template_browserEngine()}
        {engineReason === null ? '.' : <>: {engineReason}</>}
      </>
    )}
  </p>
);
