// Downloads a file in the browser.
export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Delayed, because browsers read the file after the click; revoking at once would save an empty file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
