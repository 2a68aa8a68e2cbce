import { expect, test } from 'vitest'
import { type Block } from '#platform/pages/blocks.ts'
import { elements, partsOf, renderHtml, textOf } from '../../../../test/rendered-html.ts'
import {
  approvedReview,
  bareBusiness,
  blockOf,
  blockRows,
  listedPost,
  offerWith,
  shownTexts,
  shownWebinar,
  siteFacts,
} from '../../../../test/site-facts.ts'
import type { BlockRows } from '../blocks/block-rows.ts'
import { Blocks } from '../blocks/blocks.tsx'
import { StageGauge } from './stage-gauge.tsx'

type Given = { facts?: Parameters<typeof siteFacts>[0]; rows?: Partial<BlockRows> }
const show = (blocks: Block | Block[], { facts, rows }: Given = {}) =>
  renderHtml(<Blocks blocks={[blocks].flat()} facts={siteFacts(facts)} rows={blockRows(rows)} />)

test.each(['figures', 'voices', 'posts', 'asked', 'newsletter', 'compare', 'quiz', 'webinar'] as const)(
  'the section %s disappears while it has nothing to show',
  (kind) => expect(show(blockOf(kind)).html).toBe(''),
)

test('a comparison needs two products with compared values, and marks missing ones', () => {
  const first = offerWith({
    name: 'בסיס',
    facts: [
      { label: 'פגישות', value: '6' },
      { label: 'קבוצה', value: '✓' },
    ],
  })
  const second = offerWith({ id: 'b', name: 'מלא', facts: [{ label: 'פגישות', value: '12' }] })
  expect(show(blockOf('compare'), { rows: { offers: [first, offerWith({ id: 'c' })] } }).html).toBe('')
  const { html } = show(blockOf('compare'), { rows: { offers: [first, second, offerWith({ id: 'c', name: 'ריק' })] } })
  const [head, meetings, group] = elements(html, 'tr').map(({ inside }) => textOf(inside))
  expect(head).toBe('מה כלול בסיס מלא')
  expect(meetings).toBe('פגישות 6 12')
  expect(group).toBe('קבוצה כלול – לא כלול')
})

test('a webinar block shows the named or the next webinar with its date and a link to its registration', () => {
  const webinars = [shownWebinar('later', '2027-02-01T18:00:00Z'), shownWebinar('sooner', '2027-01-05T18:00:00Z')]
  const next = show(blockOf('webinar', { action: 'להרשמה' }), { rows: { webinars } })
  expect(next.links).toEqual([['להרשמה', '/webinar/sooner']])
  expect(next.text).toContain('הדרכה sooner יום שלישי, 5 בינואר')
  expect(show(blockOf('webinar', { webinar: 'later' }), { rows: { webinars } }).links).toEqual([
    ['לפרטים ולהרשמה', '/webinar/later'],
  ])
  expect(show(blockOf('webinar', { webinar: 'over' }), { rows: { webinars } }).html).toBe('')
})

test('reviews show their verification and photo if they have them, and a link to all reviews while that page is published', () => {
  const rows = {
    reviews: [
      approvedReview({ verified_by: 'mail', photo_id: 'abc', about: 'הורים לשניים' }),
      approvedReview({ id: 'b', shown_name: 'דנה' }),
    ],
  }
  const { html, links } = show(blockOf('voices'), { rows })
  const [first, second] = elements(html, 'figcaption').map(({ inside }) => textOf(inside))
  expect(first).toBe('נ׳ ל׳ הורים לשניים פורסמה בנובמבר 2026 אומת בדוא״ל')
  expect(second).not.toContain('אומת')
  expect(
    partsOf(html)
      .attributes('img')
      .map(({ src }) => src),
  ).toEqual(['/reviews/photos/abc.webp'])
  expect(links).toEqual([])
  expect(show(blockOf('voices'), { rows, facts: { publishedPaths: ['/reviews'] } }).links).toEqual([
    ['לכל ההמלצות', '/reviews'],
  ])
})

test('posts are linked by their encoded path, with their reading time', () => {
  const { links, text } = show(blockOf('posts'), {
    rows: { posts: [listedPost({ slug: 'תקציב', reading_min: 2 })] },
    facts: { publishedPaths: ['/blog'] },
  })
  expect(links).toEqual([
    ['תקציב ראשון', '/blog/%D7%AA%D7%A7%D7%A6%D7%99%D7%91'],
    ['לכל הפוסטים', '/blog'],
  ])
  expect(text).toContain('שתי דקות קריאה')
})

test('selected questions are collapsed, with an anchor made of the text of the question', () => {
  const { html, links } = show(blockOf('asked'), {
    rows: { asked: [{ question: 'כמה זה עולה?', answer: 'ראו [כאן](/contact)', home: true }] },
  })
  expect(partsOf(html).attributes('details')[0]).not.toHaveProperty('open')
  expect(html).toContain('id="כמה-זה-עולה"')
  expect(links).toEqual([['כאן', '/contact']])
})

