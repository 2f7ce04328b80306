import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EditorView } from '@codemirror/view';
import {
  type StaffMaterial,
  createMaterial,
  updateMaterial,
  uploadVideo,
  listMaterials,
} from '@lintel/contract/training/manage';
import { shownToasts } from '../../../test/toasts.ts';
import { recordCalls } from '../../../test/forms.ts';
import {
  at,
  answer,
  refusal,
  lostConnection,
  noAnswer,
  refusalWithNames,
} from '../../../test/server.ts';
import {
  choose,
  dialog,
  loadRules,
  material,
  materials,
  openTrainingStaff,
  put,
} from '../../../test/training-staff.tsx';
import { MaterialModal } from './material-modal.tsx';

vi.setConfig({ testTimeout: 30_000 });
beforeAll(loadRules);
beforeEach(() => {
  URL.createObjectURL = () => 'blob:made';
  URL.revokeObjectURL = () => undefined;
});

const required = 'This field is required.';
const open = async (existing: StaffMaterial | null = null) => {
  const onClose = vi.fn<() => void>();
  openTrainingStaff(<MaterialModal material={existing} categoryId={null} onClose={onClose} />);
  const modal = await dialog(existing === null ? 'Add material' : 'Edit material');
  const button = modal.getByRole<HTMLButtonElement>('button', {
    name: existing === null ? 'Add' : 'Update',
  });
  return { modal, button, submit: () => userEvent.click(button), onClose };
};
type Modal = Awaited<ReturnType<typeof open>>['modal'];

const saved = () => ({ message: 'Material saved', material: material() });
const toasts = () => shownToasts().map(({ message, kind, life }) => [message, kind, life]);
const invalid = (modal: Modal): string[] =>
  [
    ...modal
      .getByRole('button', { name: /^(Add|Update)$/ })
      .closest('form')!
      .querySelectorAll('[aria-invalid="true"]'),
  ].map((field) => {
    const labelled = field.getAttribute('aria-labelledby');
    const label =
      labelled === null
        ? (field as HTMLInputElement).labels?.[0]
        : document.getElementById(labelled);
    return (label?.textContent ?? '').replace(' *', '');
  });
const attach = (modal: Modal, label: string | RegExp, file: File): void =>
  void fireEvent.change(modal.getByLabelText(label, { selector: 'input[type=file]' }), {
    target: { files: [file] },
  });
const png = new File(['x'], 'thumb.png', { type: 'image/png' });

describe('the new material form', () => {
  it("requires a title that isn't blank, and a category [ADM-326] [ADM-327]", async () => {
    const { modal, submit } = await open();
    await put(modal, 'Title', '   ');
    await submit();
    await waitFor(() => expect(modal.getAllByText(required)).toHaveLength(2));
    expect(invalid(modal)).toEqual(['Title', 'Category']);
  });

  it('requires content in a text category [ADM-328]', async () => {
    const calls = recordCalls(createMaterial, saved);
    const { modal, submit, onClose } = await open();
    await choose(modal, 'Category', 'Offers');
    await put(modal, 'Title', 'Can an offer expire?');
    const editor = EditorView.findFromDOM(await modal.findByRole('textbox', { name: 'Content' }));
    const write = (insert: string): void =>
      act(() => editor?.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert } }));
    write('<p>&nbsp;</p>');
    await submit();
    await waitFor(() => expect(modal.getAllByText(required)).toHaveLength(1));
    expect(invalid(modal)).toEqual(['Content']);
    write('<p>Yes, after 50 days.</p>');
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(calls[0]).toMatchObject({
      encoding: 'multipart',
      body: {
        name: 'Can an offer expire?',
        categoryId: '3',
        content: '<p>Yes, after 50 days.</p>',
      },
    });
  });

  it('requires a duration in digits and a video type in a video category [ADM-329] [ADM-330]', async () => {
    const { modal, submit } = await open();
    await choose(modal, 'Category', 'Selling');
    await put(modal, 'Title', 'How to sell');
    await submit();
    await waitFor(() => expect(invalid(modal)).toEqual(['Video type', 'Duration in minutes']));
    expect((await put(modal, 'Duration in minutes', '1.2m')).value).toBe('12');
  });

  it('requires the video of the type YouTube [ADM-331]', async () => {
    const calls = recordCalls(createMaterial, saved);
    const { modal, submit, onClose } = await open();
    await choose(modal, 'Category', 'Selling');
    await put(modal, 'Title', 'How to sell');
    await choose(modal, 'Video type', 'YouTube');
    await put(modal, 'Duration in minutes', '3');
    await submit();
    await waitFor(() => expect(invalid(modal)).toEqual(['YouTube video']));
    await put(modal, 'YouTube video', 'dQw4w9WgXcQ');
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(calls[0]?.body).toMatchObject({
      videoType: 'youtube',
      videoId: 'dQw4w9WgXcQ',
      videoDuration: '3',
    });
  });

  it('requires the address of an MP4 and an image [ADM-332] [ADM-333]', async () => {
    const calls = recordCalls(createMaterial, saved);
    const { modal, submit, onClose } = await open();
    await choose(modal, 'Category', 'Selling');
    await put(modal, 'Title', 'How to sell');
    await choose(modal, 'Video type', 'MP4');
    await put(modal, 'Duration in minutes', '3');
    await submit();
    await waitFor(() => expect(invalid(modal)).toEqual(['Video address', 'Image']));
    await put(modal, 'Video address', 'how to sell');
    attach(modal, /^Image/, png);
    await submit();
    expect(await modal.findByText('The URL is not valid')).toBeTruthy();
    expect(invalid(modal)).toEqual(['Video address']);
    await put(modal, 'Video address', 'https://videos.example/sell.mp4');
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(calls[0]?.body).toMatchObject({
      videoType: 'video/mp4',
      videoSrc: 'https://videos.example/sell.mp4',
      videoImg: { type: 'image/png' },
    });
  });

  it('accepts only digits as the order, at most 3 [ADM-335]', async () => {
    const { modal } = await open();
    expect((await put(modal, 'Order', 'no. 4567')).value).toBe('456');
    expect((await put(modal, 'Order', '0')).value).toBe('');
  });
});

