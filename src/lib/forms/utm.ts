import { plainText } from '../hebrew/hebrew-text.ts'

const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const

/** The utm parameters of a URL, each value at most 100 characters long. */
export function utmOf(address: string | undefined): Record<string, string> {
  if (!address || !URL.canParse(address)) return {}
  const { searchParams } = new URL(address)
  return Object.fromEntries(
    utmNames.flatMap((name) => {
      const value = plainText(searchParams.get(name) ?? '').slice(0, 100)
      return value ? [[name, value]] : []
    }),
  )
}
