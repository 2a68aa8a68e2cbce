/** Replaces {{name}} tokens by values. A missing value leaves no doubled space or comma. */
export function fillTokens(text: string, values: Record<string, string | null | undefined>): string {
  let isWhole = true
  const filled = text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    isWhole &&= Boolean(values[name])
    return values[name] ?? ''
  })
  if (isWhole) return filled
  return filled
    .replace(/(?:,\s*)+(?=[,.])/g, '')
    .replace(/:\s*(?:,\s*)+/g, ': ')
    .replace(/[ \t]{2,}/g, ' ')
}
