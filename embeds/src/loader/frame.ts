/** The options of a code that its frame is drawn with. */
const options = ['color1', 'color2', 'color3', 'border', 'hidelink', 'lang'];

/**
 * The address of a placeholder's frame: its options, and where it stands, which the server counts
 * as seen.
 */
export function addressOf(origin: string, path: string, { dataset }: HTMLElement): string {
  const query = new URLSearchParams({ site: location.origin + location.pathname });
  for (const name of options) if (dataset[name]) query.set(name, dataset[name]);
  return `${origin}/embeds/${path}/${dataset['page']}?${query}`;
}

/** Whether the place speaks Spanish: as its code says, else as the browser would have it. */
export const isSpanish = ({ dataset }: HTMLElement): boolean =>
  /^es/i.test(
    dataset['lang'] ?? navigator.languages.find((spoken) => /^(en|es)\b/i.test(spoken)) ?? '',
  );

/** What the place says in plain words: the text of its link, or what its code has in Spanish. */
export const labelOf = (place: HTMLElement): string =>
  (isSpanish(place) && place.dataset['es']) || (place.querySelector('a') ?? place).innerText.trim();

/** A frame that is named by the plain link it stands for. */
export function frameFor(place: HTMLElement, src: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = labelOf(place);
  frame.src = src;
  return frame;
}

/**
 * Puts the calculator's or the full page's frame in the place, as tall as the room that was kept
 * until it says more.
 */
export function mountFrame(
  root: ShadowRoot,
  place: HTMLElement,
  height: number,
  origin: string,
): void {
  const frame = frameFor(place, addressOf(origin, place.dataset['lintel'] ?? '', place));
  frame.style.minHeight = `${height}px`;
  root.append(frame);
}
