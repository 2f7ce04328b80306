import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { press } from '../../../test/forms.ts';
import { chooseLogo, editFlyer, materials, openFlyer, recordSaves } from '../../../test/flyer.ts';
import { toasts } from '../../../test/marketing.ts';
import type { CropControl } from './cropper.ts';
import { openCropper } from './cropper.ts';
import noLogo from './no-logo.svg';

// The simulated browser doesn't draw, so the cropper is mocked.
vi.mock('./cropper.ts', () => ({ openCropper: vi.fn<typeof openCropper>() }));

const steps: unknown[][] = [];
const noted =
  (name: string) =>
  (...values: number[]): void => {
    steps.push([name, ...values]);
  };
const result = vi.fn<CropControl['result']>();
const close = vi.fn<() => void>();

beforeEach(() => {
  steps.length = 0;
  close.mockReset();
  URL.createObjectURL = () => 'blob:cropped';
  URL.revokeObjectURL = () => undefined;
  result.mockReset().mockResolvedValue(new Blob(['png'], { type: 'image/png' }));
  vi.mocked(openCropper)
    .mockReset()
    .mockImplementation((_host, _file, onSteps) => {
      onSteps(true);
      const control = {
        move: noted('move'),
        zoom: noted('zoom'),
        rotate: noted('rotate'),
        undo: noted('undo'),
      };
      return Promise.resolve({ ...control, result, close });
    });
});

