import { describe, expect, it, vi } from 'vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { countApplicationStages } from '@lintel/contract/applications/graphs';
import { stages } from '@lintel/contract/applications/stages';
import { mapValues } from '@lintel/contract/core/map-values';
import { openPortal } from '../test/render-portal.tsx';
import { answer } from '../test/server.ts';
import { owner, ownerPrivileges, privileges, staff, switchedStaff } from '../test/sessions.ts';

const noStages = mapValues(stages, () => 0);

/** A window of 390 pixels. */
function onPhone(): void {
  const wide = window.matchMedia;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(wide(query), { matches: /max-width: \d{3,4}px/.test(query) }),
  );
}

const bar = (): Promise<HTMLElement> => screen.findByRole('navigation', { name: 'Shortcuts' });
const names = async (): Promise<(string | null)[]> =>
  [...(await bar()).querySelectorAll('a, button')].map(({ textContent }) => textContent);

describe('the bottom bar on a phone', () => {
  it('links to the most used screens and marks the current one', async () => {
    onPhone();
    answer(countApplicationStages, { total: 0, stages: noStages });
    await openPortal('/refer', owner());
    expect(await names()).toEqual(['Home', 'Applications', 'Send', 'Customers', 'More']);
    expect(within(await bar()).queryByRole('link', { current: 'page' })).toBeNull();
    await userEvent.click(within(await bar()).getByRole('link', { name: 'Applications' }));
    await screen.findByRole('heading', { level: 1, name: 'Applications' });
    await waitFor(async () =>
      expect(within(await bar()).getByRole('link', { current: 'page' }).textContent).toBe(
        'Applications',
      ),
    );
  });

  it('shows for staff switched into a contractor, but not on their own account', async () => {
    onPhone();
    const { unmount } = await openPortal('/refer', switchedStaff());
    await bar();
    unmount();
    await openPortal('/refer', staff());
    await vi.dynamicImportSettled();
    expect(screen.queryByRole('navigation', { name: 'Shortcuts' })).toBeNull();
  });

  it('shows only screens that the user may open', async () => {
    onPhone();
    const { unmount } = await openPortal(
      '/personal-info',
      owner(privileges('personal-info:access')),
    );
    expect(await names()).toEqual(['Home', 'More']);
    unmount();
    const readOnly = ownerPrivileges.map(({ resource, code }) =>
      resource === 'customers' ? ({ resource, code: 'read' } as const) : { resource, code },
    );
    await openPortal('/refer', owner(readOnly));
    expect(await names()).toEqual(['Home', 'Applications', 'Customers', 'More']);
  });

  it('is absent in a wide window, and while something has to be accepted first', async () => {
    const { unmount } = await openPortal('/refer', owner());
    await vi.dynamicImportSettled();
    expect(screen.queryByRole('navigation', { name: 'Shortcuts' })).toBeNull();
    unmount();
    onPhone();
    await openPortal('/refer', owner(undefined, {}, { needQuiz: true }));
    await vi.dynamicImportSettled();
    expect(screen.queryByRole('navigation', { name: 'Shortcuts' })).toBeNull();
  });

  it('opens the menu, which returns the focus to it', async () => {
    onPhone();
    await openPortal('/refer', owner());
    const more = within(await bar()).getByRole('button', { name: 'More' });
    await userEvent.click(more);
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
    expect(more.getAttribute('aria-expanded')).toBe('true');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(more));
    await userEvent.click(screen.getByRole('button', { name: 'Open the menu' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open the menu' })),
    );
  });

  it('hides for a keyboard, and comes back', async () => {
    onPhone();
    const seen = Object.assign(new EventTarget(), { height: 760, scale: 1 });
    vi.stubGlobal('visualViewport', seen);
    await openPortal('/refer', owner());
    const shown = await bar();
    const resize = (height: number, scale = 1): void =>
      act(() => {
        Object.assign(seen, { height, scale });
        seen.dispatchEvent(new Event('resize'));
      });
    resize(690);
    expect(shown.hidden).toBe(false);
    resize(420);
    expect(shown.hidden).toBe(true);
    resize(760);
    expect(shown.hidden).toBe(false);
    resize(380, 2);
    expect(shown.hidden).toBe(false);
    vi.unstubAllGlobals();
  });
});
