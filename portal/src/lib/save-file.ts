/** Downloads an address under a file name. */
export function saveFrom(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Downloads a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  saveFrom(address, name);
  // The browser reads it asynchronously.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
