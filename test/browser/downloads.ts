import { onTestFinished, vi } from 'vitest'

/** Captures the files that the page downloads during this test, instead of saving them. */
export function captureDownloads() {
  const taken: { name: string; text: Promise<string> }[] = []
  const spy = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    taken.push({ name: this.download, text: fetch(this.href).then((file) => file.text()) })
  })
  onTestFinished(() => spy.mockRestore())
  return taken
}