test('empty business details are omitted, and the business name replaces a missing legal name', () => {
  const { text } = show(blockOf('details', { title: 'פרטים' }), { facts: { business: bareBusiness } })
  expect(text).toBe('פרטים בית מרווח')
  expect(show(blockOf('details', { title: 'פרטים' })).text).toContain('בית מרווח בע״מ ח.פ. 510000011')
})

test('the contact form posts the id of the shown privacy notice, and has a consent box only if there is a consent text', () => {
  const { html, text } = show(blockOf('contact'), { rows: { consentTexts: shownTexts } })
  expect(partsOf(html).fields).toMatchObject({ privacyTextId: 'text-privacy' })
  expect(text).toContain('מסכימים לקבל תוכן שיווקי')
  expect(text).toContain('הפרטים נמסרים אל בית מרווח בע״מ, office@example.com.')
  expect(show(blockOf('contact')).text).not.toContain('מסכימים')
})

test('the portal preview is inert, and hidden from screen readers', () => {
  const { html, links } = show(blockOf('portal'))
  expect(html).toMatch(/class="portal-picture" aria-hidden="true" inert/)
  expect(links).toEqual([])
})

test('the newsletter sign-up shows its text, and no empty paragraph without one', () => {
  const rows = { newsletterText: { id: 'n', he_text: 'מסכימים' } }
  const letter = (text: string) => show(blockOf('newsletter', { title: 'מכתב בחודש', text }), { rows })
  expect(letter('בלי פרסומות').text).toMatch(/^מכתב בחודש בלי פרסומות/)
  expect(letter('').html).not.toContain('class="lead"')
})

test('contact details are address, phone and e-mail; missing ones are omitted', () => {
  const lines = (business: Partial<typeof bareBusiness>) =>
    elements(show(blockOf('details'), { facts: { business } }).html, 'address').map(({ inside }) => textOf(inside))
  expect(lines({})).toEqual(['הרצל 1, חיפה 04-000-0000 office@example.com'])
  expect(lines({ address: null, email: null })).toEqual(['04-000-0000'])
  expect(lines(bareBusiness)).toEqual([])
})

test('reviews of the block’s topic are shown; without a matching review, the first three of all', () => {
  const reviews = ['א', 'ב', 'ג', 'ד', 'ה'].map((name, i) =>
    approvedReview({ id: name, shown_name: name, tags: i > 2 ? ['תקציב'] : [] }),
  )
  const authors = (topic: string) =>
    elements(show(blockOf('voices', { topic }), { rows: { reviews } }).html, 'b').map(({ inside }) => textOf(inside))
  expect(authors('תקציב')).toEqual(['ד', 'ה'])
  expect(authors('פרישה')).toEqual(['א', 'ב', 'ג'])
  expect(authors('')).toEqual(['א', 'ב', 'ג'])
})

test('an uploaded video has Hebrew captions on by default, and with a poster loads nothing before it plays', () => {
  const photo = { id: 'p', alt: 'לוח ועליו מספרים' }
  const content = { address: '/storage/video.mp4', captions: '/storage/words.vtt' }
  const image = { id: 'file', format: 'jpeg' as const, width: 1600, height: 900, focal_x: 50, focal_y: 50 }
  const withPoster = show(blockOf('video', { ...content, photo }), { rows: { pictures: new Map([['p', image]]) } })
  expect(withPoster.attributes('video')).toMatchObject([{ src: content.address, preload: 'none', controls: '' }])
  expect(withPoster.attributes('video')[0]!['poster']).toContain('file.jpg')
  expect(withPoster.html).toMatch(/<track (?=[^>]*src="\/storage\/words.vtt")(?=[^>]*srclang="he")[^>]*default/i)
  expect(show(blockOf('video', content)).attributes('video')).toMatchObject([{ preload: 'metadata' }])
})

test('the gauge names both ends below its arc and the current stage in bold, and omits names that are too long', () => {
  const endsOf = (props: Parameters<typeof StageGauge>[0]) =>
    elements(renderHtml(<StageGauge {...props} />).html, 'text').flatMap(({ attributes, inside }) =>
      attributes['class']?.includes('gauge__label--end') ? [[inside, attributes['class'].includes('--on')]] : [],
    )
  const ends = (isFirst: boolean, isLast: boolean) => [
    ['חובות', isFirst],
    ['עצמאות כלכלית', isLast],
  ]
  expect(endsOf({ current: 2 })).toEqual(ends(false, false))
  expect(endsOf({ current: 0 })).toEqual(ends(true, false))
  expect(endsOf({ current: 4 })).toEqual(ends(false, true))
  expect(endsOf({ stages: ['התחלה', 'אמצע', 'ביטחון כלכלי מלא לכולנו'] })).toEqual([['התחלה', false]])
})
