// The hosted payment page of the fake. Every view states that no money is moved.
import type { StandInPage } from './book.fake.ts'
import { foreignCard, goodCard } from './magic.fake.ts'

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)

const money = new Intl.NumberFormat('he-IL', { style: 'currency', currency: 'ILS' })

const frame = (title: string, content: string) => `<!doctype html>
<html lang="he" dir="rtl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – עמוד הדמיה</title>
<style>
body { font: 1.0625rem/1.6 system-ui, sans-serif; margin: 0; background: #fbfaf7; color: #14363c; }
main { max-inline-size: 26rem; margin-inline: auto; padding: 1.5rem; display: grid; gap: 1rem; }
.notice { background: #7a2e00; color: #fff; padding: .75rem 1.5rem; text-align: center; font-weight: 600; }
form { display: grid; gap: 1rem; }
label { display: grid; gap: .25rem; font-weight: 600; }
input, select, button { font: inherit; padding: .625rem .75rem; border: 1px solid #6b7f83; border-radius: .5rem; min-block-size: 2.75rem; }
button { background: #0c5a55; color: #fff; border-color: #0c5a55; cursor: pointer; }
button.quiet { background: #fff; color: #0c5a55; }
:focus-visible { outline: 3px solid #f0a63a; outline-offset: 2px; }
</style>
</head>
<body>
<header class="notice">הדמיה של חברת סליקה: לא מתבצע חיוב, ואין להזין כאן כרטיס אמיתי</header>
<main>${content}</main>
</body>
</html>`

type Options = { isBitOnly: boolean }

/** Wallet payments have a single instalment. */
const wallets = { bit: 'Bit', 'apple-pay': 'Apple Pay', 'google-pay': 'Google Pay' }

export function paymentPage(page: StandInPage, { isBitOnly }: Options) {
  const total = escape(money.format(page.amountAgorot / 100))
  const buttons = Object.entries(isBitOnly ? { bit: wallets.bit } : wallets)
    .map(
      ([method, label]) =>
        `<button class="quiet" name="method" value="${method}" formnovalidate>תשלום ב־<bdi>${label}</bdi></button>`,
    )
    .join('\n')
  const counts = Array.from({ length: page.most }, (_, i) => i + 1)
    .map(
      (n) =>
        `<option value="${n}"${n === page.chosen ? ' selected' : ''}>${n === 1 ? 'תשלום אחד' : `${n} תשלומים`}</option>`,
    )
    .join('')
  const card = `<label>שם בעל הכרטיס <input name="name" required value="${escape(page.name)}" autocomplete="off"></label>
<label>מספר כרטיס <input name="card" required inputmode="numeric" dir="ltr" value="${goodCard}" autocomplete="off"></label>
<label>תוקף <input name="expiry" dir="ltr" value="12/30" autocomplete="off"></label>
<label>שלוש ספרות בגב הכרטיס <input name="cvv" inputmode="numeric" dir="ltr" value="123" autocomplete="off"></label>
<label>מספר תשלומים <select name="installments">${counts}</select></label>
<button name="method" value="card">תשלום ${total}</button>`
  return frame(
    'תשלום',
    `<h1>${escape(page.title)}</h1>
<p>לתשלום: <b>${total}</b></p>
<form method="post" action="/pay/${page.id}">
${isBitOnly ? `<input type="hidden" name="name" value="${escape(page.name)}">` : card}
${buttons}
<button class="quiet" name="method" value="cancel" formnovalidate>ביטול וחזרה לאתר</button>
</form>
<p><small>כרטיס שמאושר: <bdi>${goodCard}</bdi>. בלי תשלומים: <bdi>${foreignCard}</bdi>. כל כרטיס אחר נדחה.</small></p>`,
  )
}

export const gonePage = () =>
  frame(
    'העמוד פג',
    '<h1>עמוד התשלום אינו זמין</h1><p>פג תוקפו של העמוד, או שכבר שולם. אפשר לחזור לאתר ולפתוח עמוד חדש.</p>',
  )

/** A PDF of one line of Latin text: its standard fonts have no Hebrew letters. */
export function demoDocument(number: string): Buffer {
  const line = `Demonstration document ${number.replace(/\D/g, '')} - not an accounting document`
  const stream = `BT /F1 16 Tf 60 760 Td (${line}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const offset = body.length
    body += `${i + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(`${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${end}`, 'latin1')
}
