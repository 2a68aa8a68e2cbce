// Cookies of forms and pages. Values are keys: letters, digits, dots and hyphens, never encoded. The database has only their hashes.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CookieAttributes } from '#lib/forms/form-post.ts'

/** Empty without the cookie. */
export function readCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string {
  const found = headers.cookie?.split(';').find((part) => part.trim().startsWith(`${name}=`))
  return found?.trim().slice(name.length + 1) ?? ''
}

type Cookie = CookieAttributes & { name: string; value: string; siteUrl: string }

/** Lax: a link from a mail brings it, a form of another site does not. */
export function setCookie(reply: FastifyReply, { name, value, path, maxAgeSeconds, siteUrl }: Cookie) {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
  void reply.header(
    'set-cookie',
    `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`,
  )
}
