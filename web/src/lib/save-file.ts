// Hands a file to the browser to save.
export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Browsers read the file after the click; one that is taken away at once would be an empty download.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
