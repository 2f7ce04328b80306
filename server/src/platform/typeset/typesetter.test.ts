import { expect, test } from 'vitest';
import { readPdf } from '../../../test/pdf.ts';
import { longWords, paperFonts, Typesetter } from './typesetter.ts';

const layout = String.raw`
#let d = json(bytes(sys.inputs.data))
#set page(width: 300pt, height: 400pt)
#set text(font: ${paperFonts}, size: 9.5pt)
${longWords(22)}
#table(columns: (1fr, auto), ..d.texts.map(one => (words(one), "END")).flatten())
`;
const textOf = async (texts: string[]): Promise<string> =>
  (await readPdf(new Typesetter(layout).pdf({ texts }, {}, new Date(0)))).text;

test('a long word wraps inside its column and copies as it was typed', async () => {
  const words = [
    'Model_TIMBERLINE_HDZ_Architectural_Charcoal_33SQFT_Bundle_Part0123456789_RevB_2026',
    'W'.repeat(100),
    `https://example.com/${'roof'.repeat(20)}`,
  ];
  for (const word of words) {
    const text = await textOf([word]);
    expect(text).not.toContain(word);
    expect(text.replace(/\s/g, '')).toContain(word);
  }
});

test('a short word stays whole', async () => {
  expect(await textOf(['Underlayment, synthetic'])).toContain('Underlayment, synthetic');
});

test("other scripts use the product's fonts", () => {
  const texts = ['王小明', '김철수', 'やまだ', 'محمد', 'דוד', 'สมชาย', 'रमेश', '🏠'];
  const size = (some: string[]): number =>
    new Typesetter(layout).pdf({ texts: some }, {}, new Date(0)).length;
  // Rendered glyphs embed their outlines; the box for missing ones is small.
  const plain = size(['a']);
  for (const text of texts) expect(size([text]), text).toBeGreaterThan(plain + 1_500);
});
