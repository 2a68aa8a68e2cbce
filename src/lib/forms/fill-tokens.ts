/** Puts values in place of {{name}}. A token without a value leaves nothing behind, not even a doubled space or comma. */
export function fillTokens(text: string, values: Record<string, string | null | undefined>): string {
  return text
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
    .replace(/(?:,\s*)+(?=[,.])/g, '')
    .replace(/:\s*(?:,\s*)+/g, ': ')
    .replace(/[ \t]{2,}/g, ' ')
}
