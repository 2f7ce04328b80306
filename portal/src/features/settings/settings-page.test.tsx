import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import {
  codeField,
  flyer,
  image,
  openSettings,
  writeCode,
} from '../../test/marketing-templates.ts';
import { press } from '../../test/forms.ts';

vi.setConfig({ testTimeout: 30_000 });

const section = () => within(screen.getByRole('region', { name: 'Marketing materials' }));
const tabs = (): (string | null)[] =>
  section()
    .getAllByRole('tab')
    .map(({ textContent }) => textContent);
const answerWith = async (name: string): Promise<void> =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

describe('the Settings screen', () => {
  it('has a Marketing materials section with the tabs Homeowner Flyer and Social Media Images [ADM-150]', async () => {
    await openSettings();
    expect(tabs()).toEqual(['Homeowner Flyer', 'Social Media Images']);
  });

  it('requires access to both settings and marketing materials for Social Media Images [ADM-157]', async () => {
    await openSettings(['settings', 'changes', 'imageChanges']);
    expect(tabs()).toEqual(['Homeowner Flyer']);
  });

  it('shows Social Media Images to staff with both privileges [ADM-157]', async () => {
    await openSettings(['settings', 'images']);
    expect(tabs()).toEqual(['Homeowner Flyer', 'Social Media Images']);
  });

  it('shows the last editor of the demo data, a flyer template, and an image template [ADM-208]', async () => {
    await openSettings();
    expect(
      await screen.findByText('Demo data last updated: Robin Ortiz, Mar 3, 2026, 1:00 PM EST'),
    ).toBeTruthy();
    expect(
      screen.getByText('Template last updated: Sam Rivera, Mar 4, 2026, 1:00 PM EST'),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Social Media Images' }));
    expect(
      await screen.findByText('Image last updated: Dana Whitfield, Mar 5, 2026, 1:00 PM EST'),
    ).toBeTruthy();
  });

  it('keeps the input of one tab during a visit to another', async () => {
    await openSettings();
    await press('Edit');
    await codeField();
    await writeCode('<p>Mine</p>');
    await userEvent.click(screen.getByRole('tab', { name: 'Social Media Images' }));
    await screen.findByRole('radio', { name: image().title });
    await userEvent.click(screen.getByRole('tab', { name: 'Homeowner Flyer' }));
    expect((await codeField()).textContent).toBe('<p>Mine</p>');
  });

  it('asks once before the user leaves a form with changes', async () => {
    const { router } = await openSettings();
    await press('Edit');
    await codeField();
    await writeCode('<p>Mine</p>');
    await press('Edit demo data');
    await codeField('Demo data');
    await writeCode('{}', 'Demo data');
    void router.navigate({ href: '/' });
    await answerWith('Stay');
    expect(router.state.location.pathname).toBe('/manage/settings');
    expect((await codeField()).textContent).toBe('<p>Mine</p>');
    void router.navigate({ href: '/' });
    await answerWith('Leave');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it("doesn't ask when nothing has changed", async () => {
    const { router } = await openSettings();
    await press('Edit');
    await codeField();
    await writeCode(`${flyer().body}\n`);
    await act(() => router.navigate({ href: '/' }));
    expect(router.state.location.pathname).toBe('/');
  });
});
