import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconGift } from '../../../ui/icons.ts';
import { referralQuery } from './api/get-referral.ts';
import type { UsedSignUpForm } from './use-sign-up-form.ts';
import classes from './sign-up.module.css';

const typingPause = 400;

/** Whose code is typed; undefined while it is asked, null when it is nobody's or there is none. */
export function useReferrer(typed: string) {
  const [code] = useDebouncedValue(typed.trim(), typingPause);
  const { data } = useQuery(referralQuery(code));
  return code === '' ? null : data;
}

interface Props {
  used: UsedSignUpForm;
  referrer: { companyName: string } | null | undefined;
  discount: number;
}

/** The code of whoever recommended us, and what it brings. */
export function ReferralField({ used, referrer, discount }: Props) {
  const { error, ...field } = used.field('referralCode');
  const unknown =
    referrer === null && field.value.trim() !== ''
      ? 'We do not know this referral code.'
      : undefined;
  return (
    <div className={classes.referral}>
      <TextInput
        {...field}
        label="Referral code"
        placeholder="Optional"
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
              {discount}% off your first year, thanks to <strong>{referrer.companyName}</strong>
            </span>
          </p>
        )}
      </div>
    </div>
  );
}
