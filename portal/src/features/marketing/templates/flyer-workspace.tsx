import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { FlyerTemplate } from '@lintel/contract/marketing/templates';
import { openDialog } from '../../../lib/dialog.ts';
import { useSession } from '../../../lib/session.ts';
import { notifyFailure } from '../../../lib/failure.ts';
import { useAction } from '../../../lib/use-action.ts';
import { IconPlus } from '../../../ui/icons.ts';
import {
  BlockedNotice,
  WorkspaceButtons,
  WorkspaceSection,
  HtmlField,
  TemplateBar,
  TemplatesTab,
  useWorkspace,
  type Workspace,
} from './template-workspace.tsx';
import { FlyerForm, FlyerPictures } from './flyer-form.tsx';
import { useFlyerPreview } from './pictures.ts';
import {
  mayChangeFlyers,
  flyerSettingQuery,
  flyerTemplatesQuery,
  saveFlyerSetting,
  templatesKey,
} from './requests.ts';
import { TemplateGallery } from './template-gallery.tsx';
import { VersionsModal } from './versions-modal.tsx';
import classes from './templates.module.css';

const confirmed = ({ title }: FlyerTemplate): Promise<boolean> =>
  openDialog({
    title: m.marketing_template_useTitle({ title }),
    text: m.marketing_template_useText(),
    confirm: m.marketing_template_use(),
    cancel: m.common_cancel(),
    tone: 'warning',
  });

/** Makes a template the one in use for flyers, after confirmation. */
function useFlyerInUse() {
  const setting = useQuery(flyerSettingQuery).data;
  const { busy, run } = useAction({
    ask: confirmed,
    call: ({ id }: FlyerTemplate) => saveFlyerSetting(setting?.id ?? 0, { templateId: id }),
    successToast: ({ message }) => message,
    refresh: [templatesKey],
  });
  return {
    busy,
    /** The setting hasn't loaded yet, so nothing can be selected. */
    ready: setting !== undefined,
    choose: (template: FlyerTemplate): void => void run(template),
  };
}

/** Homeowner flyer templates. */
export function FlyerTab() {
  const mayChange = mayChangeFlyers(useSession());
  return (
    <TemplatesTab list={useQuery(flyerTemplatesQuery)} empty={m.marketing_templates_noFlyers()}>
      {(templates) => <FlyerWorkspace templates={templates} mayChange={mayChange} />}
    </TemplatesTab>
  );
}

interface Props {
  /** At least one. */
  templates: readonly [FlyerTemplate, ...FlyerTemplate[]];
  mayChange: boolean;
}

const toItem = ({
  id,
  title,
  inUse,
  previewImageFrontSide,
  previewImageBackSide,
}: FlyerTemplate) => ({
  id,
  title,
  pictures: { front: previewImageFrontSide, back: previewImageBackSide },
  ...(inUse && { badge: m.common_inUse() }),
});

/** Select, view, or edit a flyer template, or create one from it. */
function FlyerWorkspace({ templates, mayChange }: Props) {
  const workspace = useWorkspace();
  const chosen =
    templates.find(({ id }) => id === workspace.id) ??
    templates.find(({ inUse }) => inUse) ??
    templates[0];
  const back = (): void => workspace.finish(chosen.id, 'open');
  return (
    <>
      <div className={classes.head}>
        <p className={classes.quiet}>{m.marketing_templates_flyersPurpose()}</p>
        {mayChange && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => workspace.start(chosen.id, 'new')}
          >
            {m.common_addTemplate_upper()}
          </Button>
        )}
      </div>
      <TemplateGallery
        label={m.marketing_template_label()}
        items={templates.map(toItem)}
        value={chosen.id}
        onChange={workspace.choose}
      />
      <WorkspaceSection
        label={workspace.mode === 'new' ? m.marketing_template_new() : chosen.title}
        mode={workspace.mode}
      >
        {workspace.mode !== 'new' && (
          <FlyerBar template={chosen} workspace={workspace} mayChange={mayChange} />
        )}
        {workspace.mode === 'open' && <FlyerView key={chosen.id} template={chosen} />}
        {workspace.writing && (
          <FlyerForm
            key={`${chosen.id} ${workspace.mode}`}
            template={chosen}
            isNew={workspace.mode === 'new'}
            onSaved={({ id }) => workspace.finish(id, 'open')}
            onCancel={back}
            onDirty={workspace.reportDirty}
          />
        )}
      </WorkspaceSection>
    </>
  );
}

/** A flyer template in view mode: its values and images. */
function FlyerView({ template }: { template: FlyerTemplate }) {
  const preview = useFlyerPreview(notifyFailure);
  return (
    <div className={classes.columns}>
      <div className={classes.fields}>
        <dl className={classes.fact}>
          <dt>{m.common_description()}</dt>
          <dd>{template.description || m.common_none()}</dd>
        </dl>
        <HtmlField key={template.version} value={template.body} />
        <BlockedNotice address={preview.blocked} />
        <div>
          <Button
            variant="default"
            loading={preview.busy}
            onClick={() => preview.show(template.id)}
          >
            {m.common_preview()}
          </Button>
        </div>
      </div>
      <FlyerPictures template={template} />
    </div>
  );
}

interface FlyerBarProps {
  template: FlyerTemplate;
  workspace: Workspace;
  mayChange: boolean;
}

/** The selected flyer template's last editor and actions. */
function FlyerBar({ template, workspace, mayChange }: FlyerBarProps) {
  const setting = useQuery(flyerSettingQuery).data;
  const { busy, ready, choose } = useFlyerInUse();
  const [showsVersions, setShowsVersions] = useState(false);
  return (
    <>
      <TemplateBar
        title={template.title}
        badge={template.inUse ? m.common_inUse() : undefined}
        what={m.marketing_template_label()}
        known={setting !== undefined}
        change={setting?.value.lastUpdated.flyerTemplate[template.id]}
      >
        {mayChange && !template.inUse && !workspace.writing && (
          <Button variant="light" loading={busy} disabled={!ready} onClick={() => choose(template)}>
            {m.marketing_template_use()}
          </Button>
        )}
        <WorkspaceButtons
          workspace={workspace}
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

interface FlyerVersionsProps {
  template: FlyerTemplate;
  mayRestore: boolean;
  onClose: () => void;
}

/** The versions of a flyer template, each with its PDF. */
function FlyerVersions({ template, mayRestore, onClose }: FlyerVersionsProps) {
  const preview = useFlyerPreview(notifyFailure);
  return (
    <VersionsModal
      kind="flyer"
      template={template}
      mayRestore={mayRestore}
      onClose={onClose}
      renderPreview={({ body }) => (
        <>
          <Button
            variant="default"
            loading={preview.busy}
            onClick={() => preview.show(template.id, body)}
          >
            {m.common_preview()}
          </Button>
          <BlockedNotice address={preview.blocked} />
        </>
      )}
    />
  );
}
