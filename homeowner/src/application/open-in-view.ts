/** The gap between a dialog and the edges of what the reader sees, and the least height it gets. */
const gap = 12;
const leastHeight = 320;
/** How long a dialog may be out of sight before it follows, in milliseconds. */
const pause = 100;

/**
 * Opens a modal dialog where the reader looks. In a frame that is taller than the window, the middle
 * of the frame can be thousands of pixels away, so the dialog waits until the browser reports which
 * part of the frame is on the screen. The report clips to the top window even when the website is
 * of another origin, and needs no script there. Returns what ends the watching.
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
  const place = (area: DOMRectReadOnly): void => {
    const room = Math.min(window.innerHeight, Math.max(area.height, leastHeight)) - 2 * gap;
    dialog.style.maxHeight = `${room}px`;
    // Before the dialog opens it has no height. Its top is put where the reader looks already, as
    // the browser scrolls to whatever gets the focus.
    const middle = area.top + Math.max(gap, (area.height - dialog.offsetHeight) / 2);
    const lowest = window.innerHeight - dialog.offsetHeight - gap;
    dialog.style.margin = `${Math.max(gap, Math.min(middle, lowest))}px auto auto`;
  };
  const look = new IntersectionObserver(([entry]) => {
    if (entry?.isIntersecting !== true) return;
    look.disconnect();
    place(entry.intersectionRect);
    if (!dialog.open) {
      dialog.showModal();
      place(entry.intersectionRect);
      dialog.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    }
    // Watching from the start reports once in any case: while the website is still scrolling, the
    // dialog may be out of sight again already, without a crossing to report.
    lost.disconnect();
    lost.observe(dialog);
  });
  let waiting: ReturnType<typeof setTimeout> | undefined;
  // Follows a reader who scrolls the website or turns the phone: with a modal dialog out of sight,
  // the page looks dead.
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
