/** Does background work once the page has loaded and the browser is idle. */
export function whenIdle(work: () => void): void {
  const idle = (): void => {
    // A busy page gets it after two seconds all the same; Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2000 });
    else setTimeout(work, 200);
  };
  if (document.readyState === 'complete') idle();
  else window.addEventListener('load', idle, { once: true });
}
