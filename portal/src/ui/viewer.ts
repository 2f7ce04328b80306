import * as m from '#messages';

/** A new window for a document that is still loading. */
export interface Viewer {
  /** Whether the browser allowed the window. */
  isOpen: boolean;
  show(address: string): void;
  close(): void;
}

/** Opens the window during the click, because browsers block windows opened later. */
export function openViewer(): Viewer {
  const view = window.open('', '_blank');
  if (view !== null) {
    view.document.title = m.common_viewer_preparing();
    view.document.body.textContent = m.common_viewer_preparing();
  }
  return {
    isOpen: view !== null,
    show: (address) => view?.location.replace(address),
    close: () => view?.close(),
  };
}
