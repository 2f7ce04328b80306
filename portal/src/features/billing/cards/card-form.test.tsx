import { describe, expect, it, vi } from 'vitest';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { readCard, saveCard } from '@lintel/contract/billing/cards';
import { card, openBilling, testCards } from '../../../test/billing.ts';
import { button, input, press, recordCalls } from '../../../test/forms.ts';
import { expectToast } from '../../../test/marketing-templates.ts';
import { answer, refusal, errorInBody, badGateway, outsideContract } from '../../../test/server.ts';

const good = {
  'Card number': '4242424242424242',
  'Cardholder name': 'Priya Natarajan',
  Expiration: '12/34',
  CVC: '123',
  Zip: '80202',
};
type Label = keyof typeof good;
const labels = Object.keys(good) as Label[];

/** The screen with little besides the form. */
async function openForm(mode: 'add' | 'update' = 'add'): Promise<void> {
  const stored = { card: mode === 'add' ? null : card(), payments: [], subscription: null };
  await openBilling(stored, { search: `?action=${mode}-card` });
  await screen.findByLabelText(/^Card number/, { selector: 'input' });
}

/** Enters a text into a field at once. */
const put = (label: Label, text: string): void =>
  void fireEvent.change(input(label), { target: { value: text } });

/** Fills in a card, with overrides. */
function type(change: Partial<Record<Label, string>> = {}): void {
  for (const label of labels) put(label, change[label] ?? good[label]);
}

const fieldError = (label: Label): string =>
  document.getElementById(input(label).getAttribute('aria-describedby') ?? '')?.textContent ?? '';

describe('the form of a card', () => {
  it('opens by its address to add a card, and closes once added [ACC-203] [ACC-395] [ACC-467]', async () => {
    await openForm();
    const modes: (string | null)[] = [];
    const bodies: Record<string, string>[] = [];
    answer(saveCard, async (request) => {
      modes.push(new URL(request.url).searchParams.get('mode'));
      bodies.push(Object.fromEntries(new URLSearchParams(await request.text())));
      answer(readCard, card());
      return { message: 'Card added successfully' };
    });
    type();
    await press('Add');
    await expectToast('Card added successfully');
    expect(await screen.findByText('•••• •••• •••• 4242')).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
    expect(modes).toEqual(['create']);
    const sent = {
      number: good['Card number'],
      name: 'Priya Natarajan',
      expiration: '12/34',
      cvc: '123',
      address_zip: '80202',
    };
    expect(bodies).toEqual([sent]);
  });

  it('updates the stored card [ACC-203] [ACC-396] [ACC-468]', async () => {
    await openForm('update');
    const modes: (string | null)[] = [];
    answer(saveCard, ({ url }) => {
      modes.push(new URL(url).searchParams.get('mode'));
      answer(readCard, card({ number: '•••• •••• •••• 4444' }));
      return { message: 'Card updated successfully' };
    });
    type();
    await press('Update');
    await expectToast('Card updated successfully');
    expect(await screen.findByText('•••• •••• •••• 4444')).toBeTruthy();
    expect(modes).toEqual(['update']);
  });

  it('loads and saves the card without a timeout [ACC-397]', async () => {
    const timer = vi.spyOn(AbortSignal, 'timeout');
    const sent = vi.spyOn(globalThis, 'fetch');
    await openForm();
    recordCalls(saveCard, () => ({ message: 'Card added successfully' }));
    type();
    await press('Add');
    await expectToast('Card added successfully');
    const cardCalls = sent.mock.calls.filter(([address]) =>
      String(address).includes('/user/11/card'),
    ).length;
    expect(cardCalls).toBeGreaterThan(1);
    expect(timer).toHaveBeenCalledTimes(sent.mock.calls.length - cardCalls);
  });

  it.each([
    ['add', 'Add'],
    ['update', 'Update'],
  ] as const)('can %s a card once all five fields are filled in [ACC-273]', async (mode, name) => {
    await openForm(mode);
    for (const label of labels) {
      expect(button(name).disabled).toBe(true);
      put(label, good[label]);
    }
    expect(button(name).disabled).toBe(false);
    for (const label of labels) {
      put(label, '');
      expect(button(name).disabled).toBe(true);
      put(label, good[label]);
    }
    put('Cardholder name', '   ');
    expect(button(name).disabled).toBe(true);
  });

  it("shows each field's error, sends nothing, and keeps the input [ACC-263] [ACC-267] [ACC-270] [ACC-272]", async () => {
    await openForm();
    const calls = recordCalls(saveCard);
    type({ 'Card number': '4242424242424241', Expiration: '01/20', CVC: '12', Zip: '8020' });
    await press('Add');
    await waitFor(() => expect(fieldError('Card number')).toBe('Card number is invalid'));
    expect(fieldError('Expiration')).toBe('Expiration date is invalid');
    expect(fieldError('CVC')).toBe('Please enter the 3 or 4 digits of the security code.');
    expect(fieldError('Zip')).toBe('Please enter a 5-digit zip code.');
    expect(labels.map((label) => input(label).value)).toEqual([
      '4242 4242 4242 4241',
      'Priya Natarajan',
      '01/20',
      '12',
      '8020',
    ]);
    expect(calls).toEqual([]);
  });

  it('rejects a month above 12 [ACC-268]', async () => {
    await openForm();
    type({ Expiration: '13/34' });
    await press('Add');
    await waitFor(() => expect(fieldError('Expiration')).toBe('Expiration date is invalid'));
  });

  it('limits a name to 255 characters [ACC-261]', async () => {
    await openForm();
    put('Cardholder name', 'a'.repeat(255));
    expect(input('Cardholder name').maxLength).toBe(255);
  });

  it('groups the number and limits it to 19 digits [ACC-264]', async () => {
    await openForm();
    await userEvent.type(input('Card number'), '62000000000000000000000');
    expect(input('Card number').value).toBe('6200 0000 0000 0000 000');
    await userEvent.clear(input('Card number'));
    await userEvent.type(input('Card number'), '378282246310005');
    expect(input('Card number').value).toBe('3782 822463 10005');
  });

  it.each([
    ['1234', '12/34'],
    ['7', '07'],
    ['9/31', '09/31'],
    ['1/31', '01/31'],
    ['12a3x4', '12/34'],
  ])('formats the date %s as %s [ACC-266]', async (typed, shown) => {
    await openForm();
    await userEvent.type(input('Expiration'), typed);
    expect(input('Expiration').value).toBe(shown);
  });

  it('accepts an autofilled four-digit year', async () => {
    await openForm();
    await userEvent.click(input('Expiration'));
    await userEvent.paste('11/2031');
    expect(input('Expiration').value).toBe('11/31');
  });

  it('limits the CVC to 4 digits and the zip to 5 [ACC-270] [ACC-272]', async () => {
    await openForm();
    await userEvent.type(input('CVC'), '12345');
    await userEvent.type(input('Zip'), '802021');
    expect(input('CVC').value).toBe('1234');
    expect(input('Zip').value).toBe('80202');
  });

  it('shows the brand while the number is typed', async () => {
    await openForm();
    expect(screen.getByRole('img', { name: 'Card' })).toBeTruthy();
    await userEvent.type(input('Card number'), '55');
    expect(screen.getByRole('img', { name: 'Mastercard' })).toBeTruthy();
  });

  it('supports autofill and shows a numeric keyboard', async () => {
    await openForm();
    const kinds = labels.map((label) => [input(label).autocomplete, input(label).inputMode]);
    expect(kinds).toEqual([
      ['cc-number', 'numeric'],
      ['cc-name', ''],
      ['cc-exp', 'numeric'],
      ['cc-csc', 'numeric'],
      ['billing postal-code', 'numeric'],
    ]);
  });

  it("fills in one of the sandbox's numbers", async () => {
    await openForm();
    await userEvent.click(screen.getByText('Test mode.'));
    await press(`Use 4000 0000 0000 0002: ${testCards[1]?.description}`);
    expect(input('Card number').value).toBe('4000 0000 0000 0002');
  });
});

