/** The options of an embed code that its frame is rendered with. */
const options = ['color1', 'color2', 'color3', 'border', 'hidelink', 'lang'];

/** A frame's URL: its options, and the page it is on, which the server records as a sighting. */
export function frameUrl(origin: string, path: string, { dataset }: HTMLElement): string {
  const query = new URLSearchParams({ site: location.origin + location.pathname });
  for (const name of options) if (dataset[name]) query.set(name, dataset[name]);
  return `${origin}/embeds/${path}/${dataset['page']}?${query}`;
}

/** Whether the placeholder is in Spanish: set by its code, otherwise by the browser. */
export const isSpanish = ({ dataset }: HTMLElement): boolean =>
  /^es/i.test(
    dataset['lang'] ?? navigator.languages.find((language) => /^(en|es)\b/i.test(language)) ?? '',
  );

/** The placeholder's label: the text of its link, or its code's Spanish label. */
export const frameLabel = (place: HTMLElement): string =>
  (isSpanish(place) && place.dataset['es']) || (place.querySelector('a') ?? place).innerText.trim();

/** A frame titled like the plain link it replaces. */
export function frameFor(place: HTMLElement, src: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = frameLabel(place);
  frame.src = src;
  return frame;
}

/**
 * Adds the calculator's or the full page's frame, as tall as the reserved space until it reports
 * its height.
 */
export function mountFrame(
  root: ShadowRoot,
  place: HTMLElement,
  height: number,
  origin: string,
): void {
  const frame = frameFor(place, frameUrl(origin, place.dataset['lintel'] ?? '', place));
  frame.style.minHeight = `${height}px`;
  root.append(frame);
}
