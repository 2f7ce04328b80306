import { useRef } from 'react';
import { TextInput, type TextInputProps } from '@mantine/core';
import { NumericFormat } from 'react-number-format';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'defaultValue'> {
  /** As it is shown, with prefix and suffix. */
  value: string;
  onChange: (shown: string) => void;
  /** Digits before the point; after it there are two. */
  digits: number;
  prefix?: string;
  suffix?: string;
  /** Fills up the two decimals. */
  fixed?: boolean;
  negative?: boolean;
}

/**
 * A number with up to two decimals. What has too many digits, or a sign that it must not have,
 * cannot be typed.
 */
export function NumberField({
  value,
  onChange,
  digits,
  prefix = '',
  suffix = '',
  fixed = false,
  negative = false,
  ...input
}: Props) {
  const enters = useRef(false);
  return (
    <NumericFormat
      {...input}
      customInput={TextInput}
      value={value}
      onValueChange={({ formattedValue }, { source }: { source: string }) =>
        source === 'event' && onChange(formattedValue)
      }
      isAllowed={({ value: typed }) =>
        (typed.replace('-', '').split('.')[0] ?? '').length <= digits
      }
      thousandSeparator=","
      decimalScale={2}
      fixedDecimalScale={fixed}
      allowNegative={negative}
      prefix={prefix}
      suffix={suffix}
      inputMode="decimal"
      autoComplete="off"
      onMouseDown={({ currentTarget: input }) => {
        enters.current = document.activeElement !== input;
      }}
      onClick={({ currentTarget: input }) => {
        // The first click replaces the number, as the Tab key does. Later than the mask, which puts
        // the cursor where the click was.
        if (enters.current && input.selectionStart === input.selectionEnd)
          setTimeout(() => input.select());
      }}
    />
  );
}
