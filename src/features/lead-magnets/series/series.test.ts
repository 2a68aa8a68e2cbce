import { expect, test } from 'vitest'
import { checkTemplateContent, mergeFieldsFor } from '#features/message-templates/message-templates.ts'
import { fitnessSeries } from './fitness-mails.ts'
import { ninjaSeries } from './ninja-mails.ts'
import { contentOf, templateKey, templateName } from './series.ts'

test.each([
  [ninjaSeries, [0, 1, 2, 3, 4, 5, 6]],
  [fitnessSeries, [0, 2, 4, 7, 9, 11, 14, 16, 18, 21, 23, 25]],
])('every mail of a series is valid, on its day and with a unique name', (series, days) => {
  expect(series.mails.map(({ day }) => day)).toEqual(days)
  const names = series.mails.map((_, at) => templateName(series, at))
  expect(new Set(names).size).toBe(days.length)
  for (const at of days.keys()) {
    const content = contentOf(series, at)
    expect(checkTemplateContent({ channel: 'email', content }, mergeFieldsFor(null, []))).toEqual([])
    expect(content.subject).not.toContain('פרסומת')
    expect(templateKey(series, at)).toMatch(/^[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)+$/)
  }
})
