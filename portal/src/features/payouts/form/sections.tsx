import { TextInput, Checkbox } from '@mantine/core';
import { PatternFormat } from 'react-number-format';
import { w9Limits, w9Certification, withholdingItem } from '@lintel/contract/payouts/w9-text';
import { formatDate } from '../../../lib/format.ts';
import { Line, Section } from './section.tsx';
import { type W9FormState, errorOn } from './use-w9-form.ts';
import classes from './w9-form.module.css';

/** Lines 1 and 2. */
export const NameSection = ({ form }: { form: W9FormState }) => (
  <Section title="1. Who you are" names={['fullName', 'companyName']} form={form}>
    <Line
      form={form}
      name="fullName"
      label="Name"
      description="As shown on your income tax return. For a company: its name; for a sole proprietor: the owner's name."
      required
      maxLength={w9Limits.fullName}
      autoComplete="name"
    />
    <Line
      form={form}
      name="companyName"
      label="Business name"
      description="Or disregarded entity name, if different from above."
      maxLength={w9Limits.companyName}
      autoComplete="organization"
    />
  </Section>
);

/** Lines 5 and 6. */
export const AddressSection = ({ form }: { form: W9FormState }) => (
  <Section title="4. Address" names={['address', 'city']} form={form}>
    <Line
      form={form}
      name="address"
      label="Address"
      description="Number, street, and apt. or suite no."
      required
      maxLength={w9Limits.address}
      autoComplete="street-address"
    />
    <Line
      form={form}
      name="city"
      label="City"
      description="City, state, and ZIP code."
      required
      maxLength={w9Limits.city}
    />
  </Section>
);

const text =
  'Enter one of them. It must match the name above: for individuals usually the SSN, or the ITIN in its place, for companies the EIN.';

/** Part I. */
export const TinSection = ({ form }: { form: W9FormState }) => (
  <Section
    title="5. Taxpayer identification number (TIN)"
    text={text}
    names={['ssn', 'ein']}
    form={form}
  >
    <div className={classes.pair}>
      <Tin form={form} name="ssn" label="Social Security number (SSN)" format="###-##-####" />
      <Tin
        form={form}
        name="ein"
        label="Employer identification number (EIN)"
        format="##-#######"
      />
    </div>
  </Section>
);

interface TinProps {
  form: W9FormState;
  name: 'ssn' | 'ein';
  label: string;
  format: string;
}

function Tin({ form: { values, setValue, field }, name, label, format }: TinProps) {
  const { error, 'aria-invalid': invalid, onBlur } = field(name);
  return (
    <PatternFormat
      customInput={TextInput}
      format={format}
      valueIsNumericString
      value={values[name]}
      onValueChange={({ value }) => value !== values[name] && setValue(name, value)}
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

/** Part II: what is sworn to, and the signature as the last act. */
export function SignatureSection({ form }: { form: W9FormState }) {
  const { values, setValue } = form;
  const crossed = values.subjectToWithholding;
  return (
    <Section title="6. Certification and signature" names={['signature']} form={form}>
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
        label="The IRS has notified me that I am currently subject to backup withholding"
        description="This crosses out item 2."
        checked={crossed}
        onChange={(event) => setValue('subjectToWithholding', event.currentTarget.checked)}
      />
      <div className={classes.signature}>
        <Line
          form={form}
          name="signature"
          label="Signature"
          description="Type your full name. It counts as your signature."
          required
          maxLength={w9Limits.signature}
          classNames={{ input: classes.pen ?? '' }}
        />
        <TextInput
          label="Date"
          description="Today"
          value={formatDate(new Date().toISOString())}
          readOnly
        />
      </div>
    </Section>
  );
}
