import { useState } from 'react';
import { Modal } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderAlone } from '../test/render-alone.tsx';
import { returnFocusAfterDialogs } from './focus-return.ts';

let stop: () => void;
beforeEach(() => {
  stop = returnFocusAfterDialogs(document);
  // The simulated browser has no layout.
  vi.spyOn(HTMLElement.prototype, 'getClientRects').mockReturnValue([{}] as never);
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
});

/** A dialog that is mounted open, next to a button that stays or disappears. */
function Page({ goesAway = false }: { goesAway?: boolean }) {
  const [opened, setOpened] = useState(false);
  const [gone, setGone] = useState(false);
  const open = (): void => {
    setOpened(true);
    setGone(goesAway);
  };
  return (
    <>
      <button type="button">Before</button>
      {!gone && (
        <button type="button" onClick={open}>
          Open
        </button>
      )}
      {opened && (
        <Modal opened onClose={() => setOpened(false)} title="A dialog">
          <button type="button" onClick={() => setOpened(false)}>
            Done
          </button>
        </Modal>
      )}
    </>
  );
}

const focused = (): string | null => document.activeElement?.textContent ?? null;

it('returns focus to the button that opened a dialog', async () => {
  renderAlone(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Done' }));
  await waitFor(() => expect(focused()).toBe('Open'));
});

it('returns focus to the previous element if that button is gone', async () => {
  renderAlone(<Page goesAway />);
  await userEvent.click(screen.getByRole('button', { name: 'Before' }));
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Done' }));
  await waitFor(() => expect(focused()).toBe('Before'));
});
