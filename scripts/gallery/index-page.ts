import type { Capture } from './capture.ts';

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const styles = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { margin: 2rem auto; max-width: 90rem; padding: 0 1rem; }
  nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin-block: 1rem; }
  h2 { margin-top: 3rem; border-bottom: 1px solid; }
  .row { display: flex; gap: 1rem; align-items: start; overflow-x: auto; }
  figure { margin: 0; flex: none; }
  img { display: block; height: 16rem; width: auto; max-width: 34rem; object-fit: cover; object-position: top; border: 1px solid #8888; }
  .problem { color: #c33; }`;

function captureHtml({ path, ended, files, problems }: Capture): string {
  const pictures = files.map(
    ([width, file]) =>
      `<figure><a href="${escaped(file)}"><img loading="lazy" src="${escaped(file)}" alt="${escaped(path)}, ${width} pixels wide"></a><figcaption>${width}</figcaption></figure>`,
  );
  const sentOn = ended === path ? '' : ` → ${escaped(ended)}`;
  const complaints = problems.map((problem) => `<p class="problem">${escaped(problem)}</p>`);
  return `<h3>${escaped(path)}${sentOn}</h3>${complaints.join('')}<div class="row">${pictures.join('')}</div>`;
}

/** The gallery's index page: every picture, by account and page. */
export function galleryPage(captures: readonly Capture[]): string {
  const people = [...new Set(captures.map(({ account }) => account))];
  const parts = people.map(
    (account) =>
      `<h2 id="${escaped(account)}">${escaped(account)}</h2>${captures
        .filter((capture) => capture.account === account)
        .map(captureHtml)
        .join('')}`,
  );
  const links = people.map((account) => `<a href="#${escaped(account)}">${escaped(account)}</a>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Gallery</title><style>${styles}</style></head><body><h1>Every page as each account sees it</h1><nav>${links.join('')}</nav>${parts.join('')}</body></html>\n`;
}
