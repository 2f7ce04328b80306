import type { FrameMessage } from '@lintel/contract/marketing/embeds';
import { mountButton } from './button.ts';
import { mountFrame } from './frame.ts';
import css from './loader.css?inline';

const placeholders = (): NodeListOf<HTMLElement> =>
  document.querySelectorAll<HTMLElement>('[data-lintel]');

/**
 * Mounts the widgets that stand on the page and those that are added later. `origin` is where their
 * frames come from.
 */
export function start(origin: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const mount = (place: HTMLElement): void => {
    const { lintel: kind, page } = place.dataset;
    if (place.shadowRoot || !page) return;
    // Measured before its content is covered: this room is kept, so that nothing below moves.
    const height = place.offsetHeight;
    const root = place.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    (kind === 'real-widget' ? mountButton : mountFrame)(root, place, height, origin);
  };
  const scan = (): void => placeholders().forEach(mount);
  new MutationObserver(scan).observe(document, { childList: true, subtree: true });
  addEventListener('message', (event: MessageEvent<FrameMessage | null>) => {
    // In a sandboxed document our frames have no origin either. `receive` compares the window.
    if (event.origin === origin || event.origin + self.origin === 'nullnull')
      placeholders().forEach((place) => receive(place.shadowRoot?.querySelector('iframe'), event));
  });
  scan();
}

/**
 * The room that was kept is given up only where that is below what can be seen, so that nothing
 * moves before anybody's eyes.
 */
function resize(frame: HTMLIFrameElement, height: number): void {
  const { top } = frame.getBoundingClientRect();
  if (top + Math.min(height, frame.offsetHeight) > innerHeight) frame.style.minHeight = '';
  frame.style.height = `${height}px`;
}

/** Scrolls the website to a part of the frame that is out of sight. */
function show(frame: HTMLIFrameElement, top: number, height: number): void {
  const y = frame.getBoundingClientRect().top + top;
  if (y + height > 40 && y < innerHeight - 40) return;
  frame.style.scrollMarginTop = `${innerHeight / 4 - top}px`;
  frame.scrollIntoView();
}

/** Does what a frame asks for, if it is this frame that asks. */
function receive(
  frame: HTMLIFrameElement | null | undefined,
  { source, data }: MessageEvent<FrameMessage | null>,
): void {
  if (!frame || !data || frame.contentWindow !== source) return;
  const dialog = frame.closest('dialog');
  if (data.lintel === 'close') dialog?.close();
  if (data.lintel === 'show' && !dialog) show(frame, data.top, data.height);
  if (data.lintel === 'height' && !dialog && data.height > 0)
    resize(frame, Math.min(data.height, 2e4));
}
