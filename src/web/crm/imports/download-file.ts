/** Hands bytes to the person as a file of this name. */
export function downloadFile(bytes: Blob, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([bytes], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser takes the bytes after the click; what is revoked at once is sometimes empty.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
