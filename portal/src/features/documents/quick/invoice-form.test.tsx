import { describe, expect, it, vi } from 'vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { drafts } from '../../../lib/drafts.ts';
import { button, fill, input, press } from '../../../test/forms.ts';
import {
  choosePage,
  download,
  fillLeast,
  openInvoices,
  pages,
  recordDocuments,
  watchWindows,
} from '../../../test/invoices.ts';

const rows = (): HTMLElement[] =>
  within(screen.getByRole('list', { name: 'Items' })).getAllByRole('listitem');
const descriptions = (): string[] =>
  rows().map((row) => within(row).getByLabelText<HTMLInputElement>('Description').value);
const inRow = (place: number, label: string): HTMLInputElement =>
  within(rows()[place] as HTMLElement).getByLabelText<HTMLInputElement>(label);
async function typeItems(...names: string[]): Promise<void> {
  for (const [place, name] of names.entries()) {
    if (place > 0) await press('Add item');
    await userEvent.type(inRow(place, 'Description'), name);
  }
}

describe('the masks', () => {
  /** Types key by key, like a person, and leaves the field. */
  const typed = async (label: string, keys: string): Promise<string> => {
    await fill(label, '');
    await userEvent.type(input(label), keys);
    await userEvent.tab();
    return input(label).value;
  };

  it('add $ to a unit price and allow 6 digits and 2 decimals, without a minus [ACC-249] [ACC-247] [ACC-248]', async () => {
    await openInvoices();
    expect(await typed('Unit price', '1234.5')).toBe('$1,234.50');
    expect(await typed('Unit price', '999999.99')).toBe('$999,999.99');
    expect(await typed('Unit price', '1234567')).toBe('$1,234,567.00');
    expect(screen.getByText('Enter up to 6 digits and 2 decimals.')).toBeTruthy();
    expect(await typed('Unit price', '0.475')).toBe('0.475');
    expect(screen.getByText('Enter up to 6 digits and 2 decimals.')).toBeTruthy();
    expect(await typed('Unit price', '-5')).toBe('-$5.00');
    expect(screen.getByText('Enter a number above 0.')).toBeTruthy();
  });

  it('leave a number unchanged while typing, and format it on blur', async () => {
    await openInvoices();
    await fill('Unit price', '');
    for (const [place, key] of '1234.5'.split('').entries()) {
      await userEvent.type(input('Unit price'), key);
      expect(input('Unit price').value).toBe('1234.5'.slice(0, place + 1));
    }
    await userEvent.tab();
    expect(input('Unit price').value).toBe('$1,234.50');
  });

  it('reject a comma that is not a thousands separator, and keep the input', async () => {
    await openInvoices();
    for (const wrong of ['12,50', '12,34.5', '1,23,456', ',5']) {
      expect(await typed('Unit price', wrong)).toBe(wrong);
      expect(screen.getByText('Use commas only between thousands, as in 1,234.50.')).toBeTruthy();
    }
    expect(await typed('Unit price', '1,234.50')).toBe('$1,234.50');
  });

  it('show the tax rate as percent and allow 3 digits and 2 decimals, without a minus [ACC-252] [ACC-250] [ACC-251]', async () => {
    await openInvoices();
    expect(await typed('Tax rate', '8.25')).toBe('8.25%');
    for (const wrong of ['8.255', '1000']) {
      expect((await typed('Tax rate', wrong)).replace(/[,%]/g, '')).toBe(wrong);
      expect(screen.getByText('Enter up to 3 digits and 2 decimals.')).toBeTruthy();
    }
    expect(await typed('Tax rate', '-5')).toBe('-5%');
    expect(screen.getByText('Enter a number that is not negative.')).toBeTruthy();
  });

  it('allow 5 digits and 2 decimals as quantity, without a minus [ACC-245] [ACC-246]', async () => {
    await openInvoices();
    expect(await typed('Quantity', '99999.99')).toBe('99,999.99');
    for (const wrong of ['1.125', '123456']) {
      expect((await typed('Quantity', wrong)).replace(',', '')).toBe(wrong);
      expect(screen.getByText('Enter up to 5 digits and 2 decimals.')).toBeTruthy();
    }
    expect(await typed('Quantity', '-2')).toBe('-2');
    expect(screen.getByText('Enter a number above 0.')).toBeTruthy();
  });

  it('allow negative adjustments of 6 digits and 2 decimals [ACC-253] [ACC-254]', async () => {
    await openInvoices();
    expect(await typed('Adjustments', '-250')).toBe('-$250.00');
    expect(await typed('Adjustments', '123456.78')).toBe('$123,456.78');
    expect(await typed('Adjustments', '1234567.899')).toBe('1234567.899');
    expect(screen.getByText('Enter up to 6 digits and 2 decimals.')).toBeTruthy();
  });

  it('allow only digits as the number, at most 20 [ACC-255] [ACC-256]', async () => {
    await openInvoices();
    expect(await typed('Invoice number', 'A-10 4.2')).toBe('1042');
    expect(await typed('Invoice number', '1'.repeat(25))).toBe('1'.repeat(20));
  });

  it('limit each text to its maximum length [ACC-238] [ACC-239] [ACC-240] [ACC-241] [ACC-242] [ACC-243] [ACC-244]', async () => {
    await openInvoices();
    const longest = {
      'Your license number': 50,
      'Full name': 100,
      Company: 100,
      Address: 100,
      'Project name': 100,
      Description: 100,
    };
    for (const [label, limit] of Object.entries(longest))
      expect(input(label).maxLength).toBe(limit);
    expect(screen.getByLabelText<HTMLTextAreaElement>('Notes').maxLength).toBe(255);
  });
});

