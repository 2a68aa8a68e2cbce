import { expect, test } from 'vitest'
import { readReceivedMail } from './received-mail.ts'
import { replyText } from './reply-text.ts'
import { textOfHtml } from './text-of-html.ts'

const read = (head: string[], body: string) => readReceivedMail(Buffer.from([...head, '', body].join('\r\n'), 'utf8'))
const head = ['From: =?UTF-8?B?16DXldei15Q=?= <Noa@Example.com>', 'To: info@example.com', 'Message-ID: <a1@phone>']

test('a reply is parsed to its sender, its text and the ids of the messages that it replies to, newest first', async () => {
  expect(
    await read(
      [...head, 'References: <first@example.com> <second@example.com>', 'In-Reply-To: <second@example.com>'],
      'נגיע ב־10\r\n\r\n> שלום נועה\r\n',
    ),
  ).toEqual({
    messageId: '<a1@phone>',
    from: 'noa@example.com',
    name: 'נועה',
    text: 'נגיע ב־10',
    attachments: 0,
    answers: ['second', 'second', 'first'],
    isAutomatic: false,
  })
})

test('an HTML-only mail in windows-1255 is parsed without its quoted text', async () => {
  const raw = Buffer.concat([
    Buffer.from([...head, 'Content-Type: text/html; charset=windows-1255', '', '<div>'].join('\r\n')),
    Buffer.from([0xf9, 0xec, 0xe5, 0xed]),
    Buffer.from('</div><blockquote>old</blockquote>'),
  ])
  expect((await readReceivedMail(raw))?.text).toBe('שלום')
})

test('attachments are counted, inline images are not', async () => {
  const part = (lines: string[], body: string) => ['--b', ...lines, '', body].join('\r\n')
  const mail = await read(
    [...head, 'Content-Type: multipart/mixed; boundary=b'],
    [
      part(['Content-Type: text/plain; charset=utf-8'], 'הנה התלוש'),
      part(['Content-Type: application/pdf', 'Content-Disposition: attachment; filename=a.pdf'], 'pdf'),
      part(['Content-Type: image/png', 'Content-Disposition: inline; filename=logo.png'], 'png'),
      '--b--',
    ].join('\r\n'),
  )
  expect(mail).toMatchObject({ text: 'הנה התלוש', attachments: 1 })
})

test.each([
  ['a vacation notice', 'Auto-Submitted: auto-replied', true],
  ['a mailing list', 'Precedence: list', true],
  ['a bounce', 'Return-Path: <>', true],
  ['a mail that says it is not automatic', 'Auto-Submitted: no', false],
])('%s is recognised by its headers', async (_, header, isAutomatic) => {
  expect(await read([...head, header], 'שלום')).toMatchObject({ isAutomatic })
})

test('a mail without a sender is ignored', async () => {
  expect(await read(['To: info@example.com'], 'שלום')).toBeUndefined()
})

test.each([
  [
    'Gmail in Hebrew',
    'תודה\n\n\u202bבתאריך יום ב׳, 23 בנוב׳ 2026 ב-10:00 מאת \u202aמסלול\u202c\u200f <\u202ainfo@example.com\u202c\u200f>:\u202c\n\n> שלום\n',
  ],
  [
    'Gmail in Hebrew, another form',
    'תודה\n\nב-יום ב׳, 23 בנוב׳ 2026 ב-10:00 מאת מסלול <info@example.com>:\n\n> שלום\n',
  ],
  [
    'Outlook in Hebrew',
    'תודה\n\n________________________________\nמאת: מסלול <info@example.com>\nנשלח: יום שני\nאל: נועה\nנושא: הודעה\n\nשלום\n',
  ],
  [
    'an iPhone in Hebrew',
    'תודה\n\nנשלח מה-iPhone שלי\n\nב-23 בנוב׳ 2026, בשעה 10:00, מסלול <info@example.com> כתב/ה:\n\n> שלום\n',
  ],
  ['Gmail in English', 'תודה\n\nOn Mon, Nov 23, 2026 at 10:00 AM Maslul <info@example.com> wrote:\n\n> שלום\n'],
])('the quoted text of %s is removed', (_, text) => {
  expect(replyText(text)).toBe('תודה')
})

test('line breaks, lists and a sentence that ends with a colon are preserved in a reply', () => {
  expect(replyText('שתי שאלות:\n\n- מתי?\n- איפה?')).toBe('שתי שאלות:\n\n- מתי?\n- איפה?')
  expect(replyText('בתשובה לשאלה:')).toBe('בתשובה לשאלה:')
})

test('HTML is converted to lines of text, in linear time for malicious input', () => {
  expect(textOfHtml('<style>p{}</style><p>שלום&nbsp;לכם</p><!-- <p>א</p> --><p>להתראות &amp; תודה</p>')).toBe(
    'שלום לכם\nלהתראות & תודה\n',
  )
  for (const part of ['<a ', '<!--', '<style>', '<blockquote>', '&#'])
    expect(textOfHtml(part.repeat(200_000)).length).toBeGreaterThanOrEqual(0)
})

test.each([
  ['two From headers', ['From: thief@elsewhere.example', ...head]],
  ['two addresses in its From header', ['From: noa@example.com, thief@elsewhere.example', ...head.slice(1)]],
])('a mail with %s is ignored, because the provider may have checked only one of them', async (_, lines) => {
  expect(await read(lines, 'שלום')).toBeUndefined()
})
