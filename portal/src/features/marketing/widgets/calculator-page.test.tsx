import { describe, expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { calculatorCode, mailCalculator } from '@lintel/contract/marketing/widgets';
import { button, press } from '../../../test/forms.ts';
import { makeGate } from '../../../test/gate.ts';
import {
  recordQueries,
  openMaterials,
  previewDocument,
  roofing,
  serverFailure,
  solar,
  toasts,
} from '../../../test/marketing.ts';
import { at, answer, type ReplyTo } from '../../../test/server.ts';

const reply = {
  html: '<div data-lintel="calculator" data-page="1000"></div>',
  script: '<script async src="https://pay.example/embeds/v1.js"></script>',
};
const standard = {
  userId: '11',
  pageId: '1000',
  color1: '$68BA62',
  color2: '$1C418C',
  coBrandedColor: '$FFFFFF',
  border: '1',
  hideLink: '0',
};
const unexpected = 'An unexpected error occurred, please contact support@localhost';

async function openCalculator(answered: ReplyTo<typeof calculatorCode> = reply, pages = [roofing]) {
  const requests = recordQueries(calculatorCode, answered);
  const view = await openMaterials('/monthly-payment-calculator', 'Monthly Payment Calculator', {
    pages,
  });
  return { ...view, requests };
}
const failedCode = async (): Promise<void> => {
  await press('Get Calculator Code');
  await waitFor(() => expect(toasts()).toEqual([[unexpected, 'danger', 3000]]));
  expect(screen.queryByRole('dialog')).toBeNull();
};

describe('the calculator page', () => {
  it('runs the code in a preview, with a border and the offers button by default [MKT-087] [MKT-088] [MKT-224]', async () => {
    const { requests } = await openCalculator();
    const preview = await previewDocument('Calculator preview');
    expect(preview.querySelector<HTMLElement>('[data-lintel]')?.dataset['page']).toBe('1000');
    expect(preview.querySelector('script')?.getAttribute('src')).toBe('/embeds/v1.js');
    expect(
      screen.getByRole<HTMLInputElement>('switch', { name: /See Your Personalized Offers/ })
        .checked,
    ).toBe(true);
    expect(
      screen.getByRole<HTMLInputElement>('switch', { name: 'Without the border' }).checked,
    ).toBe(false);
    expect(requests).toEqual([standard]);
  });

  it('has five color schemes and shows the selected one [MKT-084] [MKT-127]', async () => {
    const { requests } = await openCalculator();
    const names = screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value);
    expect(names).toEqual(['default', 'red/blue', 'orange/blue', 'gold/black', 'yellow/purple']);
    await userEvent.click(screen.getByRole('radio', { name: 'red/blue' }));
    const chosen = { ...standard, color1: '$B31417', color2: '$064C8F' };
    await waitFor(() => expect(requests.at(-1)).toEqual(chosen));
  });

  it("uses the visitor's language by default, or the selected one", async () => {
    const { requests } = await openCalculator();
    expect(requests).toEqual([standard]);
    await userEvent.click(screen.getByRole('combobox', { name: 'Language' }));
    await userEvent.click(screen.getByRole('option', { name: 'Spanish', hidden: true }));
    await waitFor(() => expect(requests.at(-1)).toEqual({ ...standard, lang: 'es' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Language' }));
    await userEvent.click(screen.getByRole('option', { name: 'English', hidden: true }));
    await waitFor(() => expect(requests.at(-1)).toEqual({ ...standard, lang: 'en' }));
  });

  it('omits the border and the offers button when they are turned off [MKT-085] [MKT-086] [MKT-225]', async () => {
    const { requests } = await openCalculator();
    await userEvent.click(screen.getByRole('switch', { name: 'Without the border' }));
    await waitFor(() => expect(requests.at(-1)).toEqual({ ...standard, border: '0' }));
    await userEvent.click(screen.getByRole('switch', { name: /See Your Personalized Offers/ }));
    await waitFor(() =>
      expect(requests.at(-1)).toEqual({ ...standard, border: '0', hideLink: '1' }),
    );
  });

  it('has a page selector only with several pages [MKT-083]', async () => {
    const { unmount } = await openCalculator();
    expect(screen.queryByRole('combobox', { name: 'Choose your co-branded page' })).toBeNull();
    unmount();
    await openCalculator(reply, [roofing, solar]);
    expect(screen.getByRole('combobox', { name: 'Choose your co-branded page' })).toBeTruthy();
  });
});

describe('the code of the calculator', () => {
  it('opens in a window in full, after a loading state [MKT-089] [MKT-149]', async () => {
    const gate = makeGate();
    await openCalculator(() => gate.opened.then(() => reply));
    await press('Get Calculator Code');
    expect(button('Get Calculator Code').dataset['loading']).toBe('true');
    expect(screen.getByRole('status', { name: 'Loading the preview…' })).toBeTruthy();
    gate.open();
    await screen.findByRole('dialog', { name: 'Calculator Code' });
    expect(screen.getByLabelText('Code').textContent).toBe(`${reply.html}\n${reply.script}`);
    expect(button('Get Calculator Code').dataset['loading']).toBeUndefined();
  });

  it('shows a failure to create it for three seconds [MKT-233]', async () => {
    await openCalculator(serverFailure);
    await failedCode();
  });

  it('reports empty code the same way [MKT-234]', async () => {
    await openCalculator({ html: ' ', script: '' });
    await failedCode();
  });

  it('reports a failure to send it the same way [MKT-235]', async () => {
    await openCalculator();
    answer(at(mailCalculator, { pageId: 1000 }), serverFailure);
    await press('Get Calculator Code');
    await userEvent.type(await screen.findByRole('textbox'), 'web@example.com');
    await press('Send code to e-mail');
    await waitFor(() => expect(toasts()).toEqual([[unexpected, 'danger', 3000]]));
  });
});
