import { expect, test } from 'vitest'
import { blockKinds, type Block } from '#platform/pages/blocks.ts'
import { elements, partsOf, renderHtml, textOf } from '../../../../test/rendered-html.ts'
import {
  approvedReview,
  blockOf,
  blockRows,
  listedPost,
  offerWith,
  siteFacts,
  shownWebinar,
} from '../../../../test/site-facts.ts'
import type { BlockRows } from './block-rows.ts'
import { Blocks } from './blocks.tsx'

type Given = { facts?: Parameters<typeof siteFacts>[0]; rows?: Partial<BlockRows> }
const show = (blocks: Block | Block[], { facts, rows }: Given = {}) =>
  renderHtml(<Blocks blocks={[blocks].flat()} facts={siteFacts(facts)} rows={blockRows(rows)} />)

test('blocks are rendered in the order of the page, each with its anchor; the announcement is rendered by the frame', () => {
  const { html } = show([
    blockOf('quote', { text: 'א' }, 'one'),
    blockOf('announcement'),
    blockOf('quote', { text: 'ב' }, 'two'),
  ])
  expect(
    partsOf(html)
      .attributes('section')
      .map(({ id }) => id),
  ).toEqual(['one', 'two'])
})

const unpictured = ['announcement', 'menu', 'footer', 'picture', 'gallery', 'logos', 'video', 'form']

test.each(Object.keys(blockKinds).filter((kind) => !unpictured.includes(kind)))(
  'a section of the kind %s is labelled by its own heading',
  (kind) => {
    const rows = {
      figures: [{ id: 'a', value: '12', label: 'שנים', source: '', measured_on: '2026-01-01' }],
      asked: [{ question: 'כמה?', answer: 'כך.', home: true }],
      offers: [
        offerWith({ facts: [{ label: 'פגישות', value: '12' }] }),
        offerWith({ id: 'b', facts: [{ label: 'פגישות', value: '3' }] }),
      ],
      webinars: [shownWebinar('next', '2027-01-05T18:00:00Z')],
      newsletterText: { id: 'n', he_text: 'מסכימים' },
      reviews: [approvedReview()],
      posts: [listedPost()],
      people: blockKinds.people.blank.list,
    }
    const { html } = show(blockOf(kind as keyof typeof blockKinds), {
      facts: { publishedPaths: ['/financial_stage'] },
      rows,
    })
    expect(html).not.toBe('')
    for (const section of partsOf(html).attributes('section')) {
      const id = section['aria-labelledby']
      if (id) expect(html).toContain(`id="${id}"`)
    }
  },
)

test('business tokens are replaced in every text of a block, and their markup is escaped', () => {
  const block = blockOf('points', {
    title: 'שיחה עם {{businessName}}',
    list: [{ title: '{{phone}}', text: 'כתבו אל {{email}}' }],
  })
  const { text, html } = show(block, { facts: { business: { business_name: '<b>בית</b>' } } })
  expect(text).toBe('שיחה עם <b>בית</b> 04-000-0000 כתבו אל office@example.com')
  expect(html).not.toContain('<b>בית')
})

test('a link to an unpublished page is omitted with its label, and a call link falls back to the contact page', () => {
  const action = { words: 'שיחת היכרות', href: '/book-a-call' }
  const second = { words: 'לכל המסלולים', href: '/pricing' }
  expect(show(blockOf('hero', { action, second })).links).toEqual([['שיחת היכרות', '/contact']])
  const all = show(blockOf('hero', { action, second }), { facts: { publishedPaths: ['/pricing', '/book-a-call'] } })
  expect(all.links).toEqual([
    ['שיחת היכרות', '/book-a-call'],
    ['לכל המסלולים', '/pricing'],
  ])
})

test('the closing does not link to the same page twice', () => {
  const action = { words: 'שיחת היכרות', href: '/book-a-call' }
  const second = { words: 'יצירת קשר', href: '/contact' }
  expect(show(blockOf('closing', { action, second })).links).toEqual([['שיחת היכרות', '/contact']])
})

test('the opening has the only h1, and the price of its product', () => {
  const opening = blockOf('opening', { title: 'ליווי', product: 'livui' })
  const { headings, text } = show([opening, blockOf('steps')], {
    rows: { offers: [offerWith({ price: { ...offerWith().price!, interval: 'month', charges: 6 } })] },
  })
  expect(headings.filter((one) => one.startsWith('1'))).toEqual(['1 ליווי'])
  expect(text).toContain('1,290')
  expect(text).toContain('לחודש · כולל מע״מ · חיוב חודשי, 6 חודשים')
  expect(show(blockOf('opening', { product: 'gone' })).html).not.toContain('class="price"')
})

