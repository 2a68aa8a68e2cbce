/** Downloads bytes as a file. */
export function downloadFile(bytes: Blob, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([bytes], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Browsers read the blob after the click: revoking immediately can yield an empty file.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
