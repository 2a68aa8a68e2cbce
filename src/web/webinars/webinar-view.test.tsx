import { expect, test } from 'vitest'
import { elements, partsOf, renderHtml, textOf } from '../../../test/rendered-html.ts'
import { pageRequest, shownTexts, shownWebinar, siteContent, siteFacts } from '../../../test/site-facts.ts'
import * as catalogue from './webinars-page.tsx'
import { WebinarView } from './webinar-view.tsx'

const soon = '2027-01-05T08:15:00.000Z'
const common = { facts: siteFacts(), holdsUntil: undefined }

function automated(
  sessions: { id: string; starts_at: string; status: 'live' | 'lobby' | 'scheduled'; left?: number }[],
) {
  const webinar = shownWebinar('quarters', soon)
  const [sample] = webinar.sessions
  return {
    ...webinar,
    kind: 'automated' as const,
    takeaways: [],
    soon,
    sessions: sessions.map(({ left = 5, ...session }) => ({ ...sample!, ...session, seats_left: left })),
  }
}

function shown(webinar: ReturnType<typeof automated>, form?: object) {
  const request = pageRequest({ path: '/webinar/quarters', ...(form && { form }) })
  const { html, headings } = renderHtml(
    <WebinarView {...common} webinar={webinar} others={[]} texts={shownTexts} request={request} />,
  )
  const radios = partsOf(html)
    .attributes('input')
    .filter(({ type }) => type === 'radio')
  return {
    heading: headings[1],
    when: textOf(elements(html, 'time')[0]?.inside ?? ''),
    choices: radios.map(({ value }) => value),
    chosen: radios.filter((radio) => 'checked' in radio).map(({ value }) => value),
  }
}

const early = { id: 'early', starts_at: '2027-01-05T07:30:00Z', status: 'live' as const }
const late = { id: 'late', starts_at: '2027-01-05T08:00:00Z', status: 'live' as const }

test('a live broadcast is shown and preselected in the form; of two live broadcasts only the later one is offered', () => {
  expect(shown(automated([early, late]))).toEqual({
    heading: '2 ההדרכה בשידור עכשיו',
    when: 'בשידור עכשיו',
    choices: ['next', 'late'],
    chosen: ['late'],
  })
})

test('a full live broadcast is not offered while an earlier live one has seats', () => {
  expect(shown(automated([early, { ...late, left: 0 }]))).toMatchObject({
    choices: ['next', 'early'],
    chosen: ['early'],
  })
  expect(
    shown(
      automated([
        { ...early, left: 0 },
        { ...late, left: 0 },
      ]),
    ),
  ).toMatchObject({ choices: ['next', 'late'] })
})

test('while the live broadcast is full the page shows and preselects the next quarter hour', () => {
  expect(shown(automated([{ ...early, left: 0 }]))).toEqual({
    heading: '2 שמירת מקום',
    when: 'יום שלישי, 5 בינואר, 10:15, שעון ישראל',
    choices: ['next', 'early'],
    chosen: ['next'],
  })
})

test('an existing session of the next quarter hour is not offered as a separate choice', () => {
  const createdSession = { id: 'made', starts_at: '2027-01-05T08:15:00+00:00', status: 'lobby' as const }
  expect(shown(automated([createdSession]))).toMatchObject({ choices: ['next'], chosen: ['next'] })
})

test('a form rejected for a past session preselects an open one', () => {
  const form = { values: { sessionId: 'over' }, errors: {}, problem: 'ההרשמה נסגרה' }
  expect(shown(automated([early]), form)).toMatchObject({ chosen: ['early'] })
  expect(shown(automated([early]), { ...form, values: { sessionId: 'next' } })).toMatchObject({ chosen: ['next'] })
})

test('the catalogue starts with a just-in-time webinar of the next quarter hour', () => {
  const webinars = [automated([])]
  const { rows } = siteContent([])
  const { headings, html } = renderHtml(
    <catalogue.View {...common} webinars={webinars} rows={rows} request={pageRequest({ path: '/webinar' })} />,
  )
  expect(headings[0]).toBe('1 הדרכה quarters')
  const when = elements(html, 'time')[0]?.inside ?? ''
  expect(textOf(when)).toBe('יום שלישי, 5 בינואר, 10:15, שעון ישראל')
  expect(elements(when, 'span')).toMatchObject([{ attributes: { class: 'nowrap' }, inside: '5 בינואר' }])
})

test('the next webinar of the catalogue has its date as a ticket, and the others are cards whose button names the webinar', () => {
  const [next, other] = ['first', 'second'].map((slug, i) => shownWebinar(slug, `2027-01-0${5 + i}T18:30:00.000Z`))
  const { rows } = siteContent([])
  const { html, links, headings } = renderHtml(
    <catalogue.View {...common} webinars={[next!, other!]} rows={rows} request={pageRequest({ path: '/webinar' })} />,
  )
  const tickets = html.split('class="date-ticket"').slice(1)
  expect(tickets.map((ticket) => textOf(`<div ${ticket.slice(0, ticket.indexOf('</div>'))}`))).toEqual([
    'יום שלישי 5 בינואר 20:30',
  ])
  expect(headings).toContain('3 הדרכה second')
  expect(links).toContainEqual(['לפרטים ולהרשמה: הדרכה second', '/webinar/second'])
})

test('the page of a webinar names the presenter below the date', () => {
  const webinar = { ...shownWebinar('budget', soon), takeaways: [], presenter: 'נועה לדוגמה' }
  const request = pageRequest({ path: '/webinar/budget' })
  const { text } = renderHtml(
    <WebinarView {...common} webinar={webinar} others={[]} texts={shownTexts} request={request} />,
  )
  expect(text).toMatch(/10:15, שעון ישראל .*עם נועה לדוגמה .*שמירת מקום/)
})

test('the page of a webinar has the date of the next session as a ticket, but not while it is live', () => {
  const ticketOf = (webinar: ReturnType<typeof shownWebinar>) => {
    const request = pageRequest({ path: '/webinar/budget' })
    const { html } = renderHtml(
      <WebinarView {...common} webinar={webinar} others={[]} texts={shownTexts} request={request} />,
    )
    return html.includes('class="date-ticket"')
  }
  expect(ticketOf({ ...shownWebinar('budget', soon), takeaways: [] })).toBe(true)
  expect(ticketOf({ ...automated([early]), slug: 'budget' })).toBe(false)
})