describe('the files of a material', () => {
  it.each(['image/jpeg', 'image/png', 'image/gif'])(
    'can include an image of type %s [ADM-334]',
    async (type) => {
      const { modal } = await open(material({ videoImg: '' }));
      attach(modal, /^Image/, new File(['x'], 'thumb', { type }));
      expect(await modal.findByRole('img', { name: 'Image preview' })).toBeTruthy();
    },
  );

  it("can't include an image of another type [ADM-334] [ADM-337]", async () => {
    const { modal } = await open(material({ videoImg: '' }));
    attach(modal, /^Image/, new File(['<svg/>'], 'thumb.svg', { type: 'image/svg+xml' }));
    expect(modal.getByText('Please upload file in PNG, GIF, or JPG format')).toBeTruthy();
    expect(modal.queryByRole('img', { name: 'Image preview' })).toBeNull();
  });

  it("can't include an image larger than 1 MB [ADM-336]", async () => {
    const { modal } = await open(material({ videoImg: '' }));
    attach(
      modal,
      /^Image/,
      new File([new Uint8Array(1024 * 1024 + 1)], 'thumb.png', { type: 'image/png' }),
    );
    expect(modal.getByText('The uploading file cannot be more than 1MB')).toBeTruthy();
    attach(
      modal,
      /^Image/,
      new File([new Uint8Array(1024 * 1024)], 'thumb.png', { type: 'image/png' }),
    );
    expect(await modal.findByRole('img', { name: 'Image preview' })).toBeTruthy();
    expect(modal.queryByText('The uploading file cannot be more than 1MB')).toBeNull();
  });

  it('include captions in WebVTT format, which can be removed', async () => {
    const calls = recordCalls(at(updateMaterial, { id: 11 }), saved);
    const { modal, submit, onClose } = await open(material({ trackFileName: 'week.vtt' }));
    attach(modal, 'Captions', new File(['x'], 'week.srt'));
    expect(modal.getByText('Please upload captions in the WebVTT format (.vtt)')).toBeTruthy();
    await userEvent.click(modal.getByRole('button', { name: 'Remove the captions' }));
    expect(modal.queryByText('week.vtt')).toBeNull();
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(calls[0]?.body).toMatchObject({ removeTrack: '1', removeImage: '0', version: '5' });
  });
});

