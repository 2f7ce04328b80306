import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { button, press } from '../test/forms.ts';
import { makeGate } from '../test/gate.ts';
import { toasts } from '../test/marketing.ts';
import { renderAlone } from '../test/render-alone.tsx';
import { CodeModal } from './code-modal.tsx';

const code = '<script async src="https://pay.example/embeds/v1.js"></script>';

function Opened({ onSend }: { onSend: (email: string) => Promise<unknown> }) {
  const [opened, setOpened] = useState(true);
  return (
    <CodeModal
      title="Widget Code"
      opened={opened}
      code={code}
      onClose={() => setOpened(false)}
      onSend={onSend}
      failure="It failed"
    />
  );
}

function openModal(onSend: (email: string) => Promise<unknown> = () => Promise.resolve()) {
  const send = vi.fn<(email: string) => Promise<unknown>>(onSend);
  renderAlone(<Opened onSend={send} />);
  return send;
}
const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Send it to/ });
async function enter(text: string): Promise<void> {
  await userEvent.clear(box());
  if (text !== '') {
    await userEvent.click(box());
    await userEvent.paste(text);
  }
  await userEvent.tab();
}

describe('the code window', () => {
  it('closes [MKT-148]', async () => {
    openModal();
    expect(screen.getByLabelText('Code').textContent).toBe(code);
    await press('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('copies the code and confirms it [MKT-241]', async () => {
    openModal();
    const copied = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: copied },
      configurable: true,
    });
    await press('Copy code');
    expect(copied).toHaveBeenCalledWith(code);
    await waitFor(() => expect(toasts().map(([message]) => message)).toEqual(['Copied!']));
  });

  it('has instructions for each kind of website', async () => {
    openModal();
    expect(screen.getByText('Add a “Custom HTML” block.')).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Plain HTML' }));
    expect(
      screen.getByText('Paste the code between <body> and </body>, where it should appear.'),
    ).toBeTruthy();
  });
});

describe('the e-mail box', () => {
  it('has a button that is disabled while it is empty [MKT-155]', async () => {
    openModal();
    expect(button('Send code to e-mail').disabled).toBe(true);
    await enter('a@b.co');
    expect(button('Send code to e-mail').disabled).toBe(false);
  });

  it('removes white space from its input [MKT-154]', async () => {
    const send = openModal();
    await enter('  web@ exam ple.com ');
    expect(box().value).toBe('web@example.com');
    await press('Send code to e-mail');
    await waitFor(() => expect(send).toHaveBeenCalledWith('web@example.com'));
  });

  it('rejects an invalid address and sends nothing [MKT-151]', async () => {
    const send = openModal();
    await enter('web@example');
    expect(await screen.findByText('The Email is in invalid format')).toBeTruthy();
    await press('Send code to e-mail');
    expect(send).not.toHaveBeenCalled();
  });

  it('is required [MKT-152]', async () => {
    openModal();
    expect(box().required).toBe(true);
    await enter('web@example.com');
    await enter('');
    expect(await screen.findByText('This field is required.')).toBeTruthy();
  });

  it('accepts up to 250 characters [MKT-153]', async () => {
    const send = openModal();
    const address = (length: number): string => {
      const labels = 'a'.repeat(60);
      const host = `@${labels}.${labels}.${labels}.co`;
      return 'b'.repeat(length - host.length) + host;
    };
    await enter(address(251));
    expect(await screen.findByText('Enter 250 symbols maximum')).toBeTruthy();
    await enter(address(250));
    await waitFor(() => expect(screen.queryByText('Enter 250 symbols maximum')).toBeNull());
    await press('Send code to e-mail');
    await waitFor(() => expect(send).toHaveBeenCalledWith(address(250)));
  });

  it('shows a loading button while sending, and a confirmation for three seconds [MKT-150] [MKT-240] [MKT-254]', async () => {
    const gate = makeGate();
    openModal(() => gate.opened);
    await enter('web@example.com');
    await press('Send code to e-mail');
    await waitFor(() => expect(button('Send code to e-mail').dataset['loading']).toBe('true'));
    gate.open();
    await waitFor(() => expect(toasts()).toEqual([['Success!', 'success', 3000]]));
    await waitFor(() => expect(button('Send code to e-mail').dataset['loading']).toBeUndefined());
  });

  it('shows the given message when sending fails, and keeps the address', async () => {
    openModal(() => Promise.reject(new Error('no')));
    await enter('web@example.com');
    await press('Send code to e-mail');
    await waitFor(() => expect(toasts()).toEqual([['It failed', 'danger', 3000]]));
    expect(box().value).toBe('web@example.com');
  });
});
