import { brandOfNumber, maxCardDigits } from '@lintel/contract/billing-card-rules';
import { BrandIcon } from './brand-icon.tsx';
import { groupNumber, monthDigits, withSlash } from './card-digits.ts';
import { DigitsField } from './digits-field.tsx';
import { HolderFields } from './holder-fields.tsx';
import type { UsedCardForm } from './use-card-form.ts';
import classes from './cards.module.css';

interface Props {
  used: Pick<UsedCardForm, 'field' | 'values' | 'setValue'>;
}

/** The five fields of a card, as browsers know to fill them in. */
export function CardFields({ used }: Props) {
  const { field, values, setValue } = used;
  return (
    <>
      <DigitsField
        field={field('number')}
        label="Card number"
        autoComplete="cc-number"
        max={maxCardDigits}
        show={groupNumber}
        value={values.number}
        onChange={(digits) => setValue('number', digits)}
        rightSection={<BrandIcon brand={brandOfNumber(values.number) ?? 'generic'} width={32} />}
        rightSectionWidth={48}
      />
      <HolderFields
        name={field('name')}
        zip={{ ...field('address_zip'), onText: (text) => setValue('address_zip', text) }}
      >
        <Proofs used={used} />
      </HolderFields>
    </>
  );
}

/** Until when the card is good, and its code. */
const Proofs = ({ used: { field, values, setValue } }: Props) => (
  <div className={classes.pair}>
    <DigitsField
      field={field('expiration')}
      label="Expiration"
      placeholder="mm/yy"
      autoComplete="cc-exp"
      max={4}
      show={withSlash}
      read={monthDigits}
      value={values.expiration.replace('/', '')}
      onChange={(digits) => setValue('expiration', withSlash(digits))}
    />
    <DigitsField
      field={field('cvc')}
      label="CVC"
      placeholder={brandOfNumber(values.number) === 'amex' ? '4 digits' : '3 digits'}
      autoComplete="cc-csc"
      max={4}
      value={values.cvc}
      onChange={(digits) => setValue('cvc', digits)}
    />
  </div>
);
