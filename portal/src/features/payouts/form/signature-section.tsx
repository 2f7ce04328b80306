import { Checkbox, TextInput } from '@mantine/core';
import { w9Certification, w9Limits, withholdingItem } from '@lintel/contract/payouts-w9-text';
import { formatDate } from '../../../lib/format.ts';
import { Line } from './line.tsx';
import { Section } from './section.tsx';
import type { W9FormState } from './use-w9-form.ts';
import classes from './w9-form.module.css';

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
