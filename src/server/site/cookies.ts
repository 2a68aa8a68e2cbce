// Cookies of forms and pages. Values are keys: letters, digits, dots and hyphens, never encoded. The database stores only their hashes.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CookieAttributes } from '#lib/forms/form-post.ts'

/** Reads a cookie; empty if it is missing. */
export function readCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string {
  const found = headers.cookie?.split(';').find((part) => part.trim().startsWith(`${name}=`))
  return found?.trim().slice(name.length + 1) ?? ''
}

type Cookie = CookieAttributes & { name: string; value: string; siteUrl: string }

/** SameSite=Lax: sent when a mailed link is opened, and not with a form of another site. */
export function setCookie(reply: FastifyReply, { name, value, path, maxAgeSeconds, siteUrl }: Cookie) {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
  void reply.header(
    'set-cookie',
    `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`,
  )
}
