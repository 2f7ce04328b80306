import { Checkbox } from '@mantine/core';
import {
  taxClassifications,
  w9Limits,
  w9Messages,
  type TaxClassification,
} from '@lintel/contract/payouts/w9-text';
import { Line, Section } from './section.tsx';
import type { W9FormState } from './use-w9-form.ts';
import classes from './w9-form.module.css';

const names = ['taxClassification', 'llcClassification', 'otherClassification'] as const;

/** Line 3. */
export function ClassificationSection({ form }: { form: W9FormState }) {
  const ticked = form.values.taxClassification;
  return (
    <Section
      title="2. Federal tax classification"
      text="Tick exactly one box."
      names={names}
      form={form}
    >
      <Boxes form={form} />
      {ticked.includes('llc') && (
        <Line
          form={form}
          name="llcClassification"
          label="Tax classification of the LLC"
          description="C for C corporation, S for S corporation, P for partnership."
          required
          maxLength={1}
          w={320}
          maw="100%"
        />
      )}
      {ticked.includes('other') && (
        <Line
          form={form}
          name="otherClassification"
          label="Other classification"
          required
          maxLength={w9Limits.otherClassification}
        />
      )}
    </Section>
  );
}

function Boxes({ form: { values, errors, setValue } }: { form: W9FormState }) {
  const ticked = values.taxClassification;
  const problem = errors['taxClassification'];
  const tick = (value: TaxClassification, on: boolean): void =>
    setValue('taxClassification', on ? [...ticked, value] : ticked.filter((one) => one !== value));
  return (
    <>
      <div className={classes.boxes}>
        {taxClassifications.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={ticked.includes(value)}
            error={problem !== undefined}
            aria-invalid={problem !== undefined}
            onChange={(event) => tick(value, event.currentTarget.checked)}
          />
        ))}
      </div>
      {problem !== undefined && problem !== w9Messages.required && (
        <p className={classes.missing} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

/** Line 4. */
export const ExemptionSection = ({ form }: { form: W9FormState }) => (
  <Section
    title="3. Exemptions"
    text="Only certain entities have them. Individuals leave both empty."
    names={['exemptPayeeCode', 'fatcaCode']}
    form={form}
  >
    <div className={classes.pair}>
      <Line
        form={form}
        name="exemptPayeeCode"
        label="Exempt payee code"
        description="1 to 13, if any."
        maxLength={2}
      />
      <Line
        form={form}
        name="fatcaCode"
        label="FATCA exemption code"
        description="A to M, if any."
        maxLength={1}
      />
    </div>
  </Section>
);
