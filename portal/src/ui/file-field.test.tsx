import { describe, expect, it, vi } from 'vitest';
import { fireEvent, render, screen } from '@testing-library/react';
import { MantineProvider } from '@mantine/core';
import { messages } from '@lintel/contract/core/fields';
import { FileField } from './file-field.tsx';

const rule = {
  maxBytes: 2048 * 1024,
  types: ['image/png', 'image/gif', 'image/jpeg'],
  messages: { type: messages.image, size: messages.size },
};

const choose = (file: File): ReturnType<typeof vi.fn<(file: File | null) => void>> => {
  const onChange = vi.fn<(file: File | null) => void>();
  render(
    <MantineProvider>
      <FileField label="Logo" rule={rule} file={null} stored={null} onChange={onChange} />
    </MantineProvider>,
  );
  fireEvent.change(screen.getByLabelText('Logo'), { target: { files: [file] } });
  return onChange;
};

describe('an image field', () => {
  it('rejects a file of another type [ADM-365]', () => {
    const onChange = choose(new File(['%PDF'], 'a.pdf', { type: 'application/pdf' }));
    expect(screen.getByText('Please upload file in PNG, GIF, or JPG format')).toBeTruthy();
    expect(onChange).not.toHaveBeenCalled();
  });

  it('rejects a file that is too large [ADM-366]', () => {
    const onChange = choose(
      new File([new Uint8Array(2048 * 1024 + 1)], 'a.png', { type: 'image/png' }),
    );
    expect(screen.getByText('Uploaded file cannot be more than 2MB')).toBeTruthy();
    expect(onChange).not.toHaveBeenCalled();
  });

  it('accepts an image that follows the rule', () => {
    const file = new File(['x'], 'a.png', { type: 'image/png' });
    expect(choose(file)).toHaveBeenCalledWith(file);
  });
});
