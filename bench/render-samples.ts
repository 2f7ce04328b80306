import sharp from 'sharp';

/** Noise, which doesn't compress. */
const photo = async (width: number, height: number): Promise<string> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .blur(4)
    .jpeg({ quality: 85 })
    .toBuffer();
  return `data:image/jpeg;base64,${bytes.toString('base64')}`;
};

const page = (style: string, body: string): string => `<!doctype html><html lang="en"><head><style>
  * { box-sizing: border-box } body { margin: 0; font-family: Inter; color: #16233b }
  h1 { margin: 0; font-size: 72px; line-height: 1.1; font-weight: 700 } p { margin: 0; font-size: 30px; line-height: 1.4 } ${style}
  </style></head><body>${body}</body></html>`;

const button =
  '.button { display: flex; padding: 20px 40px; border-radius: 12px; background: #f5a623; font-size: 28px; font-weight: 700 }';

const card = async (width: number, height: number) => ({
  width,
  height,
  html: page(
    `.card { width: ${width}px; height: ${height}px; display: flex; flex-direction: column; justify-content: space-between; padding: 64px;
       background: linear-gradient(135deg, #1c418c, #0b1f47); color: #fff }
     .row { display: flex; align-items: center; gap: 24px } .row img { width: 160px; height: 160px; border-radius: 24px; object-fit: cover }
     ${button} .button { color: #16233b }`,
    `<div class="card"><div><h1>New roof? Pay over time.</h1><p>Check your options in 60 seconds.</p></div>
     <div class="row"><img src="${await photo(480, 480)}"><span class="button">See my options</span><p>Summit Roofing</p></div></div>`,
  ),
});

export const social = await card(1200, 630);
export const story = await card(1080, 1920);

/** Two letter-size pages with a 300 dpi photo. */
export const flyer = page(
  `section { display: flow-root; width: 8.5in; height: 11in; padding: 0.75in; break-after: page } section:last-child { break-after: auto }
   img { width: 7in; height: 4in; object-fit: cover; border-radius: 12px } ${button} li { font-size: 20px; margin: 12px 0 }`,
  `<section><img src="${await photo(2100, 1200)}"><h1>Pay for your project over time</h1><p>Summit Roofing works with lenders.</p></section>
   <section><h1>How it works</h1><ul>${'<li>Answer a few questions; your score stays as it is.</li>'.repeat(8)}</ul>
   <span class="button">example.com/p/summit-roofing</span></section>`,
);
