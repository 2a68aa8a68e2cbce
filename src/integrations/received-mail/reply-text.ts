import EmailReplyParser from 'email-reply-parser'
import { plainText } from '#lib/hebrew/hebrew-text.ts'

const parser = new EmailReplyParser()

/** Longer mails are truncated before parsing. */
const maxLength = 100_000

/** Quote headers and signatures of Hebrew mail clients, which the library does not detect. */
const added = [/^(ב|בתאריך)[-־\s].*(מאת|כתב).*:$/, /^ב[-־\s]?\d.*@.*:$/, /^נשלח מה[-־\s]?\S+( שלי)?\.?$/]

/** Extracts the text of a reply, without the quoted mail, its header and the signature of a phone. */
export function replyText(text: string): string {
  const lines = plainText(parser.parseReply(plainText(text.slice(0, maxLength)))).split('\n')
  while (lines.length > 0 && isAdded(lines.at(-1)!.trim())) lines.pop()
  return lines.join('\n').trim()
}

const isAdded = (line: string) => line === '' || added.some((pattern) => pattern.test(line))