describe('the video upload', () => {
  const film = new File(['mp4'], 'sell.mp4', { type: 'video/mp4' });

  it('fills in the address of the stored video', async () => {
    answer(uploadVideo, {
      message: 'Stored',
      videoSrc: '/api/v1/materials/video/newnewnew',
      fileName: 'sell.mp4',
      bytes: 3,
    });
    const { modal } = await open(material());
    attach(modal, 'Upload an MP4 video', film);
    const address = modal.getByRole<HTMLInputElement>('textbox', { name: 'Video address' });
    await waitFor(() => expect(address.value).toBe('/api/v1/materials/video/newnewnew'));
    expect(modal.queryByRole('progressbar')).toBeNull();
  });

  it('shows its progress, blocks submitting the form, and can be canceled', async () => {
    answer(uploadVideo, noAnswer);
    const { modal, button } = await open(material());
    attach(modal, 'Upload an MP4 video', film);
    expect(await modal.findByRole('progressbar', { name: 'Upload of sell.mp4' })).toBeTruthy();
    expect(button.disabled).toBe(true);
    await userEvent.click(modal.getByRole('button', { name: 'Cancel the upload' }));
    expect(modal.queryByRole('progressbar')).toBeNull();
    expect(button.disabled).toBe(false);
    expect(modal.getByRole<HTMLInputElement>('textbox', { name: 'Video address' }).value).toBe(
      material().videoSrc,
    );
  });

  it('shows why a file is rejected', async () => {
    answer(uploadVideo, () => refusal('too_large'));
    const { modal } = await open(material());
    attach(modal, 'Upload an MP4 video', new File(['x'], 'sell.mov', { type: 'video/quicktime' }));
    expect((await modal.findByRole('alert')).textContent).toBe(
      'Please upload a video in the MP4 format',
    );
    attach(modal, 'Upload an MP4 video', film);
    expect(await modal.findByText('What you sent is too large.')).toBeTruthy();
    answer(uploadVideo, () => refusal('invalid', { video: 'This is no film.' }));
    attach(modal, 'Upload an MP4 video', film);
    expect(await modal.findByText('This is no film.')).toBeTruthy();
  });
});

describe('the material editor', () => {
  it('marks the fields that the server rejects [ADM-338]', async () => {
    const message = 'Please correct the marked fields.';
    answer(at(updateMaterial, { id: 11 }), () =>
      refusalWithNames({ name: 'This title is taken.' }, ['name', 'videoSrc']),
    );
    const { modal, submit } = await open(material());
    await submit();
    expect(await modal.findByText('This title is taken.')).toBeTruthy();
    expect(modal.getByText(message)).toBeTruthy();
  });

  it('shows a general message for a rejected category [ADM-339]', async () => {
    answer(at(updateMaterial, { id: 11 }), () =>
      refusal('invalid', { categoryId: 'This category does not exist.' }),
    );
    const { modal, submit } = await open(material());
    await submit();
    const message = 'An unexpected error occurred, please contact support@localhost';
    await waitFor(() => expect(toasts()).toEqual([[message, 'danger', 3000]]));
    expect(modal.queryByText('This category does not exist.')).toBeNull();
  });

  it('names the support for 3 s when saving fails without a server message [ADM-497]', async () => {
    answer(at(updateMaterial, { id: 11 }), lostConnection);
    const { submit } = await open(material());
    await submit();
    const message = 'An unexpected error occurred, please contact support@localhost';
    await waitFor(() => expect(toasts()).toEqual([[message, 'danger', 3000]]));
  });

  it('replaces the input with a concurrent change on request', async () => {
    answer(at(updateMaterial, { id: 11 }), () => refusal('conflict'));
    const { modal, submit } = await open(material());
    answer(listMaterials, {
      data: [material({ name: 'Theirs', version: 9 }), ...materials.slice(1)],
      total: 2,
    });
    const title = await put(modal, 'Title', 'Mine');
    await submit();
    expect((await modal.findByRole('alert')).textContent).toContain(
      'Different from your form: Title.',
    );
    await userEvent.click(modal.getByRole('button', { name: 'Discard mine and reload' }));
    expect(title.value).toBe('Theirs');
    expect(modal.queryByRole('alert')).toBeNull();
  });

  it('asks before discarding input', async () => {
    const { modal, onClose } = await open(material());
    await put(modal, 'Title', 'Mine');
    await userEvent.click(modal.getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(
      Array.from(question.querySelectorAll('button')).find(
        ({ textContent }) => textContent === 'Discard',
      )!,
    );
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });
});
