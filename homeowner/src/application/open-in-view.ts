/** The gap between a dialog and the edges of the visible area, and its minimum height. */
const gap = 12;
const leastHeight = 320;
/** How long a dialog may be out of sight before it follows, in milliseconds. */
const pause = 100;

/**
 * Opens a modal dialog in the visible area. In a frame that is taller than the window, the frame's
 * middle can be thousands of pixels away, so the dialog waits until the browser reports which part
 * of the frame is on screen. The report clips to the top window even for a website of another
 * origin, and needs no script there. Returns a function that stops watching.
 */
export function openInView(dialog: HTMLDialogElement): () => void {
  if (window.parent === window) {
    dialog.showModal();
    return () => undefined;
  }
  // As large as the frame, which may be taller than its document.
  const frame = document.createElement('div');
  Object.assign(frame.style, { position: 'fixed', inset: '0', visibility: 'hidden' });
  document.body.append(frame);
  const fitHeight = (area: DOMRectReadOnly): void => {
    const availableHeight =
      Math.min(window.innerHeight, Math.max(area.height, leastHeight)) - 2 * gap;
    dialog.style.maxHeight = `${availableHeight}px`;
    // Before it opens, the dialog has no height. Its top is placed in the visible area, because the
    // browser scrolls to the focused element.
    const middle = area.top + Math.max(gap, (area.height - dialog.offsetHeight) / 2);
    const lowest = window.innerHeight - dialog.offsetHeight - gap;
    dialog.style.margin = `${Math.max(gap, Math.min(middle, lowest))}px auto auto`;
  };
  const look = new IntersectionObserver(([entry]) => {
    if (entry?.isIntersecting !== true) return;
    look.disconnect();
    fitHeight(entry.intersectionRect);
    if (!dialog.open) {
      dialog.showModal();
      fitHeight(entry.intersectionRect);
      dialog.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    }
    // A new observer always reports once: if the website is still scrolling, the dialog may already
    // be out of sight, without a crossing to report.
    lost.disconnect();
    lost.observe(dialog);
  });
  let waiting: ReturnType<typeof setTimeout> | undefined;
  // Follows when the website scrolls or the phone rotates: with a modal dialog out of sight, the
  // page looks frozen.
  const lost = new IntersectionObserver(
    ([entry]) => {
      clearTimeout(waiting);
      if (entry !== undefined && entry.intersectionRatio < 0.5)
        waiting = setTimeout(() => look.observe(frame), pause);
    },
    { threshold: 0.5 },
  );
  look.observe(frame);
  return () => {
    clearTimeout(waiting);
    look.disconnect();
    lost.disconnect();
    frame.remove();
  };
}
