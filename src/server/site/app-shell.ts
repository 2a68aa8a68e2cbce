// The HTML page of the signed-in app: the same for every user, rendered by its script.
import type { Renderer } from './renderer.ts'
import { escapeHtml } from './escape-html.ts'

type Shell = {
  renderer: Renderer
  title: string
  anonKey: string
  brandVersion: string
  /** Names of the sign-in providers besides the password. Rendered into the page, so that their buttons are shown at once. */
  providers: readonly string[]
}

// The same markup as src/ui/states/spinner.tsx, so that the spinner does not jump when the script renders it.
const waiting =
  '<output class="loading loading--page"><span class="spinner spinner--lg" aria-hidden="true"></span><span>טוען...</span></output>'

export async function appShell({ renderer, title, anonKey, brandVersion, providers }: Shell): Promise<Buffer> {
  const { prePaint, styles, script } = await renderer.appTags()
  const sheets = [...styles, `/brand.css?v=${brandVersion}`]
  const html = `<!doctype html>
<html lang="he" dir="rtl" data-shell="app">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<script src="${prePaint}"${renderer.dev ? ' type="module"' : ''}></script>
<title>${escapeHtml(title)}</title>
<meta name="robots" content="noindex">
<meta name="backend-key" content="${escapeHtml(anonKey)}">
<meta name="sign-in-providers" content="${escapeHtml(providers.join(' '))}">
${sheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
<link rel="icon" href="/favicon.svg?v=${brandVersion}" type="image/svg+xml">
<script type="module" src="${script}"></script>
</head>
<body><div id="app">${waiting}<noscript>כדי להיכנס למערכת צריך להפעיל JavaScript בדפדפן.</noscript></div></body>
</html>`
  return renderer.transformHtml('/crm', Buffer.from(html))
}
