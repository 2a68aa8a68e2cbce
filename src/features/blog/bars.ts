// Bars of a chart in a post, parsed from lines that an author types: a label, a comma, a number.
export type Bar = {
  label: string
  value: number
  /** Whole percent of the largest value. */
  share: number
}

const max = 12
const lineForm = /^(.*?)\s*[,:]\s*([\d,]+(?:\.\d+)?)\s*[₪%]?$/

/** Skips lines without a number, and lines beyond the twelfth. */
export function barsOf(lines: string): Bar[] {
  const found = lines
    .split('\n')
    .flatMap((line) => {
      const [, label = '', digits = ''] = lineForm.exec(line.trim()) ?? []
      const value = Number(digits.replaceAll(',', ''))
      return label && digits && Number.isFinite(value) ? [{ label, value }] : []
    })
    .slice(0, max)
  const largest = Math.max(...found.map(({ value }) => value), 1)
  return found.map((bar) => ({ ...bar, share: Math.round((bar.value / largest) * 100) }))
}
