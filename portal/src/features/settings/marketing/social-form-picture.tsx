import type { SocialTemplate } from '@lintel/contract/marketing-templates';
import { isSameFormat } from './social-format.ts';
import { SocialPicture } from './social-picture.tsx';
import { StoredPicture } from './stored-picture.tsx';
import type { MadePicture, SocialDraft } from './use-social-preview.ts';
import classes from './marketing.module.css';

interface Props {
  /** As it is stored. */
  template: SocialTemplate;
  values: SocialDraft & { title: string };
  /** The last preview. */
  made: MadePicture | null;
  busy: boolean;
  /** Whether a picture can be asked for. */
  drawable: boolean;
}

/**
 * The picture beside the form: the last preview, and before the first one the picture as it is
 * stored.
 */
export function SocialFormPicture({ template, values, made, busy, drawable }: Props) {
  if (made !== null && isSameFormat(made.of, values)) {
    const current = made.of.body.trim() === values.body.trim();
    const caption = current
      ? 'With your changes.'
      : 'As of the last preview: the code has changed since.';
    return <SocialPicture template={values} file={made.file} busy={busy} caption={caption} />;
  }
  if (isSameFormat(template, values)) return <StoredPicture template={template} />;
  return (
    <p className={classes.quiet}>
      {drawable
        ? 'Choose Preview to see the picture in this format.'
        : 'This is the first template in its format: the picture can be seen once it is saved.'}
    </p>
  );
}
