import { expect, test } from 'vitest'
import type { MessageBlock } from '#platform/message-content/message-blocks.ts'
import type { EmailContent, EmailKind } from '#features/email-templates/email-templates.ts'
import { elements, partsOf, textOf } from '../../../test/rendered-html.ts'
import { bareBusiness, siteFacts } from '../../../test/site-facts.ts'
import { renderCampaign, renderMail, renderProductMail, type MailFacts } from '../mail.tsx'

const content: EmailContent = {
  subject: 'אישור כתובת ל{{businessName}}',
  preheader: 'הקישור תקף {{validFor}}',
  heading: 'ברוכים הבאים',
  body: 'הכתובת היא {{email}}.\n\nהקישור תקף {{validFor}}.',
  button: 'אישור הכתובת',
  closing: 'לא ביקשתם? אפשר להתעלם.',
}

const factsWith = (text: Partial<EmailContent> = {}, changes: Parameters<typeof siteFacts>[0] = {}) =>
  ({
    ...siteFacts(changes),
    emailTemplates: new Proxy({} as Record<EmailKind, EmailContent>, { get: () => ({ ...content, ...text }) }),
    linkSeconds: 3600,
  }) satisfies MailFacts & { linkSeconds: number }

const link = 'https://example.co.il/auth/v1/verify?token=abc&type=signup'
const data = { email: 'noa@example.com', link, code: '123456' } as Parameters<typeof renderMail>[1]

test('tokens are replaced in the subject, the HTML and the plain text', () => {
  const mail = renderMail('confirm_signup', data, factsWith())
  expect(mail.subject).toBe('אישור כתובת לבית מרווח')
  for (const text of [textOf(mail.html), mail.text]) {
    expect(text).toContain('הכתובת היא noa@example.com.')
    expect(text).toContain('הקישור תקף לשעה.')
    expect(text).not.toContain('{{')
  }
})

test('the button links to the URL, is followed by the URL as text, and comes after the paragraphs', () => {
  const { html, text } = renderMail('confirm_signup', data, factsWith())
  expect(partsOf(html).links[0]).toEqual(['אישור הכתובת', link])
  expect(elements(html, 'bdi').map(({ inside }) => textOf(inside))).toEqual([link])
  expect(text.split('\n\n').slice(0, 5)).toEqual([
    'ברוכים הבאים',
    'הכתובת היא noa@example.com.',
    'הקישור תקף לשעה.',
    `אישור הכתובת:\n${link}`,
    'לא ביקשתם? אפשר להתעלם.',
  ])
})

test('images, posts and further texts come after the body and before the button, with their tokens replaced', () => {
  const picture = { id: '6f0c1f5e-7f3a-4a39-9f4b-2f3a4b5c6d7e', format: 'webp' as const, width: 600, height: 400 }
  const blocks: MessageBlock[] = [
    { kind: 'picture', picture, alt: 'המשרד של {{businessName}}', to: '' },
    { kind: 'article', title: 'לפני הפגישה', text: 'מה להכין', to: '/blog/before', picture: null },
    { kind: 'text', text: 'הכתובת **{{email}}** רשומה' },
  ]
  const { html, text } = renderMail('confirm_signup', data, factsWith({ blocks }))
  expect(partsOf(html).attributes('img')[0]!['alt']).toBe('המשרד של בית מרווח')
  const mailText = textOf(html)
  const places = ['הקישור תקף לשעה', 'לפני הפגישה', 'הכתובת noa@example.com רשומה', 'אישור הכתובת']
  expect(places.map((place) => mailText.indexOf(place))).toEqual(
    places.map((place) => mailText.indexOf(place)).toSorted((a, b) => a - b),
  )
  expect(mailText).not.toContain('{{')
  expect(text.split('\n\n').slice(2, 6)).toEqual([
    'הקישור תקף לשעה.',
    'המשרד של בית מרווח',
    'לפני הפגישה\nמה להכין\nלהמשך קריאה: https://example.co.il/blog/before',
    'הכתובת noa@example.com רשומה',
  ])
})