async function openDialog(name = 'logo.gif', type = 'image/gif') {
  await openFlyer();
  await editFlyer();
  await chooseLogo(name, type);
  const dialog = await screen.findByRole('dialog', { name: 'Crop your logo' });
  await waitFor(() =>
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'DONE' }).disabled).toBe(
      false,
    ),
  );
  return dialog;
}
const logo = () => screen.getByRole('group', { name: 'Logo' });
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the logo', () => {
  it('shows the no-logo image when the flyer has no logo [MKT-124]', async () => {
    await openFlyer([materials({ logoFileName: '' })]);
    await editFlyer();
    expect(within(logo()).getByRole('img', { name: 'No logo' }).getAttribute('src')).toBe(noLogo);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'DELETE LOGO' }).disabled).toBe(
      true,
    );
  });

  it("belongs to the flyer and may differ from the page's logo [MKT-120]", async () => {
    await openFlyer();
    await editFlyer();
    expect(within(logo()).getByRole('img', { name: 'Logo' }).getAttribute('src')).toBe(
      '/api/v1/media/logo-1.png',
    );
  });

  it('becomes the no-logo image with DELETE LOGO, and is removed on save [MKT-147]', async () => {
    await openFlyer();
    await editFlyer();
    expect(within(logo()).getByRole('img', { name: 'Logo' })).toBeTruthy();
    await press('DELETE LOGO');
    expect(within(logo()).getByRole('img', { name: 'No logo' })).toBeTruthy();
    const saved = recordSaves();
    await press('SUBMIT');
    await waitFor(() => expect(saved[0]?.flyer['logoFileName']).toBe(''));
    expect(saved[0]?.fields['logoFileBlob']).toBeUndefined();
  });

  it("rejects a file that isn't a PNG, GIF, or JPG with a toast [MKT-159] [MKT-162]", async () => {
    await openFlyer();
    await editFlyer();
    await chooseLogo('notes.pdf', 'application/pdf');
    await chooseLogo('logo.svg', 'image/svg+xml');
    const refused = ['Please upload a file in the PNG, GIF, or JPG format', 'danger', 3000];
    expect(toasts()).toEqual([refused, refused]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('rejects a file over 2048 KB with a toast [MKT-160]', async () => {
    await openFlyer();
    await editFlyer();
    await chooseLogo('logo.png', 'image/png', 2048 * 1024 + 1);
    expect(toasts()).toEqual([['Uploaded file cannot be more than 2MB', 'danger', 3000]]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the crop dialog', () => {
  it('opens with the image chosen through CHANGE LOGO; DONE uses the cropped image, which is saved [MKT-106] [MKT-113]', async () => {
    const dialog = await openDialog();
    expect(vi.mocked(openCropper).mock.calls[0]?.[1].name).toBe('logo.gif');
    await userEvent.click(within(dialog).getByRole('button', { name: 'DONE' }));
    await gone();
    expect(within(logo()).getByRole('img', { name: 'Logo' }).getAttribute('src')).toBe(
      'blob:cropped',
    );
    const saved = recordSaves();
    await press('SUBMIT');
    await waitFor(() => expect(saved[0]?.flyer['logoFileName']).toBe('logo.png'));
    expect(saved[0]?.fields['logoFileBlob']).toMatchObject({ type: 'image/png' });
  });

  it('opens a file picker with CHANGE LOGO [MKT-106]', async () => {
    await openFlyer();
    await editFlyer();
    const pick = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
    await press('CHANGE LOGO');
    expect(pick).toHaveBeenCalledTimes(1);
  });

  it('undoes, zooms by 1.1 and 0.9, and rotates by 15 degrees each way [MKT-107] [MKT-108] [MKT-109] [MKT-110] [MKT-111] [MKT-262] [MKT-263]', async () => {
    const dialog = within(await openDialog());
    for (const name of ['Zoom In', 'Zoom Out', 'Rotate left 15°', 'Rotate right 15°', 'Undo'])
      await userEvent.click(dialog.getByRole('button', { name }));
    expect(steps).toEqual([
      ['zoom', 1.1],
      ['zoom', 0.9],
      ['rotate', -15],
      ['rotate', 15],
      ['undo'],
    ]);
  });

  it('supports the keyboard', async () => {
    const dialog = within(await openDialog());
    const picture = dialog.getByRole('group', { name: /^The picture/ });
    for (const key of ['ArrowLeft', 'ArrowDown', '+', '-', 'x'])
      fireEvent.keyDown(picture, { key });
    fireEvent.keyDown(picture, { key: 'ArrowUp', shiftKey: true });
    expect(steps).toEqual([
      ['move', -6, 0],
      ['move', 0, 6],
      ['zoom', 1.1],
      ['zoom', 0.9],
      ['move', 0, -24],
    ]);
  });

  it('keeps the previous logo on CANCEL and releases the image [MKT-112]', async () => {
    const dialog = await openDialog();
    await userEvent.click(within(dialog).getByRole('button', { name: 'CANCEL' }));
    await gone();
    expect(within(logo()).getByRole('img', { name: 'Logo' }).getAttribute('src')).toBe(
      '/api/v1/media/logo-1.png',
    );
    expect(result).not.toHaveBeenCalled();
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('stays open with an error when the result is larger than 1 MB [MKT-163]', async () => {
    result.mockResolvedValue(new Blob(['x'.repeat(1024 * 1024 + 1)], { type: 'image/png' }));
    const dialog = await openDialog();
    await userEvent.click(within(dialog).getByRole('button', { name: 'DONE' }));
    await waitFor(() =>
      expect(toasts()).toEqual([['The uploading file cannot be more than 1 MB', 'danger', 3000]]),
    );
    expect(screen.getByRole('dialog', { name: 'Crop your logo' })).toBeTruthy();
  });

  it('closes with an error when cropping fails [MKT-164]', async () => {
    result.mockRejectedValue(new Error('no'));
    const dialog = await openDialog();
    await userEvent.click(within(dialog).getByRole('button', { name: 'DONE' }));
    await gone();
    expect(toasts()).toEqual([['Please upload file in PNG, GIF, or JPG format', 'danger', 3000]]);
  });

  it('closes with an error when the file turns out not to be an image [MKT-164]', async () => {
    vi.mocked(openCropper).mockRejectedValue(new Error('no'));
    await openFlyer();
    await editFlyer();
    await chooseLogo('logo.png', 'image/png');
    await waitFor(() =>
      expect(toasts()).toEqual([['Please upload file in PNG, GIF, or JPG format', 'danger', 3000]]),
    );
    await gone();
  });
});
