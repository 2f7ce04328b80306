import { TextInput } from '@mantine/core';
import { useSession } from '../../lib/session.ts';
import { EditableForm } from '../../ui/editable-form.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { useProfileForm, type ProfileFormOptions } from './use-profile-form.ts';

const ownEmail = 'You sign in with it. A new one counts once you open the link that we send to it.';
const othersEmail = "Only the account's owner can change its e-mail.";

/**
 * Names, e-mail and, for a contractor, the phone. Whoever has the e-mail can have the password, so
 * it is the account's own to change.
 */
export function ProfileForm(options: ProfileFormOptions) {
  const { form, field, values, errors, busy, setValue } = useProfileForm(options);
  const { switched } = useSession();
  return (
    <EditableForm form={form} busy={busy} onCancel={options.onClose}>
      <TextInput
        {...field('firstname')}
        label="First name"
        required
        maxLength={100}
        autoComplete="given-name"
      />
      <TextInput
        {...field('lastname')}
        label="Last name"
        required
        maxLength={100}
        autoComplete="family-name"
      />
      <TextInput
        {...field('email')}
        label="E-mail"
        type="email"
        required
        maxLength={250}
        autoComplete="email"
        readOnly={switched}
        description={errors.email === undefined && (switched ? othersEmail : ownEmail)}
      />
      {options.company && (
        <PhoneField
          label="Phone"
          required
          field={field('phone')}
          value={values.phone}
          onChange={(phone) => setValue('phone', phone)}
        />
      )}
    </EditableForm>
  );
}
