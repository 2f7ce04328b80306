import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listContractors } from '@lintel/contract/contractors/manage';
import { switchUser, readSession, switchBack } from '@lintel/contract/identity/sessions';
import { contractorRow as row } from '../../test/contractors.ts';
import { makeGate } from '../../test/gate.ts';
import { openPortal } from '../../test/render-portal.tsx';
import { at, answer, refusal } from '../../test/server.ts';
import { staff, switchedStaff } from '../../test/sessions.ts';

const openList = async () => {
  const view = await openPortal('/refer', staff());
  answer(listContractors, { data: [row()], total: 1 });
  await view.router.navigate({ href: '/manage/contractors' });
  await userEvent.click(
    await screen.findByRole('button', { name: 'Switch to Summit Roofing LLC' }),
  );
  return view;
};
const dialog = (): Promise<HTMLElement> =>
  screen.findByRole('dialog', { name: 'Switch to Summit Roofing LLC' });
const go = async (): Promise<void> =>
  userEvent.click(within(await dialog()).getByRole('button', { name: 'Switch' }));

describe('switching into an account', () => {
  it('requires a purpose, shows a splash screen, and opens the root as that account [MKT-137] [MKT-199] [ADM-003] [ADM-005]', async () => {
    const { router } = await openList();
    const gate = makeGate();
    let sent = '';
    answer(at(switchUser, { id: 11 }), async (request) => {
      sent = await request.text();
      answer(readSession, switchedStaff());
      await gate.opened;
      return { message: 'Success' };
    });
    await userEvent.click(
      within(await dialog()).getByRole('textbox', { name: 'Reason (optional)' }),
    );
    await userEvent.paste('Asked for help');
    await go();
    expect((await screen.findByTestId('splash')).textContent).toContain('Summit Roofing LLC');
    gate.open();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    const banner = await screen.findByRole('region', { name: 'Switched account' });
    expect(banner.textContent).toContain('Logged in as Summit Roofing LLC pro@demo.test');
    await waitFor(() => expect(screen.queryByTestId('splash')).toBeNull());
    expect(Object.fromEntries(new URLSearchParams(sent))).toEqual({ reason: 'Asked for help' });
  });

  it('can be canceled without effect', async () => {
    await openList();
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows a failure, and confirming it switches back [ADM-006] [ADM-007]', async () => {
    await openList();
    let switchedBack = 0;
    answer(at(switchUser, { id: 11 }), () => refusal('not_found'));
    answer(switchBack, () => {
      switchedBack += 1;
      return { message: 'Success' };
    });
    await go();
    const error = await screen.findByRole('dialog', { name: 'Error' });
    expect(error.textContent).toContain('This does not exist or is not yours. Error: switch back');
    await userEvent.click(within(error).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(switchedBack).toBe(1));
    expect(await screen.findByRole('heading', { name: 'Hello, Avery' })).toBeTruthy();
  });
});

describe('the time in an account', () => {
  it('counts down in the banner', async () => {
    await openPortal('/refer', switchedStaff(undefined, { switchedSecondsLeft: 1800 }));
    expect((await screen.findByRole('timer')).textContent).toMatch(/^(30:00|29:5\d)$/);
  });

  it("ends automatically and returns to the user's own account with a message", async () => {
    const view = await openPortal('/refer', switchedStaff(undefined, { switchedSecondsLeft: 2 }));
    const back = vi.fn<() => void>();
    answer(switchBack, () => {
      back();
      answer(readSession, staff());
      return { message: 'Success' };
    });
    await screen.findByRole('timer');
    await waitFor(() => expect(back).toHaveBeenCalledTimes(1), { timeout: 6000 });
    await waitFor(() => expect(view.router.state.location.pathname).toBe('/'));
    expect(
      await screen.findByText('Your time in this account is over. Switch again to continue.'),
    ).toBeTruthy();
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Switched account' })).toBeNull(),
    );
  });
});
