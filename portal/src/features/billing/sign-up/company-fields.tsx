import { TextInput } from '@mantine/core';
import { Link } from '../../../ui/link.tsx';
import { PhoneField } from '../../../ui/phone-field.tsx';
import type { UsedSignUpForm } from './use-sign-up-form.ts';
import classes from './sign-up.module.css';

/** Who signs up. */
export function CompanyFields({ used }: { used: UsedSignUpForm }) {
  const { field, values, setValue } = used;
  return (
    <fieldset className={classes.section}>
      <legend>2. Tell us about your company</legend>
      <div className={classes.fields}>
        <TextInput
          {...field('companyName')}
          label="Company name"
          required
          maxLength={240}
          autoComplete="organization"
        />
        <TextInput
          {...field('websiteUrl')}
          label="Website"
          description="Leave it empty if you have none."
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
        />
        <div className={classes.whole}>
          <TextInput
            {...field('companyAddress')}
            label="Company address"
            required
            maxLength={250}
            autoComplete="street-address"
          />
        </div>
        <TextInput
          {...field('firstName')}
          label="First name"
          required
          maxLength={100}
          autoComplete="given-name"
        />
        <TextInput
          {...field('lastName')}
          label="Last name"
          required
          maxLength={100}
          autoComplete="family-name"
        />
        <EmailField used={used} />
        <PhoneField
          label="Phone"
          field={field('phone')}
          value={values.phone}
          onChange={(phone) => setValue('phone', phone)}
          required
        />
      </div>
    </fieldset>
  );
}

/** The e-mail; one that has an account already leads to the sign-in. */
function EmailField({ used: { field, values, registered } }: { used: UsedSignUpForm }) {
  const known = registered !== null && values.email.trim() === registered;
  return (
    <div>
      <TextInput
        {...field('email')}
        label="E-mail"
        type="email"
        required
        inputMode="email"
        autoComplete="email"
      />
      {known && (
        <p className={classes.signIn}>
          <Link to={`/login?email=${encodeURIComponent(registered)}`}>
            Sign in with this e-mail
          </Link>
        </p>
      )}
    </div>
  );
}
