import { expect, test } from 'vitest'
import { renderHtml } from '../../../test/rendered-html.ts'
import { TrustStrip } from './trust-strip.tsx'

const review = { body: 'סוף סוף יודעים כמה עולה חודש.', shown_name: 'נועה' }
const show = (props: Partial<Parameters<typeof TrustStrip>[0]>) =>
  renderHtml(<TrustStrip average={undefined} review={undefined} publishedPaths={[]} {...props} />)

test('the strip shows the average of all ratings, an approved review, and a link to all reviews', () => {
  const { text, links } = show({ average: { average: 4.8, rated: 12 }, review, publishedPaths: ['/reviews'] })
  expect(text).toContain('4.8 מתוך 5, ממוצע של 12 דירוגים')
  expect(text).toContain(review.body)
  expect(text).toContain('נועה')
  expect(links).toEqual([['לכל ההמלצות', '/reviews']])
})

test('an average of few ratings is omitted, and without a review nothing is shown', () => {
  const few = { average: 5, rated: 4 }
  expect(show({ average: few, review }).text).not.toContain('מתוך 5')
  expect(show({ average: few, review }).text).toContain(review.body)
  expect(show({ average: few, publishedPaths: ['/reviews'] }).html).toBe('')
})
