// The page of a mailed link. Mail scanners open every link, so GET consumes nothing: the button of the page posts the token.
import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { toRefusal } from '../../http/to-refusal.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import type { Auth } from '../instance.ts'
import { redirectOf, withCode, withError, withMessage, withSession } from '../flows/redirects.ts'
import { deviceOf, sessionResponse } from '../sessions/sessions.ts'
import { otherAddressPending, linkExpired, redeemLink, tokenTypesOf } from '../flows/verify.ts'
import { escape } from './default-mails.ts'
import { isPkceHash, tokenOfLink } from './one-time-tokens.ts'

type Link = { token: string; type: string; redirectTo: string }

/** GET verify: the page, or a redirect with the error when the link is invalid or expired. */
export async function openLink(auth: Auth, request: FastifyRequest, reply: FastifyReply) {
  const link = linkOf(auth, request, request.query)
  const token = await inTransaction(auth.pool, undefined, (db) =>
    tokenOfLink(db, link.token, tokenTypesOf(link.type), auth.settings.mailedTokenSeconds),
  )
  if (!token || token.isExpired)
    return reply.redirect(withError(link.redirectTo, linkExpired(), isPkceHash(link.token)), 303)
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-frame-options': 'DENY',
      // Browsers apply form-action to the redirect after the post as well.
      'content-security-policy': `default-src 'none'; style-src 'self'; form-action 'self' ${sourceOf(link.redirectTo)}; frame-ancestors 'none'; base-uri 'none'`,
    })
    .send(linkPage(link))
}

/** POST verify by the button of the page: redirects with the session or the error in the fragment. */
export async function followLink(auth: Auth, request: FastifyRequest, reply: FastifyReply) {
  const link = linkOf(auth, request, Object.fromEntries(request.body as URLSearchParams))
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  return reply.redirect(await destinationOf(auth, request, link), 303)
}

async function destinationOf(auth: Auth, request: FastifyRequest, { token, type, redirectTo }: Link) {
  try {
    const redeemed = await redeemLink(auth, token, tokenTypesOf(type), deviceOf(request))
    if ('code' in redeemed) return withCode(redirectTo, redeemed.code)
    if (!redeemed.session) return withMessage(redirectTo, otherAddressPending, isPkceHash(token))
    return withSession(redirectTo, await sessionResponse(auth, redeemed.user, redeemed.session), { type })
  } catch (error) {
    return withError(redirectTo, toRefusal(error, request), isPkceHash(token))
  }
}

function linkOf(auth: Auth, request: FastifyRequest, values: unknown): Link {
  const { token, type } = values as Record<string, unknown>
  if (typeof token !== 'string' || typeof type !== 'string' || !token || !type)
    throw new Refusal('validation_failed', 400, 'Verify requires a token and a type')
  return { token, type, redirectTo: redirectOf(request, auth) }
}

function sourceOf(address: string) {
  const { origin, protocol } = new URL(address)
  return origin === 'null' ? protocol : origin
}

const texts: Record<string, { title: string; button: string }> = {
  signup: { title: 'נשאר רק לאשר את כתובת הדוא״ל', button: 'אישור הכתובת' },
  recovery: { title: 'בחירת סיסמה חדשה', button: 'המשך לבחירת סיסמה' },
  email_change: { title: 'החלפת כתובת הדוא״ל', button: 'אישור ההחלפה' },
  invite: { title: 'ההזמנה מחכה לאישור', button: 'קבלת ההזמנה' },
}
const anyLink = { title: 'כניסה לחשבון', button: 'כניסה' }

function linkPage({ token, type, redirectTo }: Link) {
  const { title, button } = Object.hasOwn(texts, type) ? texts[type]! : anyLink
  const hidden = Object.entries({ token, type, redirect_to: redirectTo })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`)
    .join('')
  return `<!doctype html>
<html lang="he" dir="rtl">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="stylesheet" href="verify.css"></head>
<body><main><h1>${title}</h1><form method="post" action="verify">${hidden}<button>${button}</button></form></main></body>
</html>`
}

const sheet = readFileSync(new URL('link-page.css', import.meta.url), 'utf8')

export const linkPageStyle = (_auth: Auth, _request: FastifyRequest, reply: FastifyReply) =>
  reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=86400').send(sheet)
