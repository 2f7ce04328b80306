import { TextInput, Checkbox } from '@mantine/core';
import * as m from '#messages';
import { w9Limits, w9Certification, withholdingItem } from '@lintel/contract/payouts/w9-text';
import { formatBusinessDate } from '../../../lib/format.ts';
import { digitsIn, MaskedInput } from '../../../ui/masked-input.tsx';
import { Line, Section } from './section.tsx';
import { type W9FormState, errorOn } from './use-w9-form.ts';
import classes from './w9-form.module.css';

/** Lines 1 and 2. */
export const NameSection = ({ form }: { form: W9FormState }) => (
  <Section title={m.payouts_w9_name_title()} names={['fullName', 'companyName']} form={form}>
    <Line
      form={form}
      name="fullName"
      label={m.common_name()}
      description={m.payouts_w9_name_help()}
      required
      maxLength={w9Limits.fullName}
      autoComplete="name"
    />
    <Line
      form={form}
      name="companyName"
      label={m.payouts_w9_businessName()}
      description={m.payouts_w9_businessName_help()}
      maxLength={w9Limits.companyName}
      autoComplete="organization"
    />
  </Section>
);

/** Lines 5 and 6. */
export const AddressSection = ({ form }: { form: W9FormState }) => (
  <Section title={m.payouts_w9_address_title()} names={['address', 'city']} form={form}>
    <Line
      form={form}
      name="address"
      label={m.common_address()}
      description={m.payouts_w9_address_street()}
      required
      maxLength={w9Limits.address}
      autoComplete="street-address"
    />
    <Line
      form={form}
      name="city"
      label={m.common_city()}
      description={m.payouts_w9_address_city()}
      required
      maxLength={w9Limits.city}
    />
  </Section>
);

const text = m.payouts_w9_tin_help();

/** Part I. */
export const TinSection = ({ form }: { form: W9FormState }) => (
  <Section title={m.payouts_w9_tin_title()} text={text} names={['ssn', 'ein']} form={form}>
    <div className={classes.pair}>
      <Tin form={form} name="ssn" label={m.payouts_w9_tin_ssn()} format="###-##-####" />
      <Tin form={form} name="ein" label={m.payouts_w9_tin_ein()} format="##-#######" />
    </div>
  </Section>
);

interface TinProps {
  form: W9FormState;
  name: 'ssn' | 'ein';
  label: string;
  format: string;
}

/** Puts digits in place of `#`, until the digits run out. */
function formatDigits(digits: string, format: string): string {
  const next = digits.split('');
  return format.replace(/\D/g, (sign) =>
    sign === '#' ? (next.shift() ?? '') : next.length > 0 ? sign : '',
  );
}

function Tin({ form: { values, setValue, field }, name, label, format }: TinProps) {
  const { error, 'aria-invalid': invalid, onBlur } = field(name);
  return (
    <MaskedInput
      value={values[name]}
      show={(digits) => formatDigits(digits, format)}
      read={(typed) => digitsIn(typed).slice(0, 9)}
      onChange={(digits) => setValue(name, digits)}
      name={name}
      label={label}
      error={errorOn(error)}
      aria-invalid={invalid}
      onBlur={onBlur}
      placeholder={format.replaceAll('#', '0')}
      inputMode="numeric"
      autoComplete="off"
    />
  );
}

/** Part II: the certification, then the signature. */
export function SignatureSection({ form }: { form: W9FormState }) {
  const { values, setValue } = form;
  const crossed = values.subjectToWithholding;
  return (
    <Section title={m.payouts_w9_signature_title()} names={['signature']} form={form}>
      <div className={classes.certification}>
        <p>{w9Certification.intro}</p>
        <ol>
          {w9Certification.items.map((item, index) => (
            <li key={item}>{crossed && index === withholdingItem ? <del>{item}</del> : item}</li>
          ))}
        </ol>
        <p>{w9Certification.notice}</p>
      </div>
      <Checkbox
        label={m.payouts_w9_withholding_label()}
        description={m.payouts_w9_withholding_help()}
        checked={crossed}
        onChange={(event) => setValue('subjectToWithholding', event.currentTarget.checked)}
      />
      <div className={classes.signature}>
        <Line
          form={form}
          name="signature"
          label={m.common_signature()}
          description={m.payouts_w9_signature_help()}
          required
          maxLength={w9Limits.signature}
          classNames={{ input: classes.pen ?? '' }}
        />
        <TextInput
          label={m.common_date()}
          description={m.common_today()}
          value={formatBusinessDate(new Date().toISOString())}
          readOnly
        />
      </div>
    </Section>
  );
}
