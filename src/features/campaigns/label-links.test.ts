import { expect, test } from 'vitest'
import type { MessageBlock } from '#platform/message-content/message-blocks.ts'
import { labelLinks } from './label-links.ts'

const labels = 'utm_source=newsletter&utm_medium=email&utm_campaign=one'
const options = { campaign: 'one', siteUrl: 'https://beit.example' }
const addressOf = (to: string) => {
  const [block] = labelLinks({ blocks: [{ kind: 'button', words: 'לאתר', to }] }, options).blocks
  return (block as MessageBlock & { kind: 'button' }).to
}

test.each([
  ['/', `/?${labels}`],
  ['/blog?tag=a#end', `/blog?tag=a&${labels}#end`],
  ['https://beit.example/blog', `https://beit.example/blog?${labels}`],
])('the link %s into the site gets the UTM labels of the campaign', (to, labelled) =>
  expect(addressOf(to)).toBe(labelled),
)

test.each([
  'https://beit.example.com/blog',
  'https://other.example/',
  'mailto:info@beit.example',
  'tel:03-0000000',
  '{{קישור.העדפות}}',
  '',
])('the URL %j is not changed', (to) => expect(addressOf(to)).toBe(to))

test('links in the middle of a text also get UTM labels', () => {
  const text = '[לבלוג](/blog) או [אצל אחרים](https://other.example/x)'
  expect(labelLinks({ blocks: [{ kind: 'text', text }] }, options).blocks).toEqual([
    { kind: 'text', text: `[לבלוג](/blog?${labels}) או [אצל אחרים](https://other.example/x)` },
  ])
})
