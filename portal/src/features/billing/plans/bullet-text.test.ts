import { describe, expect, it } from 'vitest';
import { bulleted, bulletText } from './use-plan-form.ts';

describe('a text of bullets', () => {
  it('has a bullet before each line that is typed or pasted [ADM-318]', () => {
    expect(bulleted('a', false)).toBe('• a');
    expect(bulleted('• a\n', false)).toBe('• a\n• ');
    expect(bulleted('• a\nb\n  c', false)).toBe('• a\n• b\n• c');
    expect(bulleted('• a\n• b', false)).toBe('• a\n• b');
    expect(bulletText(['a', 'b'])).toBe('• a\n• b');
  });

  it('joins a line to the one before when its bullet is deleted', () => {
    expect(bulleted('• a\n•b', true)).toBe('• ab');
    expect(bulleted('• a\n•', true)).toBe('• a');
    expect(bulleted('•a', true)).toBe('• a');
    expect(bulleted('•', true)).toBe('');
    expect(bulleted('', true)).toBe('');
  });

  it('keeps a bullet that something is typed right behind', () => {
    expect(bulleted('• a\n•x b', false)).toBe('• a\n• x b');
  });
});
