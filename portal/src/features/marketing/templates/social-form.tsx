import { Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { socialNetworks, type SocialMedia } from '@lintel/contract/marketing/constants';
import type { SocialTemplate } from '@lintel/contract/marketing/templates';
import { ConflictNotice } from './conflict-notice.tsx';
import { HtmlField, TemplateButtons } from './template-workspace.tsx';
import {
  isSameFormat,
  typeLabel,
  networkContentTypes,
  useSocialPreview,
  type DrawnPicture,
  type SocialDraft,
} from './pictures.ts';
import { flyerSettingQuery, saveSocialTemplate, socialTemplatesQuery } from './requests.ts';
import { SocialPicture, StoredPicture } from './social-picture.tsx';
import { useTemplateForm } from './use-template-form.ts';
import classes from './templates.module.css';

interface SocialFormProps {
  /** The template being edited, or copied as the start of a new one. */
  template: SocialTemplate;
  isNew: boolean;
  onSaved: (template: SocialTemplate) => void;
  onDirty: (dirty: boolean) => void;
}

const labels = {
  title: m.common_title(),
  socialMedia: m.marketing_social_network(),
  contentType: m.marketing_template_contentType(),
  body: m.common_htmlCode(),
};
const rules = () =>
  import('@lintel/contract/marketing/templates').then((module) => module.createSocialTemplate.body);

function useSocialForm({ template, isNew, onSaved, onDirty }: SocialFormProps) {
  const client = useQueryClient();
  return useTemplateForm({
    template: isNew ? null : template,
    labels,
    toValues: (stored) => {
      const { socialMedia, contentType, body } = stored ?? template;
      return { title: stored?.title ?? '', socialMedia, contentType, body: body.trim() };
    },
    rules,
    save: saveSocialTemplate,
    reread: async () => {
      const setting = client.invalidateQueries(flyerSettingQuery);
      const stored = await client.fetchQuery({ ...socialTemplatesQuery, staleTime: 0 });
      await setting;
      return stored;
    },
    onSaved,
    onDirty,
  });
}
type SocialFormState = ReturnType<typeof useSocialForm>;

interface Props extends SocialFormProps {
  /** All templates: a new one is previewed through an existing one with the same format. */
  templates: readonly SocialTemplate[];
  onCancel: () => void;
}

/** The form of an image template, next to its image. */
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
      aria-label={
        isNew
          ? m.marketing_template_newImage()
          : m.marketing_template_editNamed({ template: template.title })
      }
    >
      <ConflictNotice
        conflict={conflict}
        kind="socialMediaImageTemplates"
        onKeep={used.overwriteStored}
        onDiscardOwn={used.discardOwn}
      />
      <div className={classes.columns}>
        <div className={classes.fields}>
          <SocialFields used={used} copiedFrom={isNew ? template.title : null} />
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
          drawn={preview.drawn}
          busy={preview.busy}
          drawable={drawnAs !== undefined}
        />
      </div>
    </form>
  );
}

interface SocialFormPictureProps {
  /** The stored version. */
  template: SocialTemplate;
  values: SocialDraft & { title: string };
  /** The last preview. */
  drawn: DrawnPicture | null;
  busy: boolean;
  /** Whether a preview is possible. */
  drawable: boolean;
}

/** The image next to the form: the last preview, or the stored version before the first preview. */
function SocialFormPicture({ template, values, drawn, busy, drawable }: SocialFormPictureProps) {
  if (drawn !== null && isSameFormat(drawn.draft, values)) {
    const current = drawn.draft.body.trim() === values.body.trim();
    const caption = current
      ? m.marketing_template_withChanges()
      : m.marketing_template_stalePreview();
    return <SocialPicture template={values} file={drawn.file} busy={busy} caption={caption} />;
  }
  if (isSameFormat(template, values)) return <StoredPicture template={template} />;
  return (
    <p className={classes.quiet}>
      {drawable ? m.marketing_template_choosePreview() : m.marketing_template_firstInFormat()}
    </p>
  );
}

interface SocialFieldsProps {
  used: SocialFormState;
  /** The title of the copied template; null when editing. */
  copiedFrom: string | null;
}

/** The fields of an image template. The format of an existing one can't change. */
function SocialFields({ used, copiedFrom }: SocialFieldsProps) {
  const { field, values, setValue, errors } = used;
  return (
    <>
      {copiedFrom !== null && (
        <p className={classes.quiet}>{m.marketing_template_copyOf({ copyOf: copiedFrom })}</p>
      )}
      <TextInput {...field('title')} label={m.common_title()} required />
      {copiedFrom !== null && <FormatFields used={used} />}
      <HtmlField
        value={values.body}
        onChange={(body) => setValue('body', body)}
        onBlur={field('body').onBlur}
        error={errors['body']}
      />
    </>
  );
}

function FormatFields({ used: { values, setValue, errors } }: { used: SocialFormState }) {
  const types = networkContentTypes(values.socialMedia);
  const chooseNetwork = (network: SocialMedia): void => {
    const [first] = networkContentTypes(network);
    setValue('socialMedia', network);
    if (first !== undefined && !networkContentTypes(network).includes(values.contentType))
      setValue('contentType', first);
  };
  return (
    <div className={classes.pair}>
      <Select
        label={m.marketing_social_network()}
        required
        data={socialNetworks.map(({ key, label }) => ({ value: key, label }))}
        value={values.socialMedia}
        error={errors['socialMedia']}
        onChange={(network) => network !== null && chooseNetwork(network)}
      />
      <Select
        label={m.marketing_template_contentType()}
        required
        data={types.map((type) => ({ value: type, label: typeLabel(type) }))}
        value={values.contentType}
        error={errors['contentType']}
        onChange={(type) => type !== null && setValue('contentType', type)}
      />
    </div>
  );
}