test('a product is found by a former slug, and its price is shown', () => {
  const services = blockOf('services', {
    list: [
      { title: 'א', text: '', product: 'old-name', action: { words: 'לפרטים', href: '/livui' } },
      { title: 'ב', text: '', product: '', action: { words: 'לפרטים', href: '/nothing' } },
    ],
  })
  const { html, links } = show(services, {
    facts: { publishedPaths: ['/livui'] },
    rows: { offers: [offerWith({ former_slugs: ['old-name'] })] },
  })
  const [first, second] = elements(html, 'li').map(({ inside }) => textOf(inside))
  expect(first).toContain('1,290')
  expect(second).toBe('ב')
  expect(links).toEqual([['לפרטים', '/livui']])
})

test('services scroll horizontally only if each has a link, because a card without one has no keyboard focus', () => {
  const list = ['/livui', '/about'].map((href) => ({
    title: href,
    text: '',
    product: '',
    action: { words: 'לפרטים', href },
  }))
  const classOf = (publishedPaths: string[]) =>
    partsOf(show(blockOf('services', { list }), { facts: { publishedPaths } }).html).attributes('ul')[0]!['class']
  expect(classOf(['/livui', '/about'])).toBe('services services--linked')
  expect(classOf(['/livui'])).toBe('services')
})

test('text is rendered as paragraphs with bold and links, and a link without a published target becomes plain text', () => {
  const text = 'שלום **לכולם**.\n\nקראו [אצלנו](/about) או [כאן](/contact).\n\n<script>alert(1)</script>'
  const { html, links } = show(blockOf('paragraphs', { text }))
  expect(elements(html, 'p').map(({ inside }) => inside)).toEqual([
    'שלום <strong>לכולם</strong>.',
    'קראו אצלנו או <a href="/contact">כאן</a>.',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
  ])
  expect(links).toEqual([['כאן', '/contact']])
})

test('ticks and dashes of a table have text for screen readers, and its first column has row headers', () => {
  const { html, text } = show(blockOf('grid', { heads: ['מה', 'בסיס', 'מלא'], rows: [{ cells: ['פגישה', '–', '✓'] }] }))
  expect(text).toContain('פגישה – לא כן')
  expect(elements(html, 'th').map(({ attributes, inside }) => [attributes['scope'], textOf(inside)])).toEqual([
    ['col', 'מה'],
    ['col', 'בסיס'],
    ['col', 'מלא'],
    ['row', 'פגישה'],
  ])
  // Column headings inside the cells, shown while the rows are stacked.
  expect(
    partsOf(html)
      .attributes('td')
      .map((cell) => cell['data-head']),
  ).toEqual(['בסיס', 'מלא'])
})

test('up to five steps are shown as terraces, and six as a numbered list', () => {
  const steps = (n: number) => Array.from({ length: n }, (_, i) => ({ title: `שלב ${i}`, text: '' }))
  expect(show(blockOf('steps', { list: steps(5) })).html).toContain('terraces--5')
  expect(show(blockOf('steps', { list: steps(6) })).html).toContain('class="numbered"')
})

test('steps with the look "list" are one step per row, whatever their number', () => {
  for (const n of [2, 5, 7]) {
    const list = Array.from({ length: n }, (_, i) => ({ title: `שלב ${i}`, text: '' }))
    const { html } = show(blockOf('steps', { list, look: 'list' }))
    expect(html).toContain('class="numbered numbered--rows"')
    expect(html).not.toContain('terrace')
  }
})

test('in a section without a heading the list headings are one level higher', () => {
  const list = [{ title: 'מה כלול', look: 'yes' as const, lines: ['פגישה'] }]
  expect(show(blockOf('columns', { title: '', list })).headings).toEqual(['2 מה כלול'])
  expect(show(blockOf('columns', { title: 'השוואה', list })).headings).toEqual(['2 השוואה', '3 מה כלול'])
})

test('a picture comes before or after the text as configured', () => {
  const at = (side: 'start' | 'end') => {
    const { html } = show(blockOf('split', { side, title: 'כותרת' }))
    return html.indexOf('split__art') < html.indexOf('split__text')
  }
  expect(at('start')).toBe(true)
  expect(at('end')).toBe(false)
})

test('the uploaded portrait replaces the illustration, with the name of the coach as its alt text', () => {
  const business = { profile_image_url: '/storage/v1/me.webp', coach_name: 'מיכל' }
  expect(show(blockOf('split', { picture: 'profile' })).html).not.toContain('<img')
  const image = partsOf(show(blockOf('split', { picture: 'profile' }), { facts: { business } }).html).attributes(
    'img',
  )[0]!
  expect(image).toMatchObject({ src: '/storage/v1/me.webp', alt: 'מיכל', width: '640', height: '640' })
})

