import { expect, test } from 'vitest'
import { elements, partsOf, renderHtml, textOf } from '../../../../test/rendered-html.ts'
import { blockOf, pageRequest, siteContent, siteFacts } from '../../../../test/site-facts.ts'
import * as faq from './faq-page.tsx'

const subjects = [
  blockOf(
    'questions',
    { title: 'תשלום', list: [{ question: 'איך משלמים?', answer: 'בכרטיס.', home: false }] },
    'money',
  ),
  blockOf('questions', { title: 'ליווי', list: [{ question: 'כמה זמן?', answer: 'חצי שנה.', home: false }] }, 'time'),
]
const faqProps = (query: Record<string, string> = {}, form?: unknown) => ({
  facts: siteFacts({ publishedPaths: ['/', '/contact'] }),
  request: pageRequest({ path: '/faq', query, ...(form !== undefined && { form }) }),
  ...siteContent([blockOf('opening', { title: 'שאלות' }), ...subjects, blockOf('quote', { text: 'משפט' })]),
})
const openAnswers = (html: string) =>
  elements(html, 'details').flatMap(({ attributes, inside }) =>
    'open' in attributes ? [textOf(elements(inside, 'h3')[0]!.inside)] : [],
  )

test('without a search all subjects are shown collapsed, with a link to each of them', () => {
  const { html, links } = renderHtml(<faq.View {...faqProps()} />)
  expect(links.slice(0, 2)).toEqual([
    ['תשלום', '#money'],
    ['ליווי', '#time'],
  ])
  expect(openAnswers(html)).toEqual([])
})

test('a search shows only matching answers, expanded, and the query remains in the field', () => {
  const { html, text, links } = renderHtml(<faq.View {...faqProps({ q: ' כרטיס ' })} />)
  expect(openAnswers(html)).toEqual(['איך משלמים?'])
  expect(text).toContain('נמצאה תשובה אחת עבור ״כרטיס״.')
  expect(text).not.toContain('כמה זמן?')
  expect(partsOf(html).fields['q']).toBe('כרטיס')
  expect(links[0]).toEqual(['לכל השאלות', '/faq'])
  expect(text).toContain('משפט')
})

test('a search without results links to the contact page, and is not indexed', () => {
  const props = faqProps({ q: 'ביטקוין' })
  expect(renderHtml(<faq.View {...props} />).text).toContain(
    'לא נמצאה תשובה עבור ״ביטקוין״. אפשר לנסות מילה אחרת, או לשאול אותנו.',
  )
  expect(faq.head(props)).toMatchObject({ title: 'ביטקוין – שאלות', robots: 'noindex', jsonLd: [] })
})

test('an answer that was just rated is expanded with a thank-you; a "no" also links to the contact page', () => {
  const helped = renderHtml(<faq.View {...faqProps({ helped: 'איך-משלמים' })} />)
  expect(openAnswers(helped.html)).toEqual(['איך משלמים?'])
  expect(helped.text).toContain('תודה, טוב לדעת.')
  const missed = renderHtml(<faq.View {...faqProps({ missed: 'איך-משלמים' })} />)
  expect(missed.links).toContainEqual(['אפשר לשאול אותנו', '/contact'])
  expect(faq.head(faqProps({ helped: 'איך-משלמים' })).robots).toBe('noindex')
})

test('the rating buttons of an answer have the question in their label and value', () => {
  const { html } = renderHtml(<faq.View {...faqProps()} />)
  const yes = partsOf(html)
    .attributes('button')
    .filter(({ name }) => name === 'yes')
  expect(yes.map((one) => [one['value'], one['aria-label']])).toEqual([
    ['איך משלמים?', 'כן, התשובה עזרה: איך משלמים?'],
    ['כמה זמן?', 'כן, התשובה עזרה: כמה זמן?'],
  ])
  expect(yes[0]!['form']).toBe('helped-form')
})

test('the FAQPage node contains the questions, without link markup', () => {
  const { jsonLd } = faq.head(faqProps())
  expect(jsonLd).toMatchObject([
    {
      '@type': 'FAQPage',
      mainEntity: [{ name: 'איך משלמים?', acceptedAnswer: { text: 'בכרטיס.' } }, { name: 'כמה זמן?' }],
    },
  ])
})
