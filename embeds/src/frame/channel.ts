import type { FrameMessage, HostMessage } from '@lintel/contract/marketing/embeds';

/**
 * The origin of the website that the frame stands on, as the loader gave it; null where there is
 * none.
 */
function hostOrigin(): string | null {
  const site = new URLSearchParams(location.search).get('site') ?? '';
  return window.parent !== window && URL.canParse(site) ? new URL(site).origin : null;
}

/** Tells the loader; only the website that the frame was made for can hear it. */
export function tellHost(message: FrameMessage): void {
  const origin = hostOrigin();
  if (origin !== null) window.parent.postMessage(message, origin);
}

/** Hears the loader, and nobody else. */
export function onHostMessage(hear: (message: HostMessage) => void): void {
  window.addEventListener(
    'message',
    ({ origin, source, data }: MessageEvent<HostMessage | null>) => {
      if (source === window.parent && origin === hostOrigin() && data?.lintel === 'open')
        hear(data);
    },
  );
}

/** Keeps the loader told of how tall the content is. */
export function reportHeight(): void {
  const { body } = document;
  const report = (): void =>
    tellHost({ lintel: 'height', height: Math.ceil(body.getBoundingClientRect().height) });
  new ResizeObserver(report).observe(body);
}

/**
 * Asks the loader to show what gets the focus. Not every browser scrolls a website for a frame of
 * another origin.
 */
export function reportFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    const { top, height } = target.getBoundingClientRect();
    tellHost({ lintel: 'show', top, height });
  });
}
