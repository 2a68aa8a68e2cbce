// Text for the reading time of a post.
import { count } from '#lib/hebrew/count.ts'

export const minutesToRead = (minutes: number) =>
  count(minutes, { one: 'דקת קריאה', two: 'שתי דקות קריאה', other: '# דקות קריאה' })
