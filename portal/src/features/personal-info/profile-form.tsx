import { TextInput } from '@mantine/core';
import { EditableForm } from '../../ui/editable-form.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { useProfileForm, type ProfileFormOptions } from './use-profile-form.ts';

/** Names, e-mail and, for a contractor, the phone. */
export function ProfileForm(options: ProfileFormOptions) {
  const { form, field, values, errors, busy, setValue } = useProfileForm(options);
  return (
    <EditableForm form={form} busy={busy} onCancel={options.onClose}>
      <TextInput {...field('firstname')} label="First name" required maxLength={100} autoComplete="given-name" />
      <TextInput {...field('lastname')} label="Last name" required maxLength={100} autoComplete="family-name" />
      <TextInput
        {...field('email')}
        label="E-mail"
        type="email"
        required
        maxLength={250}
        autoComplete="email"
        description={
          errors.email === undefined && 'You sign in with it. A new one counts once you open the link that we send to it.'
        }
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
