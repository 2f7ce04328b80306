import { queryOptions, useQuery } from '@tanstack/react-query';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import * as m from '#messages';
import type { readReferralCode } from '@lintel/contract/billing/sign-up';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { IconGift } from '../../../ui/icons.ts';
import { Link } from '../../../ui/link.tsx';
import { PhoneField } from '../../../ui/phone-field.tsx';
import type { SignUpFormState } from './use-sign-up-form.ts';
import { Rich } from '../../../ui/rich.tsx';
import classes from './sign-up.module.css';

const getReferral = call<typeof readReferralCode>(
  { method: 'GET', path: '/sign-up/referral/{code}' },
  { handles: [500] },
);

/** The code's owner; null if unknown. */
const referralQuery = (code: string) =>
  queryOptions({
    queryKey: ['sign-up', 'referral', code.toUpperCase()],
    enabled: code !== '',
    staleTime: 600_000,
    retry: false,
    queryFn: ({ signal }) =>
      getReferral({ params: { code } }, { signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
  });

const typingPause = 400;

/** The owner of the typed code; undefined while loading, null if unknown or empty. */
export function useReferrer(typed: string) {
  const [code] = useDebouncedValue(typed.trim(), typingPause);
  const { data } = useQuery(referralQuery(code));
  return code === '' ? null : data;
}

interface Props {
  used: SignUpFormState;
  referrer: { companyName: string } | null | undefined;
  discount: number;
}

/** The referral code and its discount. */
export function ReferralField({ used, referrer, discount }: Props) {
  const { error, ...field } = used.field('referralCode');
  const unknown =
    referrer === null && field.value.trim() !== '' ? m.billing_signUp_referralUnknown() : undefined;
  return (
    <div className={classes.referral}>
      <TextInput
        {...field}
        label={m.billing_signUp_referralCode()}
        placeholder={m.billing_signUp_optional()}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        error={error ?? unknown}
        aria-invalid={(error ?? unknown) !== undefined}
      />
      <div aria-live="polite">
        {referrer && (
          <p className={classes.gift}>
            <IconGift size={18} aria-hidden />
            <span>
              <Rich
                text={m.billing_signUp_discountThanks({
                  discount,
                  companyName: referrer.companyName,
                })}
                parts={{ strong: (words) => <strong>{words}</strong> }}
              />
            </span>
          </p>
        )}
      </div>
    </div>
  );
}

/** The company and its contact. */
export function CompanyFields({ used }: { used: SignUpFormState }) {
  const { field, values, setValue } = used;
  return (
    <fieldset className={classes.section}>
      <legend>{m.billing_signUp_companyStep()}</legend>
      <div className={classes.fields}>
        <TextInput
          {...field('companyName')}
          label={m.common_companyName()}
          required
          maxLength={240}
          autoComplete="organization"
        />
        <TextInput
          {...field('websiteUrl')}
          label={m.common_website()}
          description={m.billing_signUp_websiteHelp()}
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
        />
        <div className={classes.whole}>
          <TextInput
            {...field('companyAddress')}
            label={m.billing_signUp_companyAddress()}
            required
            maxLength={250}
            autoComplete="street-address"
          />
        </div>
        <TextInput
          {...field('firstName')}
          label={m.common_firstName()}
          required
          maxLength={100}
          autoComplete="given-name"
        />
        <TextInput
          {...field('lastName')}
          label={m.common_lastName()}
          required
          maxLength={100}
          autoComplete="family-name"
        />
        <EmailField used={used} />
        <PhoneField
          label={m.common_phone()}
          field={field('phone')}
          value={values.phone}
          onChange={(phone) => setValue('phone', phone)}
          required
        />
      </div>
    </fieldset>
  );
}

/** The e-mail; one with an existing account links to the sign-in. */
function EmailField({ used: { field, values, registered } }: { used: SignUpFormState }) {
  const known = registered !== null && values.email.trim() === registered;
  return (
    <div>
      <TextInput
        {...field('email')}
        label={m.common_email()}
        type="email"
        required
        inputMode="email"
        autoComplete="email"
      />
      {known && (
        <p className={classes.signIn}>
          <Link to={`/login?email=${encodeURIComponent(registered)}`}>
            {m.billing_signUp_signInLink()}
          </Link>
        </p>
      )}
    </div>
  );
}
