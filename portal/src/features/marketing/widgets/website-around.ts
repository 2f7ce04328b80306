const grey = '#e9edf2';
const block = (style: string): string =>
  `<div style="border-radius:6px;background:${grey};${style}"></div>`;
const line = (width: string, height = 12): string =>
  block(`width:${width};height:${height}px;margin:0 0 12px`);
const quiet = (content: string): string => `<div aria-hidden="true">${content}</div>`;

const head =
  `<div style="display:flex;align-items:center;gap:16px;padding:20px 24px;border-bottom:1px solid ${grey}">` +
  [36, 96, 48, 48]
    .map((width, at) =>
      block(
        `width:${width}px;height:${at === 0 ? 36 : 12}px;${at === 1 ? 'margin-right:auto' : ''}`,
      ),
    )
    .join('') +
  '</div>';

/** The look of some website, in grey, with the code in its middle. */
export const websiteAround =
  quiet(head) +
  `<div style="max-width:560px;margin:0 auto;padding:40px 24px">${quiet(line('72%', 24) + line('100%') + line('94%'))}` +
  `<div style="margin:24px 0 32px">{code}</div>${quiet(line('100%') + line('97%') + line('88%') + line('40%'))}</div>`;
