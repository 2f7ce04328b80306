import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  listFlyerVersions,
  restoreFlyerVersion,
  previewFlyerTemplate,
} from '@lintel/contract/marketing/templates';
import {
  codeField,
  readCode,
  flyer,
  lastToast,
  openSettings,
  expectToast,
  writeCode,
} from '../../../test/marketing-templates.ts';
import { button, press, recordCalls } from '../../../test/forms.ts';
import { makeGate } from '../../../test/gate.ts';
import { pdf, watchWindows } from '../../../test/invoices.ts';
import { answer, refusal, errorInBody } from '../../../test/server.ts';

vi.setConfig({ testTimeout: 30_000 });

const version = (number: number, current = false) => ({
  version: number,
  description: '',
  body: `<p>Body ${number}</p>`,
  savedAt: '2026-03-04T18:00:00.000Z',
  savedBy: 'Sam Rivera',
  current,
});

describe('the preview of a flyer template', () => {
  it('is requested with only the id in view mode, and with the typed body in the editor [ADM-462]', async () => {
    await openSettings();
    watchWindows();
    const sent = recordCalls(previewFlyerTemplate, pdf);
    await press('Open');
    await press('Preview');
    await waitFor(() => expect(sent).toHaveLength(1));
    await press('Edit');
    await writeCode('<p>New</p>');
    await press('Preview');
    await waitFor(() => expect(sent).toHaveLength(2));
    const path = '/manage/flyer-templates/41/preview';
    expect(sent).toEqual([
      { path, encoding: 'form', body: { id: '41' } },
      { path, encoding: 'form', body: { id: '41', body: '<p>New</p>' } },
    ]);
  });

  it('shows the PDF in a window that opens on click [ADM-463]', async () => {
    await openSettings();
    const viewer = watchWindows();
    const gate = makeGate();
    answer(previewFlyerTemplate, async () => {
      await gate.opened;
      return pdf();
    });
    await press('Open');
    await press('Preview');
    expect(viewer.open).toHaveBeenCalledOnce();
    expect(viewer.location.replace).not.toHaveBeenCalled();
    gate.open();
    await waitFor(() => expect(viewer.location.replace).toHaveBeenCalledWith('blob:document'));
  });

  it('treats a JSON response as an error: shows its message and closes the window [ADM-463]', async () => {
    await openSettings();
    const viewer = watchWindows();
    recordCalls(previewFlyerTemplate, () => errorInBody('An image is too large.'));
    await press('Open');
    await press('Preview');
    await expectToast('An image is too large.');
    expect(lastToast()?.kind).toBe('danger');
    expect(viewer.close).toHaveBeenCalledOnce();
    expect(viewer.location.replace).not.toHaveBeenCalled();
  });

  it('marks an error in the typed body at its line', async () => {
    await openSettings();
    watchWindows();
    await press('Edit');
    await codeField();
    recordCalls(previewFlyerTemplate, () =>
      refusal('render_failed', { body: 'Line 1: tag "iff" not found' }),
    );
    await press('Preview');
    expect(await screen.findByRole('button', { name: 'Line 1' })).toBeTruthy();
    await writeCode('<p>Right</p>');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Line 1' })).toBeNull());
  });

  it('offers a link when the browser blocks the window', async () => {
    await openSettings();
    watchWindows(false);
    recordCalls(previewFlyerTemplate, pdf);
    await press('Open');
    await press('Preview');
    const link = await screen.findByRole('link', { name: 'Open the preview' });
    expect(link.getAttribute('href')).toBe('blob:document');
  });
});

describe('the versions of a flyer template', () => {
  it('can be viewed, and one is restored after confirmation', async () => {
    await openSettings();
    answer(listFlyerVersions, {
      data: [version(3, true), version(2), version(1)],
    });
    await press('Versions');
    expect(await readCode()).toBe('<p>Body 3</p>');
    expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Version 2/ }));
    await waitFor(async () => expect(await readCode()).toBe('<p>Body 2</p>'));
    const sent = recordCalls(restoreFlyerVersion, () => ({
      message: 'Update successful!',
      template: flyer({ version: 4 }),
    }));
    await press('Restore version 2');
    await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    await expectToast('Version 2 restored');
    expect(sent.map(({ path }) => path)).toEqual(['/manage/flyer-templates/41/versions/2/restore']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are read-only without the privilege to modify settings', async () => {
    await openSettings(['settings']);
    answer(listFlyerVersions, { data: [version(3, true), version(2)] });
    await press('Versions');
    await userEvent.click(await screen.findByRole('button', { name: /^Version 2/ }));
    expect(button('Preview')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull();
  });
});
