// The SMTP adapter.
import nodemailer from 'nodemailer'

export type SmtpSettings = {
  host: string
  port: number
  user: string | undefined
  password: string | undefined
  from: string
  senderName: string | undefined
  /** Replaces the Reply-To of every mail. Mails to this address are imported, see receive-mail. */
  replyTo?: string | undefined
}

type Mail = {
  id: string
  to: string
  subject: string
  html: string
  text: string
  headers?: Record<string, string>
  /** `{ attachments }`, if the mail has any. */
  payload?: object | null
}

type Attachment = { filename: string; contentType: string; content: string }

type Delivery = { refused?: string; isAddress?: boolean }
type SmtpError = Error & { code?: string; command?: string; responseCode?: number }

/** Why the server cannot be used: unreachable, no encryption, or a refused login. */
export type SmtpErrorCode = 'unreachable' | 'tls' | 'login'

/** Error codes of permanent failures, which are not retried. */
const finalCodes = ['EENVELOPE', 'EMESSAGE']

/**
 * Sends one mail at a time over a persistent connection. `deliver` throws on a temporary failure and returns `refused` on a permanent one,
 * with `isAddress` for an invalid recipient.
 */
export function openSmtp(settings: SmtpSettings) {
  const { host, port, user, password, from, senderName, replyTo } = settings
  const transport = nodemailer.createTransport({
    host,
    port,
    secure: port === 465,
    // A password requires TLS, except to a local mail catcher.
    requireTLS: user !== undefined && !isThisMachine(host),
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.slice(from.lastIndexOf('@') + 1)

  return {
    async deliver({ id, to, subject, html, text, headers = {}, payload }: Mail): Promise<Delivery> {
      try {
        await transport.sendMail({
          from: { name: senderName ?? '', address: from },
          to: { name: '', address: to },
          subject,
          html,
          text,
          attachments: (payload as { attachments?: Attachment[] } | null | undefined)?.attachments ?? [],
          // Stable across retries, so that mail clients recognize a duplicate delivery.
          messageId: `<${id}@${domain}>`,
          headers: {
            ...(Object.keys(headers).length > 0 ? headers : { 'Auto-Submitted': 'auto-generated' }),
            ...(replyTo && { 'Reply-To': replyTo }),
          },
        })
        return {}
      } catch (error) {
        const { code, command, responseCode = 0, message } = error as SmtpError
        if (code && finalCodes.includes(code) && responseCode >= 500)
          return { refused: message, isAddress: command === 'RCPT TO' && isOfAddress(message) }
        throw error
      }
    },
    /** Connects and signs in without sending a mail. Undefined: the server is usable. */
    findFault: (): Promise<SmtpErrorCode | undefined> =>
      transport.verify().then(
        () => undefined,
        ({ code }: SmtpError) => (code === 'EAUTH' ? 'login' : code === 'ETLS' ? 'tls' : 'unreachable'),
      ),
    close: () => transport.close(),
  }
}

/** Whether the recipient's address is at fault, by the enhanced status code (RFC 3463): 5.1, 5.2, or none from old servers. */
const isOfAddress = (reply: string) => !/\b5\.(?![12]\.)\d{1,3}\.\d{1,3}\b/.test(reply)

const isThisMachine = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')
