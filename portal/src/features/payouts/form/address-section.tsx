import { w9Limits } from '@lintel/contract/payouts-w9-text';
import { Line } from './line.tsx';
import { Section } from './section.tsx';
import type { W9FormState } from './use-w9-form.ts';

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