test('a mail contains the code only if its kind can be verified by entering the code', () => {
  const withCode = renderMail('magic_link', data, factsWith())
  expect(textOf(withCode.html)).toContain('הקוד להקלדה: 123456')
  expect(withCode.text).toContain('הקוד להקלדה: 123456')
  const without = renderMail('confirm_signup', data, factsWith())
  expect(without.html + without.text).not.toContain('123456')
})

test('a mail without a button contains no link', () => {
  const { html, text } = renderMail('reauthenticate', data, factsWith({ button: null }))
  expect(html + text).not.toContain('verify')
  expect(textOf(html)).toContain('הקוד להקלדה: 123456')
})

test('a mail about an address change contains the new address; without a new address it contains the current one', () => {
  const template = { body: 'הכתובת החדשה: {{newEmail}}' }
  const changed = renderMail('change_email', { ...data, newEmail: 'new@example.com' }, factsWith(template))
  expect(changed.text).toContain('הכתובת החדשה: new@example.com')
  expect(renderMail('change_email', data, factsWith(template)).text).toContain('הכתובת החדשה: noa@example.com')
})

test('every mail contains its sender, and a link to the privacy policy once published', () => {
  const mail = renderMail('confirm_signup', data, factsWith())
  const sender = 'בית מרווח בע״מ · ח.פ. 510000011 · הרצל 1, חיפה · 04-000-0000'
  expect(textOf(mail.html)).toContain(sender)
  expect(mail.text).toContain(sender)
  expect(mail.html + mail.text).not.toContain('מדיניות פרטיות')
  const linked = renderMail('confirm_signup', data, factsWith({}, { publishedPaths: ['/privacy-policy'] }))
  expect(partsOf(linked.html).links.at(-1)).toEqual(['מדיניות פרטיות', 'https://example.co.il/privacy-policy'])
  expect(linked.text).toMatch(/מדיניות פרטיות: https:\/\/example\.co\.il\/privacy-policy$/)
})

test('the footer of a business with only a name has the name without separators', () => {
  const { text } = renderMail('confirm_signup', data, factsWith({}, { business: bareBusiness }))
  expect(text).toContain('--\nבית מרווח\n')
})

test('markup in visitor input is escaped in the subject and the body', () => {
  const evil = '<img src=x onerror=alert(1)>'
  const { html, subject } = renderProductMail(
    {
      kind: 'staff_invite',
      to: 'dana@example.com',
      values: { inviterName: evil, roleName: 'ליווי', validFor: 'ליום' },
      link,
    },
    factsWith({ subject: '{{inviterName}}', body: 'ההזמנה היא של {{inviterName}}' }),
  )
  expect(html).not.toContain('<img')
  expect(textOf(html)).toContain(`ההזמנה היא של ${evil}`)
  expect(elements(html, 'title')[0]!.inside).toBe('&lt;img src=x onerror=alert(1)&gt;')
  expect(subject).toBe(evil)
})

test('a note comes after the text of the business, with its link in HTML and plain text', () => {
  const list = 'https://example.co.il/preparation?ref=abc_-9'
  const mail = (note?: string) =>
    renderProductMail(
      {
        kind: 'staff_invite',
        to: 'dana@example.com',
        values: { inviterName: 'מיכל', roleName: 'ליווי', validFor: 'ליום' },
        link,
        note,
      },
      factsWith({ body: 'שלום' }),
    )
  const { html, text } = mail(`כדאי לעבור על [רשימת ההכנה](${list}).`)
  expect(partsOf(html).links.slice(0, 2)).toEqual([
    ['רשימת ההכנה', list],
    ['אישור הכתובת', link],
  ])
  expect(text.split('\n\n').slice(1, 4)).toEqual([
    'שלום',
    `כדאי לעבור על רשימת ההכנה (${list}).`,
    `אישור הכתובת:\n${link}`,
  ])
  expect(mail().html).not.toContain('רשימת ההכנה')
})

