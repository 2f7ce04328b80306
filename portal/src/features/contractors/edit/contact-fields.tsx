import { TextInput } from '@mantine/core';
import { PhoneField } from '../../../ui/phone-field.tsx';
import type { UsedEditForm } from './use-edit-form.ts';
import classes from './edit.module.css';

/** The contact of a contractor without a user. */
export function ContactFields({ used: { field, values, setValue } }: { used: UsedEditForm }) {
  return (
    <>
      <TextInput
        {...field('companyName')}
        className={classes.wide ?? ''}
        label="Company Name"
        required
        maxLength={240}
        autoComplete="off"
      />
      <TextInput
        {...field('firstName')}
        label="First Name"
        required
        maxLength={250}
        autoComplete="off"
      />
      <TextInput
        {...field('lastName')}
        label="Last Name"
        required
        maxLength={250}
        autoComplete="off"
      />
      <PhoneField
        label="Phone"
        field={field('phone')}
        value={values.phone}
        onChange={(digits) => setValue('phone', digits)}
        required
      />
      <TextInput
        {...field('email')}
        label="E-mail"
        type="email"
        required
        maxLength={250}
        autoComplete="off"
      />
    </>
  );
}