describe('white space in a text', () => {
  it('is trimmed on blur [ACC-257]', async () => {
    await openInvoices();
    await userEvent.type(input('Full name'), '  Casey ');
    await userEvent.tab();
    expect(input('Full name').value).toBe('Casey');
    await userEvent.type(input('Description'), ' Ridge vent ');
    await userEvent.tab();
    expect(input('Description').value).toBe('Ridge vent');
  });

  it('is collapsed on blur; notes keep their lines [ACC-258]', async () => {
    await openInvoices();
    await userEvent.type(input('Address'), '40  Granite   Way');
    await userEvent.tab();
    expect(input('Address').value).toBe('40 Granite Way');
    const notes = screen.getByLabelText<HTMLTextAreaElement>('Notes');
    await userEvent.type(notes, 'Half  now,{Enter} half   later ');
    await userEvent.tab();
    expect(notes.value).toBe('Half now,\nhalf later');
  });
});

describe('items', () => {
  it('start with quantity 1 and unit price $0.00 [ACC-139] [ACC-140]', async () => {
    await openInvoices();
    await press('Add item');
    for (const place of [0, 1]) {
      expect(inRow(place, 'Quantity').value).toBe('1');
      expect(inRow(place, 'Unit price').value).toBe('$0.00');
    }
    expect(document.activeElement).toBe(inRow(1, 'Description'));
  });

  it('continue with Enter: to the next one, and from the last one to a new one', async () => {
    await openInvoices();
    await userEvent.type(inRow(0, 'Description'), 'One{Enter}');
    expect(rows()).toHaveLength(2);
    expect(document.activeElement).toBe(inRow(1, 'Description'));
    await userEvent.type(inRow(0, 'Description'), '{Enter}');
    expect(rows()).toHaveLength(2);
    expect(document.activeElement).toBe(inRow(1, 'Description'));
  });

  it('can be moved with buttons, which keep the focus, and the move is announced', async () => {
    await openInvoices();
    await typeItems('One', 'Two', 'Three');
    await press('Move item 1 down');
    expect(descriptions()).toEqual(['Two', 'One', 'Three']);
    expect(document.activeElement).toBe(button('Move item 2 down'));
    expect(screen.getByText('Item 1 moved to position 2 of 3')).toBeTruthy();
    await userEvent.keyboard('{Enter}');
    expect(descriptions()).toEqual(['Two', 'Three', 'One']);
    expect(document.activeElement).toBe(button('Move item 3 up'));
    expect(button('Move item 3 down').disabled).toBe(true);
    expect(button('Move item 1 up').disabled).toBe(true);
  });

  it('can be moved by dragging', async () => {
    await openInvoices();
    await typeItems('One', 'Two', 'Three');
    const grip = rows()[2]?.querySelector('[draggable]') as HTMLElement;
    const dataTransfer = { setData: vi.fn<() => void>(), setDragImage: vi.fn<() => void>() };
    fireEvent.dragStart(grip, { dataTransfer });
    fireEvent.dragEnter(rows()[0] as HTMLElement, { dataTransfer });
    fireEvent.dragEnd(grip, { dataTransfer });
    expect(descriptions()).toEqual(['Three', 'One', 'Two']);
  });

  it('can be removed except for the last one, and errors stay with their item', async () => {
    await openInvoices();
    watchWindows();
    await typeItems('One', 'Two');
    await userEvent.type(inRow(0, 'Unit price'), '5');
    await download();
    expect(inRow(1, 'Unit price').getAttribute('aria-invalid')).toBe('true');
    await press('Remove item 1');
    expect(descriptions()).toEqual(['Two']);
    expect(document.activeElement).toBe(inRow(0, 'Description'));
    expect(inRow(0, 'Unit price').getAttribute('aria-invalid')).toBe('true');
    expect(button('Remove item 1').disabled).toBe(true);
  });
});

