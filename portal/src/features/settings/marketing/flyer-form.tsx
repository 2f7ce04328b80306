import { TextInput } from '@mantine/core';
import { BlockedNotice } from './blocked-notice.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { FlyerPictures } from './flyer-pictures.tsx';
import { HtmlField } from './html-field.tsx';
import { TemplateButtons } from './template-buttons.tsx';
import { useFlyerForm, type FlyerFormProps } from './use-flyer-form.ts';
import { useFlyerPreview } from './use-flyer-preview.ts';
import classes from './marketing.module.css';

/** The form of a flyer template, beside its pictures as it is stored. */
export function FlyerForm({ onCancel, ...props }: FlyerFormProps & { onCancel: () => void }) {
  const { template, isNew } = props;
  const used = useFlyerForm(props);
  const preview = useFlyerPreview(used.refuse);
  const { field, values, setValue, errors, busy, conflict, form } = used;
  return (
    <form
      {...form}
      className={classes.form}
      aria-label={isNew ? 'New flyer template' : `Edit ${template.title}`}
    >
      <ConflictNotice
        conflict={conflict}
        kind="flyerTemplate"
        onSaveOver={used.saveOver}
        onReload={used.takeTheirs}
      />
      <div className={classes.columns}>
        <div className={classes.fields}>
          {isNew && <TextInput {...field('title')} label="Title" required />}
          <TextInput {...field('description')} label="Description" />
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
        <div className={classes.beside}>
          <p className={classes.quiet}>
            {isNew
              ? `It starts as a copy of ${template.title}, which looks like this:`
              : 'As it is saved:'}
          </p>
          <FlyerPictures template={template} />
        </div>
      </div>
    </form>
  );
}
