import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { FlyerTemplate } from '@lintel/contract/marketing/templates';
import { ConflictNotice } from './conflict-notice.tsx';
import { BlockedNotice, HtmlField, TemplateButtons } from './template-workspace.tsx';
import { useFlyerPreview } from './pictures.ts';
import { flyerSettingQuery, flyerTemplatesQuery, saveFlyerTemplate } from './requests.ts';
import { useTemplateForm } from './use-template-form.ts';
import classes from './templates.module.css';

interface FlyerFormProps {
  /** The template being edited, or copied as the start of a new one. */
  template: FlyerTemplate;
  isNew: boolean;
  onSaved: (template: FlyerTemplate) => void;
  onDirty: (dirty: boolean) => void;
}

const labels = {
  title: m.common_title(),
  description: m.common_description(),
  body: m.common_htmlCode(),
};
const rules = () =>
  import('@lintel/contract/marketing/templates').then((module) => module.createFlyerTemplate.body);

function useFlyerForm({ template, isNew, onSaved, onDirty }: FlyerFormProps) {
  const client = useQueryClient();
  return useTemplateForm({
    template: isNew ? null : template,
    labels,
    toValues: (stored) => {
      const { title, description, body } = stored ?? {
        title: '',
        description: '',
        body: template.body,
      };
      return { title, description, body: body.trim() };
    },
    rules,
    save: saveFlyerTemplate,
    reread: async () => {
      const setting = client.invalidateQueries(flyerSettingQuery);
      const stored = await client.fetchQuery({ ...flyerTemplatesQuery, staleTime: 0 });
      await setting;
      return stored;
    },
    onSaved,
    onDirty,
  });
}

/** The form of a flyer template, next to images of the stored version. */
export function FlyerForm({ onCancel, ...props }: FlyerFormProps & { onCancel: () => void }) {
  const { template, isNew } = props;
  const used = useFlyerForm(props);
  const preview = useFlyerPreview(used.refuse);
  const { field, values, setValue, errors, busy, conflict, form } = used;
  return (
    <form
      {...form}
      className={classes.form}
      aria-label={
        isNew
          ? m.marketing_template_newFlyer()
          : m.marketing_template_editNamed({ template: template.title })
      }
    >
      <ConflictNotice
        conflict={conflict}
        kind="flyerTemplate"
        onKeep={used.overwriteStored}
        onDiscardOwn={used.discardOwn}
      />
      <div className={classes.columns}>
        <div className={classes.fields}>
          {isNew && <TextInput {...field('title')} label={m.common_title()} required />}
          <TextInput {...field('description')} label={m.common_description()} />
          <HtmlField
            value={values.body}
            onChange={(body) => setValue('body', body)}
            onBlur={field('body').onBlur}
            error={errors['body']}
          />
          <BlockedNotice address={preview.blocked} />
          <TemplateButtons
            busy={busy}
            preview={{ busy: preview.busy, disabled: values.body.trim() === '' }}
            onPreview={() => preview.show(template.id, values.body)}
            onCancel={onCancel}
          />
        </div>
        <div className={classes.previewPane}>
          <p className={classes.quiet}>
            {isNew
              ? m.marketing_template_copyShown({ template: template.title })
              : m.marketing_template_asSaved()}
          </p>
          <FlyerPictures template={template} />
        </div>
      </div>
    </form>
  );
}

/** Both sides of a stored flyer with the demo data. */
export function FlyerPictures({ template }: { template: FlyerTemplate }) {
  const { title, previewImageFrontSide, previewImageBackSide } = template;
  const sides = [
    { side: m.marketing_template_front(), address: previewImageFrontSide },
    { side: m.common_back(), address: previewImageBackSide },
  ];
  return (
    <div className={classes.sides}>
      {sides.map(({ side, address }) => (
        <figure key={side}>
          {address === '' ? (
            <p className={classes.undrawn}>{m.marketing_template_flyerFails()}</p>
          ) : (
            <a
              href={address}
              target="_blank"
              rel="noreferrer"
              title={m.marketing_template_openSide({ side: side.toLowerCase() })}
            >
              <img
                src={address}
                alt={m.marketing_template_sideOf({ side, title })}
                width={1224}
                height={1584}
                decoding="async"
              />
            </a>
          )}
          <figcaption>{m.marketing_template_side({ side })}</figcaption>
        </figure>
      ))}
    </div>
  );
}
