import { useState } from 'react';
import { expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { input } from '../test/forms.ts';
import { renderAlone } from '../test/render-alone.tsx';
import { DateField, readDay } from './date-field.tsx';

const values: string[] = [];
const last = () => values.at(-1);

function Field() {
  const [value, setValue] = useState('2026-11-20');
  const change = (day: string): void => {
    values.push(day);
    setValue(day);
  };
  return <DateField label="Paid on" value={value} onChange={change} clearable />;
}

it('parses common date formats, and only existing days', () => {
  expect(readDay('11/3/2026')).toBe('2026-11-03');
  expect(readDay(' 1-5-27 ')).toBe('2027-01-05');
  expect(readDay('2026-02-28')).toBe('2026-02-28');
  for (const wrong of ['', '02/30/2026', '13/01/2026', '11/03', 'soon', '1/1/202'])
    expect(readDay(wrong)).toBeNull();
});

it('keeps an invalid date as typed, and marks it on blur', async () => {
  renderAlone(<Field />);
  expect(input('Paid on').value).toBe('11/20/2026');
  await userEvent.clear(input('Paid on'));
  await userEvent.type(input('Paid on'), '02/30/2026');
  expect(screen.queryByText('Please enter a date as mm/dd/yyyy.')).toBeNull();
  await userEvent.tab();
  expect(await screen.findByText('Please enter a date as mm/dd/yyyy.')).toBeTruthy();
  expect(input('Paid on').value).toBe('02/30/2026');
  expect(last()).toBe('02/30/2026');
  expect(input('Paid on').getAttribute('aria-invalid')).toBe('true');
});

it('formats a typed date on blur', async () => {
  renderAlone(<Field />);
  await userEvent.clear(input('Paid on'));
  await userEvent.type(input('Paid on'), '3/7/26');
  expect(input('Paid on').value).toBe('3/7/26');
  await userEvent.tab();
  await waitFor(() => expect(input('Paid on').value).toBe('03/07/2026'));
  expect(last()).toBe('2026-03-07');
});

it('picks a day from the calendar, and clears it', async () => {
  renderAlone(<Field />);
  await userEvent.click(input('Paid on'));
  await userEvent.click(await screen.findByRole('button', { name: '12 November 2026' }));
  await waitFor(() => expect(input('Paid on').value).toBe('11/12/2026'));
  expect(last()).toBe('2026-11-12');
  await userEvent.click(screen.getByRole('button', { name: 'Clear paid on' }));
  await waitFor(() => expect(input('Paid on').value).toBe(''));
  expect(last()).toBe('');
});
