import type { GoogleAccount } from './accounts.fake.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign]!)

const page = (title: string, body: string) => `<!doctype html>
<html lang="he" dir="rtl">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title></head>
<body><main><h1>${title}</h1>${body}</main></body>
</html>`

/** The account chooser. The form carries the request parameters to the next step. */
export function accountsPage(accounts: readonly GoogleAccount[], params: URLSearchParams) {
  const hidden = [...params]
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('')
  const hint = params.get('login_hint')
  const sorted = accounts.toSorted((a, b) => Number(b.email === hint) - Number(a.email === hint))
  const choices = sorted
    .map(
      ({ email, name }) =>
        `<p><button name="account" value="${escape(email)}">${escape(name)} <bdi dir="ltr">${escape(email)}</bdi></button></p>`,
    )
    .join('\n')
  return page(
    'בחירת חשבון Google לפיתוח',
    `<p>כאן עונה המחשב הזה במקום Google, ואין צורך בסיסמה.</p>
<form method="post" action="/o/oauth2/v2/auth">${hidden}
${choices}
<p><label>כתובת אחרת: <input type="email" name="other" dir="ltr"></label> <button>המשך</button></p>
<p><button name="account" value="" formnovalidate>ביטול</button></p>
</form>`,
  )
}

export const errorPage = (mistake: string) =>
  page('הכניסה נחסמה', `<p>שגיאה 400: <bdi dir="ltr">${escape(mistake)}</bdi></p>`)
