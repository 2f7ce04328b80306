import type { SocialTemplate } from '@lintel/contract/marketing-templates';
import { ConflictNotice } from './conflict-notice.tsx';
import { SocialFields } from './social-fields.tsx';
import { isSameFormat } from './social-format.ts';
import { SocialFormPicture } from './social-form-picture.tsx';
import { TemplateButtons } from './template-buttons.tsx';
import { useSocialForm, type SocialFormProps } from './use-social-form.ts';
import { useSocialPreview } from './use-social-preview.ts';
import classes from './marketing.module.css';

interface Props extends SocialFormProps {
  /** All of them: a new template is drawn in the place of one with the same format. */
  templates: readonly SocialTemplate[];
  onCancel: () => void;
}

/** The form of an image template, with its picture beside it. */
export function SocialForm({ templates, onCancel, ...props }: Props) {
  const { template, isNew } = props;
  const used = useSocialForm(props);
  const preview = useSocialPreview(used.refuse);
  const { values, busy, conflict, form } = used;
  const drawnAs = [template, ...templates].find((one) => isSameFormat(one, values));
  const show = (): void => {
    if (drawnAs !== undefined) preview.show(drawnAs.id, values);
  };
  return (
    <form
      {...form}
      className={classes.form}
      aria-label={isNew ? 'New image template' : `Edit ${template.title}`}
    >
      <ConflictNotice
        conflict={conflict}
        kind="socialMediaImageTemplates"
        onSaveOver={used.saveOver}
        onReload={used.takeTheirs}
      />
      <div className={classes.columns}>
        <div className={classes.fields}>
          <SocialFields used={used} copyOf={isNew ? template.title : null} />
          <TemplateButtons
            busy={busy}
            preview={{
              busy: preview.busy,
              disabled: drawnAs === undefined || values.body.trim() === '',
            }}
            onPreview={show}
            onCancel={onCancel}
          />
        </div>
        <SocialFormPicture
          template={template}
          values={values}
          made={preview.made}
          busy={preview.busy}
          drawable={drawnAs !== undefined}
        />
      </div>
    </form>
  );
}