test('the whole mail is right-to-left, and the button uses the brand colour if it is dark enough', () => {
  const { html } = renderMail(
    'confirm_signup',
    data,
    factsWith({}, { business: { brand_colors: { primary: '#ffee00' } } }),
  )
  expect(partsOf(html).attributes('html')).toEqual([{ lang: 'he', dir: 'rtl' }])
  for (const cell of partsOf(html)
    .attributes('td')
    .filter(({ style }) => style))
    expect(cell['dir']).toBe('rtl')
  const button = partsOf(html).attributes('a')[0]!['style']!
  expect(button).toMatch(/background:#[0-9a-f]{6}/)
  expect(button).not.toContain('#ffee00')
})

const recipient = {
  values: new Map([['firstName', 'נועה']]),
  form: 'plural' as const,
  consentedAt: '2026-03-05T10:00:00+02:00',
  preferences: 'https://example.co.il/newsletter/preferences/abc',
}
const campaign = (blocks: MessageBlock[], changes: Parameters<typeof siteFacts>[0] = {}) =>
  renderCampaign({ subject: 'חדש בבלוג', preheader: '', blocks }, recipient, siteFacts(changes))

test('a campaign is labelled as advertising, with the reason for the mail and an unsubscribe link', () => {
  const mail = campaign([{ kind: 'text', text: 'שלום' }])
  expect(mail.subject).toMatch(/פרסומת/)
  const { links } = partsOf(mail.html)
  expect(links).toEqual([
    ['להסרה מרשימת התפוצה', `${recipient.preferences}#unsubscribe`],
    ['לעדכון העדפות', recipient.preferences],
  ])
  for (const text of [textOf(mail.html), mail.text]) {
    expect(text).toContain('נתתם הסכמה לקבלת תכנים שיווקיים בתאריך 5.3.2026')
    expect(text).toContain('office@example.com')
  }
  expect(mail.text).toContain(`להסרה מרשימת התפוצה: ${recipient.preferences}#unsubscribe`)
})

test('the blocks of a campaign are rendered in order, and a path becomes an absolute URL', () => {
  const mail = campaign([
    { kind: 'heading', text: 'כותרת' },
    { kind: 'text', text: 'לקריאה: [הפוסט](/blog/takziv).\n\nפסקה שנייה' },
    { kind: 'line' },
    { kind: 'quote', text: 'משפט' },
    { kind: 'button', words: 'לאתר', to: 'https://other.example' },
  ])
  const { links, headings } = partsOf(mail.html)
  expect(headings).toEqual(['2 כותרת'])
  expect(links.slice(0, 2)).toEqual([
    ['הפוסט', 'https://example.co.il/blog/takziv'],
    ['לאתר', 'https://other.example'],
  ])
  expect(mail.html.indexOf('<hr')).toBeLessThan(mail.html.indexOf('<blockquote'))
  expect(mail.text.split('\n\n').slice(0, 6)).toEqual([
    'כותרת',
    'לקריאה: הפוסט (https://example.co.il/blog/takziv).',
    'פסקה שנייה',
    '* * *',
    'משפט',
    'לאתר:\nhttps://other.example',
  ])
})

test('an image of a campaign has its alternative text and the column width, and is a link only if it has a target', () => {
  const picture = { id: '0b5c1c8e-6a55-4c0e-9d3a-2f6f4a3b1c01', format: 'jpeg', width: 1600, height: 800 } as const
  const small = { ...picture, width: 200, height: 100 }
  const { html } = campaign([
    { kind: 'picture', picture, alt: 'מטבח לפני', to: '/blog/kitchen' },
    { kind: 'picture', picture: small, alt: 'מטבח אחרי', to: '' },
  ])
  const { attributes } = partsOf(html)
  expect(
    attributes('img')
      .filter(({ alt }) => alt?.startsWith('מטבח'))
      .map(({ alt, width, height, src }) => [alt, width, height, src!.startsWith('https://example.co.il/')]),
  ).toEqual([
    ['מטבח לפני', '496', '248', true],
    ['מטבח אחרי', '200', '100', true],
  ])
  const linked = elements(html, 'a').filter(({ inside }) => inside.includes('<img'))
  expect(linked.map(({ attributes: { href }, inside }) => [href, inside.includes('מטבח לפני')])).toEqual([
    ['https://example.co.il/blog/kitchen', true],
  ])
})
