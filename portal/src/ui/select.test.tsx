import { expect, it } from 'vitest';
import { Select } from '@mantine/core';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAlone } from '../test/render-alone.tsx';

const sources = import.meta.glob<string>('../**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The opening tags of every select in the portal, with their files. */
const selects = Object.entries(sources)
  .filter(([file]) => !file.includes('.test.'))
  .flatMap(([file, source]) =>
    [...source.matchAll(/<Select\b[\s\S]*?\/>/g)].map(([tag]) => ({ file, tag })),
  );

it('a select keeps its value when the same option is picked again', async () => {
  renderAlone(<Select label="Fruit" data={['Apple', 'Pear']} defaultValue="Apple" required />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Fruit' });
  await userEvent.click(field);
  await userEvent.click(await screen.findByRole('option', { name: 'Apple', hidden: true }));
  expect(field.value).toBe('Apple');
});

it('no required select in the portal can be cleared', () => {
  expect(selects.length).toBeGreaterThan(30);
  const emptied = selects.filter(
    ({ tag }) =>
      /\ballowDeselect\b/.test(tag) || (/\n\s+required\b/.test(tag) && /\bclearable\b/.test(tag)),
  );
  expect(emptied).toEqual([]);
});
