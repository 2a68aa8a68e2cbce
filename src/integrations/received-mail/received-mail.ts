// Parses a received mail in its raw format (RFC 5322).
import PostalMime, { addressParser, type Email } from 'postal-mime'
import { storableText } from '#lib/storable-text.ts'
import { replyText } from './reply-text.ts'
import { textOfHtml } from './text-of-html.ts'

export type ReceivedMail = {
  messageId: string | undefined
  /** In lower case. */
  from: string
  name: string
  /** Without the quoted mail. Empty if the reply has no text. */
  text: string
  attachments: number
  /** The local parts of the Message-IDs that it replies to, newest first. */
  answers: readonly string[]
  /** A bounce, a vacation notice or a mailing list, not a reply by a person. */
  isAutomatic: boolean
}

/** Undefined when the mail has no sender, or several: the provider may have checked another one than would be read here. */
export async function readReceivedMail(raw: Uint8Array): Promise<ReceivedMail | undefined> {
  const mail = await PostalMime.parse(raw)
  const from = storableText(mail.from?.address ?? '')
    .trim()
    .toLowerCase()
  if (!from || sendersOf(mail) > 1) return undefined
  return {
    messageId: mail.messageId === undefined ? undefined : storableText(mail.messageId),
    from,
    name: storableText(mail.from?.name ?? ''),
    text: replyText(storableText(mail.text ?? textOfHtml(mail.html ?? ''))),
    attachments: mail.attachments.filter(({ disposition }) => disposition === 'attachment').length,
    answers: answersOf(mail),
    isAutomatic: isAutomatic(mail, from),
  }
}

const sendersOf = ({ headers }: Email) =>
  headers
    .filter(({ key }) => key === 'from')
    .flatMap(({ value }) => addressParser(value).filter(({ address }) => Boolean(address))).length

const answersOf = ({ inReplyTo = '', references = '' }: Email) =>
  `${references} ${inReplyTo}`
    .match(/<[^<>@\s]{1,200}@[^<>@\s]{1,200}>/g)
    ?.map((id) => id.slice(1, id.indexOf('@')))
    .toReversed() ?? []

/** Detects automatic mails by RFC 3834, and by the headers of older servers. */
function isAutomatic({ headers }: Email, from: string) {
  const has = (key: string, value: RegExp) => headers.some((one) => one.key === key && value.test(one.value.trim()))
  return (
    has('auto-submitted', /^(?!no\b)/i) ||
    has('precedence', /^(bulk|list|junk|auto_reply)/i) ||
    has('x-autoreply', /./) ||
    has('x-auto-response-suppress', /\ball\b/i) ||
    has('list-id', /./) ||
    has('return-path', /^<>$/) ||
    /^(mailer-daemon|postmaster|no-?reply)@/.test(from)
  )
}
