import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ReviewWall } from './review-wall.tsx'
import { type ApprovedReview, minRatings } from './reviews.ts'

const review = (known: Partial<ApprovedReview>): ApprovedReview =>
  ({
    id: crypto.randomUUID(),
    shown_name: 'דנה',
    about: null,
    rating: null,
    body: 'מילים טובות',
    tags: [],
    source: 'form',
    is_featured: false,
    verified_by: null,
    reply: null,
    photo_id: null,
    approved_at: '2026-01-01T00:00:00Z',
    ...known,
  }) as ApprovedReview

test('a topic filters the reviews, and an unknown one shows all', async () => {
  const reviews = [review({ body: 'על חובות', tags: ['חובות'] }), review({ body: 'על תקציב', tags: ['תקציב'] })]
  const screen = await render(<ReviewWall reviews={reviews} topic="חובות" average={undefined} />)
  await expect.element(page.getByText('על חובות')).toBeVisible()
  await expect.element(page.getByText('על תקציב')).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'חובות' })).toHaveAttribute('aria-current', 'page')
  await screen.rerender(<ReviewWall reviews={reviews} topic="אין כזה" average={undefined} />)
  await expect.element(page.getByText('על תקציב')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'הכול' })).toHaveAttribute('aria-current', 'page')
  await screen.rerender(<ReviewWall reviews={reviews.slice(0, 1)} topic={undefined} average={undefined} />)
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
})

test('the average is shown from a minimum number of ratings, and ratings have a text label', async () => {
  const reviews = [review({ rating: 4, reply: 'תודה', body: 'שורה\nועוד שורה' })]
  const screen = await render(
    <ReviewWall reviews={reviews} topic={undefined} average={{ average: 4, rated: minRatings - 1 }} />,
  )
  await expect.element(page.getByText(/ממוצע של/)).not.toBeInTheDocument()
  await expect.element(page.getByText('דירוג: 4 מתוך 5')).toBeInTheDocument()
  await expect.element(page.getByText('ועוד שורה', { exact: true })).toBeVisible()
  await screen.rerender(<ReviewWall reviews={reviews} topic={undefined} average={{ average: 4, rated: minRatings }} />)
  await expect.element(page.getByText(/^4.0 מתוך 5, ממוצע של/)).toBeVisible()
})

test('topics that do not fit in one line start at the same edge in each line', async () => {
  const tags = ['חובות והלוואות', 'זוגיות וכסף', 'לקראת פרישה', 'תקציב משפחתי', 'עצמאים', 'הרגלים']
  await render(
    <div style={{ inlineSize: '16rem' }}>
      <ReviewWall reviews={[review({ tags })]} topic={undefined} average={undefined} />
    </div>,
  )
  const topics = page.getByText(tags.join(', '), { exact: true })
  await expect.element(topics).toBeVisible()
  const text = document.createRange()
  text.selectNodeContents(topics.element())
  const starts = new Set([...text.getClientRects()].map(({ right }) => Math.round(right)))
  expect(text.getBoundingClientRect().height).toBeGreaterThan(30)
  expect([...starts]).toEqual([Math.round(topics.element().parentElement!.getBoundingClientRect().right)])
})

test('an empty wall links to the review form', async () => {
  await render(<ReviewWall reviews={[]} topic={undefined} average={undefined} />)
  await expect.element(page.getByText(/^עוד לא פורסמו המלצות/)).toBeVisible()
})
