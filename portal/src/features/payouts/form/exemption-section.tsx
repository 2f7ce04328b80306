import { Line } from './line.tsx';
import { Section } from './section.tsx';
import type { W9FormState } from './use-w9-form.ts';
import classes from './w9-form.module.css';

/** Line 4. */
export const ExemptionSection = ({ form }: { form: W9FormState }) => (
  <Section
    title="3. Exemptions"
    text="Only certain entities have them. Individuals leave both empty."
    names={['exemptPayeeCode', 'fatcaCode']}
    form={form}
  >
    <div className={classes.pair}>
      <Line form={form} name="exemptPayeeCode" label="Exempt payee code" description="1 to 13, if any." maxLength={2} />
      <Line form={form} name="fatcaCode" label="FATCA exemption code" description="A to M, if any." maxLength={1} />
    </div>
  </Section>
);
