import { expect, test } from 'vitest';
import { tidyAddress, tidyCode } from './tidy.ts';

test.each(['.', ',', ')', '!', ';', '%20', '%E2%80%99', '/', './', '_', '*', '%22', '&gt;'])(
  'a sent link followed by %s leads to its page',
  (behind) => {
    for (const kind of ['l', 'd', 't', 'L', 'D', 'T'])
      expect(tidyAddress(`/${kind}/Ab3-9x${behind}?lang=es`)).toBe(
        `/${kind.toLowerCase()}/Ab3-9x?lang=es`,
      );
  },
);

test('parts of an address, and the links of messages, stay', () => {
  for (const address of [
    '/d/Ab3-9x/pdf',
    '/d/Ab3-9x/viewed',
    '/p/oak-and-iron',
    '/p/oak-and-iron?utm_source=flyer',
    '/p/oak-and-iron/application/AbC_d-',
    '/privacy/copy/AbC_d-/data.pdf',
    '/login',
    '/p/oak%20and%20iron?source=flyer',
    '/p/-oak--and-iron-',
    '/p/%00',
    '/p/oak-and-iron/legal/terms%00',
    '/api/v1/l/x.',
    '/l/',
    '/',
  ])
    expect(tidyAddress(address)).toBe(address);
  for (const behind of ['.', ')', '%20', '%E2%80%9D', '/', './'])
    expect(tidyAddress(`/p/oak-and-iron${behind}?source=flyer`)).toBe(
      '/p/oak-and-iron?source=flyer',
    );
  expect(tidyAddress('/P/oak-and-iron/application/AbC_d-).')).toBe(
    '/p/oak-and-iron/application/AbC_d-',
  );
});

test.each(['', '.', ')', '>', '/', ' ', '",', '’', '.)', '&gt;'])(
  'drops %j after a code in a query',
  (after) => {
    for (const code of ['Ab3-9x_', 'eyJhbGciOiJkaXIifQ..Nonce_-1.Text-2.Tag_3'])
      expect([tidyCode(`${code}${after}`), tidyCode(`<${code}${after}`)]).toEqual([code, code]);
  },
);
