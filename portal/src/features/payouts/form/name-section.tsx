import { w9Limits } from '@lintel/contract/payouts-w9-text';
import { Line } from './line.tsx';
import { Section } from './section.tsx';
import type { W9FormState } from './use-w9-form.ts';

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
