import { expect, test } from 'vitest'
import { kindOf } from '#platform/pages/blocks.ts'
import { pageBlocks } from './page-blocks.ts'

test('details of maximum length produce valid blocks', () => {
  const blocks = pageBlocks({
    slug: 'long',
    title: 'כ'.repeat(100),
    subtitle: 'ת'.repeat(300),
    takeaways: Array.from({ length: 7 }, () => 'ת'.repeat(200)),
    presenter: 'ש'.repeat(80),
    presenter_about: 'א'.repeat(600),
  })
  for (const { kind, content } of blocks) expect(kindOf(kind).content.safeParse(content).error).toBeUndefined()
})
