import { expect, test } from 'vitest'
import { chaptersOfLines, linesOfChapters } from './chapter-lines.ts'

test('chapters are parsed from lines, sorted by time, and formatted back', () => {
  const chapters = chaptersOfLines('12:05 ארבעת הסעיפים\n\n 0:00  תמונת מצב \n1:02:03 שאלות: מה עושים ב־1.1?')
  expect(chapters).toEqual([
    { at: 0, title: 'תמונת מצב' },
    { at: 725, title: 'ארבעת הסעיפים' },
    { at: 3723, title: 'שאלות: מה עושים ב־1.1?' },
  ])
  const lines = linesOfChapters(chapters as { at: number; title: string }[])
  expect(lines).toBe('0:00 תמונת מצב\n12:05 ארבעת הסעיפים\n1:02:03 שאלות: מה עושים ב־1.1?')
  expect(chaptersOfLines(lines)).toEqual(chapters)
})

test.each(['תמונת מצב', '5 דקות ראשונות', '12:05', '1:2:3:4 ארוך', '9:00:00 מעבר לשמונה שעות'])(
  'the line "%s" is reported, because it is not a chapter',
  (line) => {
    expect(chaptersOfLines(`0:00 פתיחה\n${line}`)).toEqual({ wrong: line })
  },
)
