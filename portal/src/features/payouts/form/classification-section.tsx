import { Checkbox } from '@mantine/core';
import * as m from '#messages';
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
      title={m.payouts_w9_classification_title()}
      text={m.payouts_w9_classification_help()}
      names={names}
      form={form}
    >
      <Boxes form={form} />
      {ticked.includes('llc') && (
        <Line
          form={form}
          name="llcClassification"
          label={m.payouts_w9_llc_label()}
          description={m.payouts_w9_llc_help()}
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
          label={m.payouts_w9_classification_other()}
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
    title={m.payouts_w9_exemptions_title()}
    text={m.payouts_w9_exemptions_help()}
    names={['exemptPayeeCode', 'fatcaCode']}
    form={form}
  >
    <div className={classes.pair}>
      <Line
        form={form}
        name="exemptPayeeCode"
        label={m.payouts_w9_payeeCode_label()}
        description={m.payouts_w9_payeeCode_help()}
        maxLength={2}
      />
      <Line
        form={form}
        name="fatcaCode"
        label={m.payouts_w9_fatcaCode_label()}
        description={m.payouts_w9_fatcaCode_help()}
        maxLength={1}
      />
    </div>
  </Section>
);
