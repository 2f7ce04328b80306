/** Runs background work after the page has loaded and the browser is idle. */
export function whenIdle(work: () => void): void {
  const idle = (): void => {
    // On a busy page it runs after two seconds at the latest; Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2000 });
    else setTimeout(work, 200);
  };
  if (document.readyState === 'complete') idle();
  else window.addEventListener('load', idle, { once: true });
}
