import { TextInput } from '@mantine/core';
import { maxOrderDigits } from '@lintel/contract/training-constants';
import { digitsIn } from './digits-in.ts';

interface Props {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (order: string) => void;
  onBlur: () => void;
}

/** A place in a list: digits alone, and a 0 by itself is none. */
export const OrderField = ({ onChange, ...field }: Props) => (
  <TextInput
    {...field}
    aria-invalid={field.error !== undefined}
    onChange={(event) =>
      onChange(digitsIn(event.currentTarget.value, maxOrderDigits).replace(/^0+$/, ''))
    }
    label="Order"
    description="Empty puts it last."
    inputMode="numeric"
    autoComplete="off"
  />
);
