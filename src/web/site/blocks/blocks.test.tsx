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

test('blocks come in the order of the page, each with its anchor; an announcement is left to the frame', () => {
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
  'a section of the kind %s is named by its own heading',
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

test('business facts are filled into every text of a block, and markup in them stays text', () => {
  const block = blockOf('points', {
    title: 'שיחה עם {{businessName}}',
    list: [{ title: '{{phone}}', text: 'כתבו אל {{email}}' }],
  })
  const { text, html } = show(block, { facts: { business: { business_name: '<b>בית</b>' } } })
  expect(text).toBe('שיחה עם <b>בית</b> 04-000-0000 כתבו אל office@example.com')
  expect(html).not.toContain('<b>בית')
})

test('a link to a page that is not published is left out with its words, and a call goes to the contact page', () => {
  const action = { words: 'שיחת היכרות', href: '/book-a-call' }
  const second = { words: 'לכל המסלולים', href: '/pricing' }
  expect(show(blockOf('hero', { action, second })).links).toEqual([['שיחת היכרות', '/contact']])
  const all = show(blockOf('hero', { action, second }), { facts: { publishedPaths: ['/pricing', '/book-a-call'] } })
  expect(all.links).toEqual([
    ['שיחת היכרות', '/book-a-call'],
    ['לכל המסלולים', '/pricing'],
  ])
})

test('the closing does not offer the same page twice', () => {
  const action = { words: 'שיחת היכרות', href: '/book-a-call' }
  const second = { words: 'יצירת קשר', href: '/contact' }
  expect(show(blockOf('closing', { action, second })).links).toEqual([['שיחת היכרות', '/contact']])
})

test('the opening holds the only h1, and the price of the product that it names', () => {
  const opening = blockOf('opening', { title: 'ליווי', product: 'livui' })
  const { headings, text } = show([opening, blockOf('steps')], {
    rows: { offers: [offerWith({ price: { ...offerWith().price!, interval: 'month', charges: 6 } })] },
  })
  expect(headings.filter((one) => one.startsWith('1'))).toEqual(['1 ליווי'])
  expect(text).toContain('1,290')
  expect(text).toContain('לחודש · כולל מע״מ · חיוב חודשי, 6 חודשים')
  expect(show(blockOf('opening', { product: 'gone' })).html).not.toContain('class="price"')
})

test('a price follows the product to its new address', () => {
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

test('services are a row that scrolls sideways only while each has a link, which the keyboard needs to reach it', () => {
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

test('text is parted into paragraphs with bold words, and a link without a target becomes plain words', () => {
  const text = 'שלום **לכולם**.\n\nקראו [אצלנו](/about) או [כאן](/contact).\n\n<script>alert(1)</script>'
  const { html, links } = show(blockOf('paragraphs', { text }))
  expect(elements(html, 'p').map(({ inside }) => inside)).toEqual([
    'שלום <strong>לכולם</strong>.',
    'קראו אצלנו או <a href="/contact">כאן</a>.',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
  ])
  expect(links).toEqual([['כאן', '/contact']])
})

test('a table reads its ticks and dashes to a screen reader, and its first column names the row', () => {
  const { html, text } = show(blockOf('grid', { heads: ['מה', 'בסיס', 'מלא'], rows: [{ cells: ['פגישה', '–', '✓'] }] }))
  expect(text).toContain('פגישה – לא כן')
  expect(elements(html, 'th').map(({ attributes, inside }) => [attributes['scope'], textOf(inside)])).toEqual([
    ['col', 'מה'],
    ['col', 'בסיס'],
    ['col', 'מלא'],
    ['row', 'פגישה'],
  ])
})

test('up to five steps rise as terraces, and six are a numbered list', () => {
  const steps = (n: number) => Array.from({ length: n }, (_, i) => ({ title: `שלב ${i}`, text: '' }))
  expect(show(blockOf('steps', { list: steps(5) })).html).toContain('terraces--5')
  expect(show(blockOf('steps', { list: steps(6) })).html).toContain('class="numbered"')
})

test('a quiet list of steps has one step a row, however many they are', () => {
  for (const n of [2, 5, 7]) {
    const list = Array.from({ length: n }, (_, i) => ({ title: `שלב ${i}`, text: '' }))
    const { html } = show(blockOf('steps', { list, look: 'list' }))
    expect(html).toContain('class="numbered numbered--rows"')
    expect(html).not.toContain('terrace')
  }
})

test('lists without a heading of their own take its level', () => {
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

test('the uploaded portrait replaces the drawing, under the name of the coach', () => {
  const business = { profile_image_url: '/storage/v1/me.webp', coach_name: 'מיכל' }
  expect(show(blockOf('split', { picture: 'profile' })).html).not.toContain('<img')
  const image = partsOf(show(blockOf('split', { picture: 'profile' }), { facts: { business } }).html).attributes(
    'img',
  )[0]!
  expect(image).toMatchObject({ src: '/storage/v1/me.webp', alt: 'מיכל', width: '640', height: '640' })
})

test('the headline is over the landscape or beside another picture, never both', () => {
  const over = show(blockOf('hero', { picture: 'landscape' }))
  expect([over.html.includes('hero__art'), over.html.includes('hero__picture')]).toEqual([true, false])
  const beside = show(blockOf('hero', { picture: 'coach' }), {
    facts: { business: { profile_image_url: '/images/noa.webp' } },
  })
  expect([beside.html.includes('hero__art'), beside.html.includes('hero__picture')]).toEqual([false, true])
})

test('the landscape shows the amount of the owner in both of its drawings, and says it to visitors who do not see them', () => {
  const { html } = show(blockOf('hero', { picture: 'landscape', figure: '2,340 ₪ <לדוגמה>' }))
  expect(html.match(/>2,340 ₪ &lt;לדוגמה><\/text>/g)).toHaveLength(2)
  expect(html).toMatch(/<p class="vh">[^<]*המרווח החודשי: 2,340 ₪/)
  const without = show(blockOf('hero', { picture: 'landscape', figure: '' })).html
  expect([without.includes('₪'), without.match(/המרווח החודשי<\/text>/g)?.length]).toEqual([false, 2])
})

test('a month before and a month after say what is left of each, as a margin or as a minus', () => {
  const before = { when: 'לפני', income: '17,800', expenses: '18,950' }
  const after = { when: 'אחרי', income: '17800 ₪', expenses: '15,460' }
  const { html, text, headings } = show(blockOf('margin', { before, after }))
  expect(headings.slice(-2)).toEqual(['3 לפני', '3 אחרי'])
  expect(text).toMatch(/הוצאות.*18,950.*מינוס 1,150.*הוצאות.*15,460.*מרווח 2,340/)
  // The longest bar has the whole width, and the others their share of it.
  const widths = [...html.matchAll(/class="margin__(?:income|expenses)" x="([\d.]+)" width="([\d.]+)"/g)]
  expect(widths.map(([, x, width]) => [Math.round(Number(x)), Math.round(Number(width))])).toEqual([
    [6, 94],
    [0, 100],
    [6, 94],
    [18, 82],
  ])
})

test('a section of a form is shown once it names a form, and links the form by itself', () => {
  expect(show(blockOf('form', { form: ' ' })).html).toBe('')
  const { html, links, headings } = show(blockOf('form', { title: 'כמה שאלות', form: 'hachana' }))
  expect([headings, links]).toEqual([['2 כמה שאלות'], [['לפתיחת הטופס בעמוד משלו', '/form/hachana']]])
  expect(partsOf(html).attributes('iframe')[0]).toMatchObject({ src: '/form/hachana?embed=1', title: 'כמה שאלות' })
})

test('a timeline ends with its note, and leaves no empty line without one', () => {
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

test('a photograph takes the place of the drawing, and without one no empty place is left', () => {
  const photo = { id: '00000000-0000-4000-8000-000000000001', alt: 'נועה ליד השולחן' }
  const pictures = new Map([
    [photo.id, { id: 'file', format: 'jpeg' as const, width: 1600, height: 1200, focal_x: 75, focal_y: 25 }],
  ])
  const { html } = show(blockOf('split', { photo }), { rows: { pictures } })
  expect(html).not.toContain('<svg viewBox')
  expect(partsOf(html).attributes('img')[0]).toMatchObject({ alt: photo.alt, class: 'photo fx-75 fy-25 photo--crop' })
  const person = { ...blockKinds.people.blank.list[0]!, name: 'נועה' }
  expect(show(blockOf('people', { list: [person] })).html).not.toMatch(/<img|person__photo/)
  expect(show(blockOf('people', { list: [] })).html).toBe('')
  for (const kind of ['picture', 'gallery', 'logos', 'team'] as const) expect(show(blockOf(kind)).html).toBe('')
})
