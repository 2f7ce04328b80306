import { useState, type FocusEvent, type KeyboardEvent } from 'react';
import { CloseButton, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import * as m from '#messages';
import { formatDate } from '../lib/format.ts';
import { IconCalendar } from './icons.ts';
import '@mantine/dates/styles.layer.css';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'defaultValue'> {
  /** `yyyy-mm-dd`, or the typed text if it isn't a date. */
  value: string;
  onChange: (day: string) => void;
  label?: string;
  /** The calendar's first and last day. */
  min?: string;
  max?: string;
  clearable?: boolean;
}

const orders = [
  /^(?<month>\d{1,2})[/.-](?<day>\d{1,2})[/.-](?<year>\d{4}|\d{2})$/,
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
];

/** A typed date as `yyyy-mm-dd`; null if it isn't one. */
export function readDay(typed: string): string | null {
  const found = orders.map((order) => order.exec(typed.trim())?.groups).find(Boolean);
  if (found === undefined) return null;
  const { year = '', month = '', day = '' } = found;
  const fullYear = year.length === 2 ? `20${year}` : year;
  const iso = `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  // February 30 would become March 2.
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? null : iso;
}

const shownDay = (value: string): string => (readDay(value) === null ? value : formatDate(value));

/**
 * A day, typed or picked in a calendar. Text that isn't a date stays and is marked on blur; it is
 * the form's value, so the contract's rules reject it, too.
 */
export function DateField({
  value,
  onChange,
  min,
  max,
  error,
  clearable = false,
  readOnly = false,
  onFocus,
  onBlur,
  onKeyDown,
  ...input
}: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const isWrong = typed === null && value.trim() !== '' && readDay(value) === null;
  const own = isWrong ? m.common_date_invalid() : undefined;
  const shown = error === undefined || error === '' ? own : error;
  const pick = (day: string | null): void => {
    onChange(day ?? '');
    setTyped(null);
    setOpened(false);
  };
  return (
    <Popover
      opened={opened && !readOnly}
      onChange={setOpened}
      position="bottom-start"
      withRoles={false}
      shadow="md"
    >
      <Popover.Target>
        <TextInput
          placeholder={m.common_date_placeholder()}
          leftSection={<IconCalendar size={16} aria-hidden />}
          autoComplete="off"
          {...input}
          {...(clearable &&
            value !== '' && {
              rightSection: <Clear label={input.label ?? ''} onClear={() => pick(null)} />,
            })}
          value={typed ?? shownDay(value)}
          error={shown}
          aria-invalid={shown !== undefined}
          readOnly={readOnly}
          // Escape closes the calendar before the dialog around it.
          data-mantine-stop-propagation={opened || undefined}
          onChange={({ currentTarget: { value: text } }) => {
            setTyped(text);
            onChange(readDay(text) ?? text);
          }}
          onClick={() => setOpened(true)}
          onFocus={(event: FocusEvent<HTMLInputElement>) => {
            setOpened(true);
            onFocus?.(event);
          }}
          onBlur={(event: FocusEvent<HTMLInputElement>) => {
            setTyped(null);
            setOpened(false);
            onBlur?.(event);
          }}
          onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
            if (event.key === 'Escape') setOpened(false);
            onKeyDown?.(event);
          }}
        />
      </Popover.Target>
      {/* Focus stays in the field, so one step leaves it. */}
      <Popover.Dropdown onMouseDown={(event) => event.preventDefault()}>
        <Days value={readDay(value)} onPick={pick} min={min} max={max} />
      </Popover.Dropdown>
    </Popover>
  );
}

const Clear = ({ label, onClear }: { label: string; onClear(): void }) => (
  <CloseButton
    size="sm"
    aria-label={m.common_date_clear({ label: label.toLowerCase() })}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClear}
  />
);

interface DaysProps {
  value: string | null;
  onPick(day: string | null): void;
  min: string | undefined;
  max: string | undefined;
}

/** The calendar, opened at the month of the typed day. */
const Days = ({ value, onPick, min, max }: DaysProps) => (
  <DatePicker
    key={value}
    value={value}
    {...(value !== null && { defaultDate: value })}
    onChange={onPick}
    {...(min !== undefined && { minDate: min })}
    {...(max !== undefined && { maxDate: max })}
    firstDayOfWeek={0}
    weekendDays={[]}
  />
);
