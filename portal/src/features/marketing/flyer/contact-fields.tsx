import { TextInput } from '@mantine/core';
import { PhoneField } from '../../../ui/phone-field.tsx';
import type { FlyerFormState } from './use-flyer-form.ts';
import classes from './flyer.module.css';

/** The contact number and its extension, which only goes with a number. */
export function ContactFields({ used: { field, values, setValue } }: { used: FlyerFormState }) {
  const extension = field('extPhone');
  return (
    <div className={classes.contact}>
      <PhoneField
        field={field('phone')}
        label="Contact number"
        value={values.phone}
        onChange={(phone) => {
          setValue('phone', phone);
          if (phone === '') setValue('extPhone', '');
        }}
      />
      <TextInput
        {...extension}
        label="Extension"
        inputMode="numeric"
        disabled={values.phone === ''}
        onBlur={() => {
          setValue('extPhone', values.extPhone.replace(/\D/g, ''));
          extension.onBlur();
        }}
      />
    </div>
  );
}
