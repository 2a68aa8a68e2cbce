import { expect, test } from 'vitest'
import { elements, partsOf, renderHtml, textOf } from '../../../test/rendered-html.ts'
import { View } from './design-system-page.tsx'

const { html } = renderHtml(<View />)
const themes = html.split('<section class="ds__theme"').slice(1)

test('light and dark show the same components in the same order', () => {
  const titles = themes.map((theme) =>
    elements(theme, 'h3').map(({ inside }) => textOf(inside).replace(/, (בהיר|כהה)$/, '')),
  )
  expect(titles).toHaveLength(2)
  expect(titles[0]!.length).toBeGreaterThan(3)
  expect(titles[1]).toEqual(titles[0])
})

test('ids are unique, so that each label names its own field', () => {
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  for (const label of partsOf(html)
    .attributes('label')
    .filter((one) => one['for'] ?? one['htmlFor']))
    expect(ids).toContain(label['for'] ?? label['htmlFor'])
})
