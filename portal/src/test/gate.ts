/** Delays a response until the test opens the gate. */
export function makeGate(): { opened: Promise<void>; open: () => void } {
  let release: (() => void) | undefined;
  const opened = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { opened, open: () => release?.() };
}