describe('a card that failed to save', () => {
  const fails = (reply: () => Response) => async (): Promise<string | null> => {
    await openForm();
    answer(saveCard, reply);
    type();
    await press('Add');
    const alert = await screen.findByRole('alert');
    for (const label of labels) expect(input(label).value).not.toBe('');
    return alert.textContent;
  };

  it("stays in the form with the server's message [ACC-465]", async () => {
    const tell = fails(() => refusal('invalid', 'The card was declined.'));
    expect(await tell()).toBe('The card was declined.');
    expect(input('Card number').value).toBe('4242 4242 4242 4242');
  });

  it("shows the server's message when a successful response has an error set [ACC-465]", async () => {
    const tell = fails(() => errorInBody('The bank says no.'));
    expect(await tell()).toBe('The bank says no.');
  });

  it('no longer shows the failure during a retry', async () => {
    const tell = fails(() => refusal('invalid', 'The card was declined.'));
    await tell();
    put('CVC', '12');
    await press('Add');
    expect(await screen.findByText(/^Please enter the 3 or 4 digits/)).toBeTruthy();
    expect(screen.queryByText('The card was declined.')).toBeNull();
  });

  it('marks the field that the server names', async () => {
    await openForm();
    const message = 'The security code is wrong.';
    answer(saveCard, () => refusal('invalid', { cvc: message }, message));
    type();
    await press('Add');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(input('CVC').getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(input('CVC')));
  });

  it('shows the message of a response without an error [ACC-466]', async () => {
    const tell = fails(() =>
      outsideContract(
        'a proxy answers in its own words',
        HttpResponse.json({ message: 'Upstream is down' }, { status: 502 }),
      ),
    );
    expect(await tell()).toBe('Upstream is down');
  });

  it('shows "Undefined error" without a message [ACC-466]', async () => {
    const tell = fails(badGateway);
    expect(await tell()).toBe('Undefined error');
  });

  it('shows that the payment provider is unreachable', async () => {
    const tell = fails(() => refusal('gateway_unavailable'));
    expect(await tell()).toMatch(/^The payment provider cannot be reached/);
  });
});