describe('a draft', () => {
  it('is stored in the browser for each page, and a note shows that it was restored', async () => {
    const { unmount } = await openInvoices(pages);
    await fill('Full name', 'Casey Nguyen');
    await typeItems('One', 'Two');
    unmount();
    await openInvoices(pages);
    expect(screen.getByText('Draft restored')).toBeTruthy();
    expect(input('Full name').value).toBe('Casey Nguyen');
    expect(descriptions()).toEqual(['One', 'Two']);
    await choosePage('summit-solar');
    expect(input('Full name').value).toBe('');
    expect(screen.queryByText('Draft restored')).toBeNull();
  });

  it('can be discarded from its note', async () => {
    const { unmount } = await openInvoices();
    await fill('Full name', 'Casey Nguyen');
    unmount();
    await openInvoices();
    await press('Discard draft');
    expect(input('Full name').value).toBe('');
    expect(screen.queryByText('Draft restored')).toBeNull();
    expect(drafts.names()).toEqual([]);
    expect(JSON.stringify(localStorage)).not.toContain('kept.');
  });

  it('leaves no customer data behind once the form is cleared', async () => {
    await openInvoices();
    watchWindows();
    await fillLeast();
    const requests = recordDocuments(1000);
    await download();
    await waitFor(() => expect(requests).toHaveLength(1));
    await waitFor(() => expect(button('Clear').disabled).toBe(false));
    expect(drafts.names()).toHaveLength(1);
    expect(JSON.stringify(localStorage)).not.toContain('Casey');
    await press('Clear');
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Clear' }),
    );
    await waitFor(() => expect(input('Full name').value).toBe(''));
    expect(drafts.names()).toEqual([]);
    expect(JSON.stringify(localStorage)).not.toContain('kept.');
    expect(screen.queryByText('Invoice-1001.pdf')).toBeNull();
  });
});

describe('the suggested number', () => {
  it('is the next after the last one used, separately for invoices and estimates', async () => {
    localStorage.setItem('lintel.invoice-number.7', '0099');
    await openInvoices();
    watchWindows();
    expect(input('Invoice number').value).toBe('0100');
    await userEvent.click(screen.getByRole('radio', { name: 'Estimate' }));
    expect(input('Estimate number').value).toBe('1001');
    await userEvent.click(screen.getByRole('radio', { name: 'Invoice' }));
    await fill('Invoice number', '0250');
    await fillLeast();
    const requests = recordDocuments(1000);
    await download();
    await waitFor(() => expect(requests).toHaveLength(1));
    await waitFor(() => expect(localStorage.getItem('lintel.invoice-number.7')).toBe('0250'));
  });

  it("doesn't replace a typed number", async () => {
    await openInvoices();
    await fill('Invoice number', '5');
    await userEvent.click(screen.getByRole('radio', { name: 'Estimate' }));
    expect(input('Estimate number').value).toBe('5');
  });
});
