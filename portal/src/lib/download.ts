import { basePath, send } from './api/send.ts';
import { saveFile } from './save-file.ts';
import { toastLife } from './toast.ts';
import { notifyFailure } from './failure.ts';

let frames = 0;

/**
 * Downloads an address of the API in a hidden frame: only an error loads a document there. A call
 * then repeats the request, and shows its error or, if the cause is gone by now, saves the file.
 */
export function downloadFrom(address: string): void {
  const frame = document.createElement('iframe');
  frame.name = `download-${(frames += 1)}`;
  frame.hidden = true;
  frame.addEventListener('load', () => {
    if (isBlank(frame)) return;
    frame.remove();
    void fetched(address).catch((error: unknown) => notifyFailure(error, toastLife.long));
  });
  document.body.append(frame);
  const link = document.createElement('a');
  link.href = address;
  link.target = frame.name;
  link.click();
}

/** Whether a frame is still blank. The document of an error may be inaccessible. */
function isBlank({ contentWindow }: HTMLIFrameElement): boolean {
  try {
    return contentWindow?.location.href === 'about:blank';
  } catch {
    return false;
  }
}

async function fetched(address: string): Promise<void> {
  const answer = await send(address.slice(basePath.length), { method: 'GET' }, {});
  const named = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '');
  saveFile(await answer.blob(), named?.[1] ?? '');
}
