import { describe, expect, it } from 'vitest';
import { render, screen, waitFor } from '@testing-library/react';
import { PasswordMeter } from './password-meter.tsx';

const priya = {
  email: 'pro@demo.test',
  firstname: 'Priya',
  lastname: 'Natarajan',
  company: 'Summit Roofing LLC',
};

const lines = (value: string): string[] => {
  const { unmount } = render(<PasswordMeter value={value} />);
  const ratingTexts = screen.getAllByRole('listitem').map((item) => item.textContent ?? '');
  unmount();
  return ratingTexts;
};
const demands = [
  'Must be at least 8 characters long',
  'Minimum of 1 lower case letter [a-z]',
  'Minimum of 1 upper case letter [A-Z]',
  'Minimum of 1 numeric letter [0-9]',
];

/** The rules that `value` meets and those it doesn't. */
const after = (value: string): { done: string[]; open: string[] } => ({
  done: demands.filter((demand) => lines(value).includes(`${demand}: done`)),
  open: demands.filter((demand) => lines(value).includes(`${demand}: still to do`)),
});

describe('the password meter', () => {
  it('lists the rules before any input', () => {
    expect(after('')).toEqual({ done: [], open: demands });
    expect(lines('')).toHaveLength(4);
  });

  it('ticks off each rule as it is met', () => {
    expect(after('abc').done).toEqual([demands[1]]);
    expect(after('abcD').done).toEqual([demands[1], demands[2]]);
    expect(after('abcD5').open).toEqual([demands[0]]);
    expect(after('abcD5678')).toEqual({ done: demands, open: [] });
  });

  it("doesn't repeat the field's own error", () => {
    const long = `aD5${'x'.repeat(30)}`;
    render(<PasswordMeter value={long} errorText="Enter 32 symbols maximum" />);
    expect(screen.queryByText('Enter 32 symbols maximum')).toBeNull();
    expect(screen.getAllByRole('listitem')).toHaveLength(4);
  });

  it('shows the strength after all rules are met', async () => {
    const { rerender } = render(<PasswordMeter value="Passw" />);
    const verdict = screen.getByRole('status');
    expect(verdict.textContent).toBe('');
    rerender(<PasswordMeter value="Password1" />);
    await waitFor(() =>
      expect(verdict.textContent).toMatch(/^Easy to guess\. This is a commonly used password\./),
    );
    rerender(<PasswordMeter value="Sturdy-beam7" />);
    await waitFor(() => expect(verdict.textContent).toMatch(/^(Very h|H)ard to guess\.$/));
    rerender(<PasswordMeter value="Natarajan1" owner={priya} />);
    await waitFor(() => expect(verdict.textContent).toMatch(/^Easy to guess\./));
    rerender(<PasswordMeter value="Summit!Priya!Lintel7" owner={priya} />);
    await waitFor(() => expect(verdict.textContent).toContain('based on your name'));
    rerender(<PasswordMeter value="Nat" owner={priya} />);
    expect(verdict.textContent).toBe('');
  });

  it('names a forbidden character only while the password has it', () => {
    expect(lines('abc D567')).toContain("Password can't contain spaces: not allowed");
    expect(lines('abcD567é')).toContain('Invalid character: not allowed');
    expect(lines(`aD5${'x'.repeat(30)}`)).toContain('Enter 32 symbols maximum: not allowed');
    expect(lines('abcD5678~!@#$%&()-_+={}[]|\\;:<')).toHaveLength(4);
  });
});
