// SEO findings of pages, as sentences.
import { count } from '#lib/hebrew/count.ts'
import { lengths, type SitePage } from './seo.ts'

type PageTexts = Pick<SitePage, 'path' | 'title' | 'description' | 'isHidden'>

/** Findings by path, most important first. Pages excluded from search have none. */
export function findingsOf(pages: readonly PageTexts[]): Map<string, string[]> {
  const shown = pages.filter(({ isHidden }) => !isHidden)
  const titles = Map.groupBy(shown, ({ title }) => title)
  const descriptions = Map.groupBy(shown, ({ description }) => description)
  const duplicateFinding = (same: Map<string, PageTexts[]>, text: string, what: string) => {
    const others = (same.get(text)?.length ?? 1) - 1
    return (
      others > 0 &&
      `${what} ${count(others, { one: 'בעמוד נוסף', two: 'בשני עמודים נוספים', other: 'ב־# עמודים נוספים' })}`
    )
  }
  return new Map(
    shown.map(({ path, title, description }) => [
      path,
      [
        duplicateFinding(titles, title, 'אותה כותרת מופיעה'),
        duplicateFinding(descriptions, description, 'אותו תיאור מופיע'),
        lengthFinding('title', title),
        lengthFinding('description', description),
      ].filter((finding) => typeof finding === 'string'),
    ]),
  )
}

const findingTexts = {
  title: { missing: 'הכותרת חסרה', long: 'הכותרת עלולה להיחתך אחרי', short: 'הכותרת קצרה: מתחת ל־' },
  description: { missing: 'התיאור חסר', long: 'התיאור עלול להיחתך אחרי', short: 'התיאור קצר: מתחת ל־' },
} as const

/** The finding for a text's length; undefined if the length is within the limits. */
export function lengthFinding(kind: keyof typeof lengths, text: string): string | undefined {
  const { shown, least } = lengths[kind]
  const textOf = findingTexts[kind]
  const length = text.length
  if (length === 0) return textOf.missing
  if (length > shown) return `${textOf.long} ${shown} תווים`
  if (length < least) return `${textOf.short}${least} תווים`
  return undefined
}
