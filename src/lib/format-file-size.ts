const sizeUnits = [
  { by: 1024 ** 3, name: 'ג״ב' },
  { by: 1024 ** 2, name: 'מ״ב' },
  { by: 1024, name: 'ק״ב' },
]

/** Formats a file size: '1.4 מ״ב'. */
export function formatFileSize(bytes: number): string {
  const unit = sizeUnits.find(({ by }) => bytes >= by) ?? sizeUnits.at(-1)!
  const amount = Math.max(bytes / unit.by, 0.1)
  return `${amount.toLocaleString('he-IL', { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${unit.name}`
}
