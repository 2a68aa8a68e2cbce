import EmailReplyParser from 'email-reply-parser'
import { plainText } from '#lib/hebrew/hebrew-text.ts'

const parser = new EmailReplyParser()

/** Longer mails are cut before they are parsed. */
const longest = 100_000

/** Lines that Hebrew mail programs add below an answer, which the library does not know. */
const added = [/^(ב|בתאריך)[-־\s].*(מאת|כתב).*:$/, /^ב[-־\s]?\d.*@.*:$/, /^נשלח מה[-־\s]?\S+( שלי)?\.?$/]

/** What a person wrote above the mail that they answer: without the quotation, its heading and the line of the phone. */
export function replyText(text: string): string {
  const lines = plainText(parser.parseReply(plainText(text.slice(0, longest)))).split('\n')
  while (lines.length > 0 && isAdded(lines.at(-1)!.trim())) lines.pop()
  return lines.join('\n').trim()
}

const isAdded = (line: string) => line === '' || added.some((pattern) => pattern.test(line))
