import { connect } from 'node:tls'

const timeoutMs = 5_000

/**
 * When the certificate of an https URL expires; undefined for http and while the site does not respond. An invalid certificate is read,
 * too.
 */
export function readCertificateEnd(siteUrl: string, port?: number): Promise<Date | undefined> {
  const { protocol, hostname, port: own } = new URL(siteUrl)
  if (protocol !== 'https:') return Promise.resolve(undefined)
  const { promise, resolve } = Promise.withResolvers<Date | undefined>()
  const socket = connect({
    host: hostname,
    port: port ?? (own ? Number(own) : 443),
    servername: hostname,
    // Only the expiry is checked here; browsers validate the certificate.
    rejectUnauthorized: false,
    timeout: timeoutMs,
  })
  const end = (at?: Date) => {
    socket.destroy()
    resolve(at)
  }
  socket
    .once('secureConnect', () => end(new Date(socket.getPeerCertificate().valid_to)))
    .once('timeout', () => end())
    .once('error', () => end())
  return promise
}
