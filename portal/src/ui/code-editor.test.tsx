import { useState } from 'react';
import { MantineProvider } from '@mantine/core';
import { describe, expect, it, vi } from 'vitest';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EditorView } from '@codemirror/view';
import { EditorState, Text } from '@codemirror/state';
import { CodeEditor, changesBetween } from './code-editor.tsx';
import { problemRange, type CodeProblem } from './code-problems.ts';

interface Given {
  start: string;
  problems?: readonly CodeProblem[];
  error?: string;
  onBlur?: () => void;
}

function Field({ start, ...others }: Given) {
  const [value, setValue] = useState(start);
  return (
    <MantineProvider>
      <CodeEditor label="Body" required value={value} onChange={setValue} {...others} />
      <button type="button" onClick={() => setValue(value.trim())}>
        Tidy
      </button>
    </MantineProvider>
  );
}
const editor = (): HTMLElement => screen.getByRole('textbox', { name: 'Body' });
const view = (): EditorView => {
  const found = EditorView.findFromDOM(editor());
  if (found === null) throw new Error('There is no editor');
  return found;
};

describe('the template editor', () => {
  it('is a required text field with an accessible name', () => {
    render(<Field start="<p>Hello</p>" />);
    expect(editor().textContent).toContain('<p>Hello</p>');
    expect(editor().getAttribute('aria-required')).toBe('true');
    expect(editor().getAttribute('aria-invalid')).toBe('false');
  });

  it('lets the Tab key leave it', async () => {
    const onBlur = vi.fn<() => void>();
    render(<Field start="<p>Hello</p>" onBlur={onBlur} />);
    act(() => editor().focus());
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Tidy' }));
    expect(view().state.doc.toString()).toBe('<p>Hello</p>');
    expect(onBlur).toHaveBeenCalledOnce();
  });

  it('applies an outside change and keeps the cursor', async () => {
    render(<Field start={'  <p>Hello</p>\n'} />);
    act(() => view().dispatch({ selection: { anchor: 7 } }));
    await userEvent.click(screen.getByRole('button', { name: 'Tidy' }));
    expect(view().state.doc.toString()).toBe('<p>Hello</p>');
    expect(view().state.selection.main.head).toBe(5);
  });

  it('marks a problem at its line, lists it below, and jumps to it', async () => {
    const problems = [{ line: 2, column: 4, message: 'tag "iff" not found' }];
    render(<Field start={'<p>\n  {% iff %}\n</p>'} problems={problems} />);
    await waitFor(() =>
      expect(document.querySelector('.cm-lintRange-error')?.textContent).toBe('% iff %}'),
    );
    expect(editor().getAttribute('aria-invalid')).toBe('true');
    const told = document.querySelector(`[id="${editor().getAttribute('aria-describedby')}"]`);
    expect(told?.textContent).toContain('tag "iff" not found');
    await userEvent.click(screen.getByRole('button', { name: 'Line 2' }));
    expect(document.activeElement).toBe(editor());
    expect(view().state.selection.main.head).toBe(7);
  });

  it('shows an error of the whole field', () => {
    render(<Field start="" error="This field is required." />);
    expect(screen.getByText('This field is required.')).toBeTruthy();
    expect(editor().getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the position of a problem', () => {
  const doc = Text.of(['abc', '', 'xyz']);

  it.each([
    [1, 2, { from: 1, to: 3 }],
    [3, 99, { from: 7, to: 8 }],
    [2, 1, { from: 4, to: 4 }],
    [99, 1, { from: 5, to: 8 }],
    [0, 0, { from: 0, to: 3 }],
  ])('at line %i and column %i is within the text', (line, column, place) => {
    expect(problemRange(doc, { line, column, message: '' })).toEqual(place);
  });
});

describe('a change between two texts', () => {
  it.each([
    ['abc', 'abXc'],
    ['aa', 'aaa'],
    ['  text\n', 'text'],
    ['', 'new'],
    ['old', ''],
    ['same', 'same'],
  ])('turns %j into %j', (old, next) => {
    const changed = EditorState.create({ doc: old }).update({ changes: changesBetween(old, next) });
    expect(changed.newDoc.toString()).toBe(next);
  });
});
