// Generates the guides of the lead magnets: a tagged Hebrew PDF from each source in src/features/lead-magnets/guides. Run it after changing
// a source: node scripts/guides.ts
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium as browsers } from '@playwright/test'
import { disclaimer } from '#features/lead-magnets/guides/disclaimer.ts'
import { chromium } from '../test/chromium.ts'

const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'src/features/lead-magnets/guides')
const fonts = join(root, 'src/ui/fonts')

const families: [family: string, file: string, weights: string][] = [
  ['Noto Sans Hebrew', 'noto-sans-hebrew', '100 900'],
  ['Frank Ruhl Libre', 'frank-ruhl-libre', '300 900'],
]
const hebrew = 'U+0590-05FF, U+200C-2010, U+20AA, U+25CC, U+FB1D-FB4F'

const faces = families.flatMap(([family, file, weights]) =>
  ['lat', 'he'].map((letters) => {
    const bytes = readFileSync(join(fonts, `${file}-${letters}.woff2`)).toString('base64')
    const range = letters === 'he' ? ` unicode-range: ${hebrew};` : ''
    return `@font-face { font-family: '${family}'; font-weight: ${weights}; src: url(data:font/woff2;base64,${bytes});${range} }`
  }),
)

function documentOf(source: string) {
  const title = /<h1>([^<]+)<\/h1>/.exec(source)?.[1]
  if (!title) throw new Error('A guide begins with an h1.')
  const body = source.replace(/<\/section>\s*$/, `<p class="note">${disclaimer}</p></section>`)
  return `<!doctype html><html lang="he" dir="rtl"><head><meta charset="utf-8"><title>${title}</title>
<style>${faces.join('\n')}\n${readFileSync(join(folder, 'guide.css'), 'utf8')}</style></head><body><main>${body}</main></body></html>`
}

const browser = await browsers.launch(chromium)
try {
  const page = await browser.newPage()
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.html'))) {
    await page.setContent(documentOf(readFileSync(join(folder, name), 'utf8')))
    await page.evaluate(() => document.fonts.ready)
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true })
    writeFileSync(join(folder, name.replace(/html$/, 'pdf')), pdf)
    process.stdout.write(`${name}: ${Math.round(pdf.length / 1024)} KB\n`)
  }
} finally {
  await browser.close()
}