test('the hero has the landscape behind the headline or another picture beside it, never both', () => {
  const over = show(blockOf('hero', { picture: 'landscape' }))
  expect([over.html.includes('hero__art'), over.html.includes('hero__picture')]).toEqual([true, false])
  const beside = show(blockOf('hero', { picture: 'coach' }), {
    facts: { business: { profile_image_url: '/images/noa.webp' } },
  })
  expect([beside.html.includes('hero__art'), beside.html.includes('hero__picture')]).toEqual([false, true])
})

test('both landscape drawings contain the configured amount, which is also in a text for screen readers', () => {
  const { html } = show(blockOf('hero', { picture: 'landscape', figure: '2,340 ₪ <לדוגמה>' }))
  expect(html.match(/>2,340 ₪ &lt;לדוגמה><\/text>/g)).toHaveLength(2)
  expect(html).toMatch(/<p class="vh">[^<]*המרווח החודשי: 2,340 ₪/)
  const without = show(blockOf('hero', { picture: 'landscape', figure: '' })).html
  expect([without.includes('₪'), without.match(/המרווח החודשי<\/text>/g)?.length]).toEqual([false, 2])
})

test('the months before and after each show their difference, as a margin or as a minus', () => {
  const before = { when: 'לפני', income: '17,800', expenses: '18,950' }
  const after = { when: 'אחרי', income: '17800 ₪', expenses: '15,460' }
  const { html, text, headings } = show(blockOf('margin', { before, after }))
  expect(headings.slice(-2)).toEqual(['3 לפני', '3 אחרי'])
  expect(text).toMatch(/הוצאות.*18,950.*מינוס 1,150.*הוצאות.*15,460.*מרווח 2,340/)
  // The longest bar has the full width; the others are in proportion.
  const widths = [...html.matchAll(/class="margin__(?:income|expenses)" x="([\d.]+)" width="([\d.]+)"/g)]
  expect(widths.map(([, x, width]) => [Math.round(Number(x)), Math.round(Number(width))])).toEqual([
    [6, 94],
    [0, 100],
    [6, 94],
    [18, 82],
  ])
})

test('a form section is shown only with a form, and links to the page of the form', () => {
  expect(show(blockOf('form', { form: ' ' })).html).toBe('')
  const { html, links, headings } = show(blockOf('form', { title: 'כמה שאלות', form: 'hachana' }))
  expect([headings, links]).toEqual([['2 כמה שאלות'], [['לפתיחת הטופס בעמוד משלו', '/form/hachana']]])
  expect(partsOf(html).attributes('iframe')[0]).toMatchObject({ src: '/form/hachana?embed=1', title: 'כמה שאלות' })
})

test('a timeline ends with its note, and has no empty paragraph without one', () => {
  const list = [
    { when: 'אחרי חודש', text: 'סדר' },
    { when: 'אחרי שנה', text: 'חיסכון' },
  ]
  expect(show(blockOf('milestones', { title: 'הדרך', list, note: 'התוצאות משתנות.' })).text).toBe(
    'הדרך אחרי חודש סדר אחרי שנה חיסכון התוצאות משתנות.',
  )
  const { html } = show(blockOf('milestones', { title: 'הדרך', list, note: '' }))
  expect(elements(html, 'p').map(({ inside }) => textOf(inside))).toEqual(['סדר', 'חיסכון'])
})

test('a photograph replaces the illustration, and a person without a photograph has the initials of the name', () => {
  const photo = { id: '00000000-0000-4000-8000-000000000001', alt: 'נועה ליד השולחן' }
  const pictures = new Map([
    [photo.id, { id: 'file', format: 'jpeg' as const, width: 1600, height: 1200, focal_x: 75, focal_y: 25 }],
  ])
  const { html } = show(blockOf('split', { photo }), { rows: { pictures } })
  expect(html).not.toContain('<svg viewBox')
  expect(partsOf(html).attributes('img')[0]).toMatchObject({ alt: photo.alt, class: 'photo fx-75 fy-25 photo--crop' })
  const person = { ...blockKinds.people.blank.list[0]!, name: 'נועה' }
  const unphotographed = show(blockOf('people', { list: [person] })).html
  expect(unphotographed).not.toMatch(/<img|person__photo/)
  expect(unphotographed).toMatch(/class="avatar[^>]*>נ</)
  expect(unphotographed).toContain('person__art')
  const two = [person, { ...person, name: 'הילה' }]
  expect(show(blockOf('people', { list: two })).html).not.toContain('person__art')
  expect(show(blockOf('people', { list: [] })).html).toBe('')
  for (const kind of ['picture', 'gallery', 'logos', 'team'] as const) expect(show(blockOf(kind)).html).toBe('')
})
