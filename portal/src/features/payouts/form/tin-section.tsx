import { TextInput } from '@mantine/core';
import { PatternFormat } from 'react-number-format';
import { Section } from './section.tsx';
import type { W9FormState } from './use-w9-form.ts';
import { errorOn } from './w9-values.ts';
import classes from './w9-form.module.css';

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
