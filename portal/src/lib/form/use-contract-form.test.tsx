import { describe, expect, it, vi } from 'vitest';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MantineProvider, TextInput } from '@mantine/core';
import { z } from 'zod';
import { email, messages, personName, phone, text, webAddress } from '@lintel/contract/core/fields';
import { ApiError } from '../api/api-error.ts';
import { useContractForm } from './use-contract-form.ts';

const schema = z.object({
  company: text(10),
  name: personName(20),
  mail: email(30),
  phone: phone(),
  site: webAddress(40),
  zip: z.string().regex(/^\d*$/, messages.digits),
});
type Values = z.input<typeof schema>;
const good: Values = {
  company: 'Summit',
  name: 'Priya',
  mail: 'a@b.co',
  phone: '555-223-4567',
  site: 'x.test',
  zip: '10001',
};

interface Props {
  initial: Values;
  onSubmit: (sent: z.output<typeof schema>) => Promise<unknown>;
  onFailure?: (error: unknown) => void;
}

function Form({ initial, onSubmit, onFailure }: Props) {
  const { form, field } = useContractForm({
    initial,
    rules: () => Promise.resolve(schema),
    onSubmit,
    ...(onFailure && { onFailure }),
  });
  return (
    <form {...form}>
      {(Object.keys(initial) as (keyof Values)[]).map((name) => (
        <TextInput key={name} {...field(name)} label={name} />
      ))}
      <button type="submit">Save</button>
    </form>
  );
}

const open = (
  initial: Partial<Values>,
  onSubmit: Props['onSubmit'] = () => Promise.resolve(),
  onFailure?: Props['onFailure'],
) =>
  render(
    <MantineProvider>
      <Form
        initial={{ ...good, ...initial }}
        onSubmit={onSubmit}
        {...(onFailure && { onFailure })}
      />
    </MantineProvider>,
  );
const save = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const input = (name: keyof Values): HTMLInputElement => screen.getByLabelText(name);

const says = (name: keyof Values, value: string, message: string) => async (): Promise<void> => {
  open({ [name]: value });
  await save();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(input(name).getAttribute('aria-invalid')).toBe('true');
};

describe('a form shows an error', () => {
  it('for an empty required field [ADM-360]', says('company', '', 'This field is required.'));
  it('for an invalid e-mail [ADM-361]', says('mail', 'nobody', 'The Email is in invalid format'));
  it(
    'for an invalid name [ADM-362]',
    says('name', 'R2-D2', 'Please use letters A to Z, dash, apostrophe, period or space only.'),
  );
  it(
    'for an invalid web address [ADM-363]',
    says('site', 'not an address', 'The URL is not valid'),
  );
  it(
    'for an invalid phone number [ADM-364]',
    says('phone', '12345', 'Please enter a 10-digit number.'),
  );
  it(
    'for anything but digits in a numeric field [ADM-367]',
    says('zip', '10a', 'Please use digits only'),
  );
  it(
    'for a text that is too long [ADM-368]',
    says('company', 'Summit Roofing', 'Enter 10 symbols maximum'),
  );
});

describe('a form', () => {
  it('shows no errors at first or when a field is only passed through [ADM-371]', async () => {
    open({ company: '', mail: '' });
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.tab();
    expect(screen.queryByText(messages.required)).toBeNull();
    expect(document.querySelector('[aria-invalid=true]')).toBeNull();
  });

  it('validates a field when it is changed and left, and again while it is corrected', async () => {
    open({});
    await userEvent.clear(input('mail'));
    await userEvent.type(input('mail'), 'nobody');
    expect(screen.queryByText(messages.email)).toBeNull();
    await userEvent.tab();
    expect(await screen.findByText(messages.email)).toBeTruthy();
    await userEvent.type(input('mail'), '@b.co');
    await waitFor(() => expect(screen.queryByText(messages.email)).toBeNull());
  });

  it('trims input [ACC-373]', async () => {
    const sent = vi.fn<Props['onSubmit']>(() => Promise.resolve());
    open({ company: '' }, sent);
    await userEvent.type(input('company'), '   Oak   Iron  ');
    await userEvent.tab();
    expect(input('company').value).toBe('Oak   Iron');
    await save();
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith(
        expect.objectContaining({
          company: 'Oak Iron',
          phone: '5552234567',
          site: 'http://x.test',
        }),
        expect.anything(),
      ),
    );
  });

  it('focuses the first invalid field', async () => {
    open({ mail: 'nobody', zip: 'x' });
    await save();
    await waitFor(() => expect(document.activeElement).toBe(input('mail')));
  });

  it("shows the server's error at its field and keeps the input", async () => {
    open({ company: 'Taken' }, () =>
      Promise.reject(new ApiError(422, 'invalid', 'Please correct', { company: 'Already used' })),
    );
    await save();
    expect(await screen.findByText('Already used')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(input('company')));
    expect(input('company').value).toBe('Taken');
  });

  it('passes any other failure to its caller', async () => {
    const failed = vi.fn<(error: unknown) => void>();
    open({}, () => Promise.reject(new ApiError(409, 'conflict', 'Changed meanwhile')), failed);
    await save();
    await waitFor(() =>
      expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: 'conflict' })),
    );
  });
});
