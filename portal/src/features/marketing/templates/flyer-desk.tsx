import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { FlyerTemplate } from '@lintel/contract/marketing/templates';
import { openDialog } from '../../../lib/dialog.ts';
import { useSession } from '../../../lib/session.ts';
import { tellFailure } from '../../../lib/unexpected.ts';
import { useAction } from '../../../lib/use-action.ts';
import { IconPlus } from '../../../ui/icons.ts';
import {
  BlockedNotice,
  DeskButtons,
  DeskSection,
  HtmlField,
  TemplateBar,
  TemplatesTab,
  useDesk,
  type Desk,
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
    said: ({ message }) => message,
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
      {(templates) => <FlyerDesk templates={templates} mayChange={mayChange} />}
    </TemplatesTab>
  );
}

interface Props {
  /** At least one. */
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
  ...(inUse && { badge: m.common_inUse() }),
});

/** Select, view, or edit a flyer template, or create one from it. */
function FlyerDesk({ templates, mayChange }: Props) {
  const desk = useDesk();
  const chosen =
    templates.find(({ id }) => id === desk.id) ??
    templates.find(({ inUse }) => inUse) ??
    templates[0];
  const back = (): void => desk.finish(chosen.id, 'open');
  return (
    <>
      <div className={classes.head}>
        <p className={classes.quiet}>{m.marketing_templates_flyersPurpose()}</p>
        {mayChange && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => desk.start(chosen.id, 'new')}
          >
            {m.common_addTemplate_upper()}
          </Button>
        )}
      </div>
      <TemplateGallery
        label={m.marketing_template_label()}
        items={templates.map(itemOf)}
        value={chosen.id}
        onChange={desk.choose}
      />
      <DeskSection
        label={desk.mode === 'new' ? m.marketing_template_new() : chosen.title}
        mode={desk.mode}
      >
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

/** A flyer template in view mode: its values and images. */
function FlyerView({ template }: { template: FlyerTemplate }) {
  const preview = useFlyerPreview(tellFailure);
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
  desk: Desk;
  mayChange: boolean;
}

/** The selected flyer template's last editor and actions. */
function FlyerBar({ template, desk, mayChange }: FlyerBarProps) {
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
        {mayChange && !template.inUse && !desk.writing && (
          <Button variant="light" loading={busy} disabled={!ready} onClick={() => choose(template)}>
            {m.marketing_template_use()}
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

interface FlyerVersionsProps {
  template: FlyerTemplate;
  mayRestore: boolean;
  onClose: () => void;
}

/** The versions of a flyer template, each with its PDF. */
function FlyerVersions({ template, mayRestore, onClose }: FlyerVersionsProps) {
  const preview = useFlyerPreview(tellFailure);
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
