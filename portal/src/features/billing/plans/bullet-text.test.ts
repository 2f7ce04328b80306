import { describe, expect, it } from 'vitest';
import { bulleted, bulletText } from './use-plan-form.ts';

describe('a bulleted text', () => {
  it('has a bullet before each line, typed or pasted [ADM-318]', () => {
    expect(bulleted('a', false)).toBe('• a');
    expect(bulleted('• a\n', false)).toBe('• a\n• ');
    expect(bulleted('• a\nb\n  c', false)).toBe('• a\n• b\n• c');
    expect(bulleted('• a\n• b', false)).toBe('• a\n• b');
    expect(bulletText(['a', 'b'])).toBe('• a\n• b');
  });

  it('joins a line to the previous one when its bullet is deleted', () => {
    expect(bulleted('• a\n•b', true)).toBe('• ab');
    expect(bulleted('• a\n•', true)).toBe('• a');
    expect(bulleted('•a', true)).toBe('• a');
    expect(bulleted('•', true)).toBe('');
    expect(bulleted('', true)).toBe('');
  });

  it('keeps a bullet with text typed right after it', () => {
    expect(bulleted('• a\n•x b', false)).toBe('• a\n• x b');
  });
});
