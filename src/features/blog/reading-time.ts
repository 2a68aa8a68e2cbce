// Words about a post that stand in more than one place.
import { count } from '#lib/hebrew/hebrew-text.ts'

export const minutesToRead = (minutes: number) =>
  count(minutes, { one: 'דקת קריאה', two: 'שתי דקות קריאה', other: '# דקות קריאה' })
