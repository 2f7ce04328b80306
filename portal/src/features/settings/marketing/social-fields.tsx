import { Select, TextInput } from '@mantine/core';
import {
  socialNetworks,
  type ContentType,
  type SocialMedia,
} from '@lintel/contract/marketing-constants';
import { HtmlField } from './html-field.tsx';
import { typeLabel, typesOf } from './social-format.ts';
import type { SocialFormState } from './use-social-form.ts';
import classes from './marketing.module.css';

interface Props {
  used: SocialFormState;
  /** The title of the template that a new one starts as a copy of; null for one that exists. */
  copyOf: string | null;
}

/** The fields of an image template. The format of one that exists stays. */
export function SocialFields({ used, copyOf }: Props) {
  const { field, values, setValue, errors } = used;
  return (
    <>
      {copyOf !== null && <p className={classes.quiet}>It starts as a copy of {copyOf}.</p>}
      <TextInput {...field('title')} label="Title" required />
      {copyOf !== null && <FormatFields used={used} />}
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
  const types = typesOf(values.socialMedia);
  const chooseNetwork = (network: SocialMedia): void => {
    const [first] = typesOf(network);
    setValue('socialMedia', network);
    if (first !== undefined && !typesOf(network).includes(values.contentType))
      setValue('contentType', first);
  };
  return (
    <div className={classes.pair}>
      <Select
        label="Network"
        required
        data={socialNetworks.map(({ key, label }) => ({ value: key, label }))}
        value={values.socialMedia}
        error={errors['socialMedia']}
        onChange={(network) => network !== null && chooseNetwork(network as SocialMedia)}
      />
      <Select
        label="Content type"
        required
        data={types.map((type) => ({ value: type, label: typeLabel(type) }))}
        value={values.contentType}
        error={errors['contentType']}
        onChange={(type) => type !== null && setValue('contentType', type as ContentType)}
      />
    </div>
  );
}
